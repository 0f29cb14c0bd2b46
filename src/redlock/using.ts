/** Running something while a lock is held: tells it by a signal when the lock is gone, and gives the lock back afterwards. */
import type { Begun } from './begin';
import type { Lock } from './lock';
import type { AcquireSettings } from './settings';

/** The `error` of an aborted signal says why, as its `reason` does. */
export type RedlockAbortSignal = AbortSignal & { error?: Error };

export type Routine<T> = (signal: RedlockAbortSignal, lock: Lock) => Promise<T>;

interface Keeping {
  /** Begins to extend the lock. `lost` resolves with the reason when it could not be kept. */
  readonly keep: () => { readonly lost: Promise<Error>; readonly stop: () => void };
  /** Hears of a release that failed: the routine's own value or error is what counts. */
  readonly tell: (error: Error) => void;
}

/**
 * Watches over programs that keep a lock: when one of them ends, the lock is gone.
 *
 * @param errorFor makes the error of what that program has returned.
 */
export function keepWatched(parts: readonly Begun<unknown>[], errorFor: (reason: unknown) => Error) {
  const stop = (): void => {
    for (const { kill } of parts) kill();
  };
  const lost = Promise.race(parts.map(({ result }) => result)).then((reason) => {
    stop();
    return errorFor(reason);
  });
  return { lost, stop };
}

/** The two ways of calling `using`: with settings before the routine, and without. */
export function routineOf<T>(
  settingsOrRoutine: AcquireSettings | Routine<T>,
  routineLast: Routine<T> | undefined,
): { readonly settings: AcquireSettings | undefined; readonly routine: Routine<T> } {
  const isAlone = typeof settingsOrRoutine === 'function';
  const routine = isAlone ? settingsOrRoutine : routineLast;
  if (typeof routine !== 'function') throw new TypeError('The routine is not a function.');
  return { settings: isAlone ? undefined : settingsOrRoutine, routine };
}

export async function runWhileHeld<T>(lock: Lock, routine: Routine<T>, { keep, tell }: Keeping): Promise<T> {
  const controller = new AbortController();
  const signal: RedlockAbortSignal = controller.signal;
  const { lost, stop } = keep();
  void lost.then((error) => {
    lock.expiration = 0;
    signal.error = error;
    controller.abort(error);
  });
  try {
    return await routine(signal, lock);
  } finally {
    stop();
    await lock.release().catch(tell);
  }
}
