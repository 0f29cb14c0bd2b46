/**
 * Finds what a refusal looks like where the value alone does not show it: `{ code: 423 }` beside `{ code: 200, release
 * }`. In a run in which both clients ask at once, an acquire that returns while its client has set nothing was refused.
 */
import type { Trace } from '../../core/model/trace/trace';
import { eventsOf, processId } from '../../core/model/trace/traceReader';
import { simulate } from '../../core/sim/simulate';
import { attackScenario } from './attackScenario';
import type { NewRecording } from './faultlessRuns';
import type { OwnSettings } from './ownCalls';
import type { Returned } from './recorder';

export interface SeenRefusal {
  /** For `OwnSettings.refusal`. */
  readonly digest: number;
  /** The value, in words. */
  readonly text: string;
}

/** Null: each value shows what it is, or nothing distinguishes a refusal from a lock. */
export function detectRefusal(settings: OwnSettings, recorded: NewRecording): SeenRefusal | null {
  const { parts, recorder } = recorded();
  const trace = simulate(attackScenario(settings), parts);
  const grants = recorder.returned.filter(({ isRefusal }) => !isRefusal);
  const holds = new Set(grants.filter((one) => isHolder(trace, one)));
  const idle = grants.filter((one) => !holds.has(one));
  const [first] = idle;
  if (first === undefined || holds.size === 0) return null;
  for (const digest of ['types', 'values'] as const) {
    const isAlike = idle.every((one) => one[digest] === first[digest]);
    const isTaken = [...holds].some((one) => one[digest] === first[digest]);
    if (isAlike && !isTaken) return { digest: first[digest], text: first.text };
  }
  return null;
}

/** Whether something that the client set last is there when its acquire returns. */
function isHolder(trace: Trace, { client, seq }: Returned): boolean {
  const setBy = new Map<string, number>();
  for (const event of eventsOf(trace, 'entrySet', 'entryGone')) {
    if (event.seq >= seq) break;
    const name = `${event.process} ${event.entry}`;
    if (event.kind === 'entrySet') setBy.set(name, event.peer);
    else setBy.delete(name);
  }
  return [...setBy.values()].some((peer) => peer >= 0 && processId(trace, peer) === client);
}
