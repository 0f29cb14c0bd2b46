/** The end of the chain of a run that held. */
import type { Cause } from '../../model/cause';
import type { Outcome } from '../../model/verdict';
import { type AcquiredHold, isWithoutLock } from '../../spans/holdSpans';
import type { Evidence } from '../evidence';
import { arrange, type Step } from './step';

/** In place of the whole chain where none is shown: whether there was a lock at all. An embed is built with it. */
export function chainOf(evidence: Evidence, outcome: Outcome): readonly Cause[] {
  const end = outcome === 'held' || outcome === 'lost-update' ? neverTwo(evidence) : null;
  return end === null ? [] : arrange([end]);
}

/** Two clients were never inside at once, or nobody ever was. */
export function neverTwo({ trace, acquired }: Evidence): Step | null {
  if (trace.count === 0) return null;
  const last = acquired.at(-1);
  const clients = new Set(acquired.map(({ process }) => process)).size;
  return {
    rule: last === undefined ? 'nobodyGot' : 'neverTwo',
    events: [last?.acquiredSeq ?? trace.count - 1],
    values: {
      acquired: acquired.length,
      clients,
      shared: isShared(acquired) ? 1 : 0,
      unlocked: acquired.length > 0 && acquired.every(isWithoutLock) ? 1 : 0,
    },
    order: trace.count,
    weight: 4,
  };
}

/** Whether two clients were inside together, as shared holders may be. */
function isShared(acquired: readonly AcquiredHold[]): boolean {
  const shared = acquired.filter((hold) => hold.shared);
  return shared.some((hold, i) =>
    shared.slice(i + 1).some((next) => next.process !== hold.process && next.acquiredAt < hold.insideTo),
  );
}
