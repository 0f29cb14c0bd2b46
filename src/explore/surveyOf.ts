/** Simulates a run and notes every place in it at which one more fault could strike. */
import type { Lengths, Survey } from '../faults/places';
import type { RunRegistry } from '../faults/program';
import { nth } from '../model/nth';
import { isClient, type ProcessId, roleOf, type Scenario } from '../model/scenario';
import { type Instant, instant } from '../model/time';
import { goneCauses, kindNumber, type Trace } from '../model/trace';
import { survey } from '../sim/survey';

const { sent, acquired, entryGone, faultEnded } = kindNumber;

/** By the numbers of the column `leg`. */
const legNames = ['request', 'reply', 'push'] as const;

export interface Surveyed {
  readonly trace: Trace;
  readonly survey: Survey;
}

/** @param lengths the strengths that are tried */
export function surveyOf(scenario: Scenario, registry: RunRegistry, lengths: Lengths): Surveyed {
  const { trace, effects } = survey(scenario, registry);
  const processes = trace.header.processes.map(({ id }) => id);
  return { trace, survey: { processes, effects, lengths, ...wire(trace, processes), changes: changesIn(trace) } };
}

/** The messages of a run, and the requests among them by the server that they go to. */
function wire(trace: Trace, processes: readonly ProcessId[]): Pick<Survey, 'messages' | 'requests'> {
  const messages: Survey['messages'][number][] = [];
  const requests: Survey['requests'][number][] = [];
  const counts = new Map<string, number>();
  const counted = (name: string): number => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
  for (let seq = 0; seq < trace.count; seq++) {
    if (trace.kind[seq] !== sent) continue;
    const from = nth(processes, nth(trace.process, seq));
    const to = nth(processes, nth(trace.a, seq));
    const leg = nth(legNames, nth(trace.d, seq));
    const point = { at: instantOf(trace, seq), seq };
    messages.push({ ...point, message: { from, to, leg, nth: counted(`${from} ${to} ${leg}`) } });
    // Nodes that pass on their log send no requests of a program.
    if (leg === 'request' && (isClient(from) || roleOf(from) === 'storage'))
      requests.push({ ...point, to, nth: counted(to) });
  }
  return { messages, requests };
}

/** Just after each event that changes who may come in. */
function changesIn(trace: Trace): Survey['changes'] {
  const changes: { at: Instant; seq: number }[] = [];
  for (let seq = 0; seq < trace.count; seq++) {
    const kind = trace.kind[seq];
    const isChange = kind === acquired || kind === faultEnded || (kind === entryGone && trace.c[seq] === expired);
    if (!isChange) continue;
    const at = instant(instantOf(trace, seq) + 1);
    if (changes.at(-1)?.at !== at) changes.push({ at, seq: seq + 1 });
  }
  return changes;
}

const expired = goneCauses.indexOf('expired');

const instantOf = ({ at }: Trace, seq: number): Instant => instant(nth(at, seq));
