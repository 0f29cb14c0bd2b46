// A cell's run is as small as possible: with one millisecond less, its result is milder. Real processes are not that
// exact. So a fault is made a little stronger or later, until the result is the same even if its times are off by
// some milliseconds.
import { injectionRules } from '../../../src/core/faults';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { valueIn } from '../../../src/core/model/scenario/faultKind';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { type Severity, severityOf } from '../../../src/core/model/trace/severity';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';

/** In ms. */
const stronger = [0, 150, 300, 500, 800] as const;
const later = [0, 60, 150, 300] as const;
const offBy = [-30, 0, 30] as const;
const latencies = [6, 10, 18] as const;

/** In ms. These runs are over by then. Even slowed down, a real run may not exceed the allowed length. */
const duration = 25_000;

/** The same run with a margin for a real machine. Null: no such margin exists. */
export function sturdy(given: Scenario, fault: Fault, outcome: Severity): Scenario | null {
  const scenario = { ...given, settings: { ...given.settings, duration } };
  const comesTo = (one: Fault, latency: number): Severity => {
    const { settings } = scenario;
    const run = { ...scenario, settings: { ...settings, latency }, faults: { fault1: one } };
    return severityOf(runScenario(run, parts).verdict);
  };
  const isSturdy = (one: Fault): boolean =>
    latencies.every((latency) =>
      offBy.every((more) => offBy.every((late) => comesTo(moved(one, more, late), latency) === outcome)),
    );
  for (const late of later)
    for (const more of stronger) {
      const one = moved(fault, more, late);
      if (isSturdy(one)) return { ...scenario, faults: { fault1: one } };
    }
  return null;
}

/** A fault without a length keeps its strength, and an anchored one keeps its place. */
function moved(fault: Fault, more: number, late: number): Fault {
  const field = injectionRules[fault.kind].strengths.find(({ unit }) => unit === 'ms')?.field;
  const given = field === undefined ? null : valueIn(fault, field);
  const strong: Fault =
    field !== undefined && typeof given === 'number'
      ? Object.assign({}, fault, { [field]: Math.sign(given) * Math.max(1, Math.abs(given) + more) })
      : fault;
  if (!('when' in strong) || strong.when.kind !== 'time') return strong;
  return { ...strong, when: { kind: 'time', at: Math.max(0, strong.when.at + late) } };
}
