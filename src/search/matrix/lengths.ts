/**
 * How long faults last in a row's run: as long as in any search, and long enough that another client gets in when a
 * holder is gone. A server may keep a lock for longer than its lease: Consul and Chubby add a delay.
 */

import { injectionRules } from '../../core/faults';
import type { Lengths } from '../../core/faults/injectionPoints';
import type { Fault } from '../../core/model/scenario/fault';
import type { Scenario } from '../../core/model/scenario/scenario';
import { kindNumber, type Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import { type Micros, type Ms, toMs } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { simulate, simulateIntoBuffer } from '../../core/sim/simulate';
import { lengthsIn, longestTurn } from '../explore/space';
import { surveyOf } from '../explore/surveyOf';

export function lengthsOf(scenario: Scenario, parts: Parts): Lengths {
  const faultless = simulate(scenario, parts);
  const lengths = lengthsIn(faultless, parts);
  const [below, at, above] = lengths;
  const { survey } = surveyOf(scenario, parts, lengths);
  const deaths = injectionRules.crash.placements(survey).map(({ fault }) => fault);
  const waits = deaths.filter(isForever).map((fault) => waitAfter(fault, scenario, parts));
  const longest = Math.ceil(toMs(Math.max(0, ...waits)) + 2 * turnIn(faultless));
  return [below, at, Math.max(above, longest)];
}

const turnIn = (trace: Trace): Ms => toMs(longestTurn(trace));

const isForever = (fault: Fault): boolean => fault.kind === 'crash' && fault.restartAfter === 'never';

const { crashed, acquired } = kindNumber;

/** How long after the crash of a client the next one gets the lock. 0: never. */
function waitAfter(fault: Fault, scenario: Scenario, parts: Parts): Micros {
  const { kind, at, count } = simulateIntoBuffer({ ...scenario, faults: { fault1: fault } }, parts);
  let died: Micros | null = null;
  for (let seq = 0; seq < count; seq++) {
    if (kind[seq] === crashed) died = nth(at, seq);
    if (kind[seq] === acquired && died !== null) return nth(at, seq) - died;
  }
  return 0;
}
