/** The last steps of the chain of a run whose lock held. */
import { type AcquiredHold, isWithoutLock } from '../../spans/holdSpans';
import type { Evidence } from '../evidence';
import type { Step } from './step';

/** Two clients were never inside at once, or no client ever was. */
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

/** Whether two clients were inside together, as clients that share the lock may be. */
function isShared(acquired: readonly AcquiredHold[]): boolean {
  const shared = acquired.filter((hold) => hold.shared);
  return shared.some((hold, i) =>
    shared.slice(i + 1).some((next) => next.process !== hold.process && next.acquiredAt < hold.insideTo),
  );
}
