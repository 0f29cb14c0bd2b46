/**
 * Runs something while a lock is held. A signal reports that the lock is gone, and the lock is given back afterwards.
 */
import type { Begun } from './begin';
import { LockLostError } from './errors';
import type { Followers } from './followers';
import { type Hold, isOver, type Keeping, type Lock } from './lock';
import type { AcquireSettings } from './settings';

/** The `error` of an aborted signal is the reason, like its `reason`. */
export type RedlockAbortSignal = AbortSignal & { error?: Error };

export type Routine<T> = (signal: RedlockAbortSignal, lock: Lock) => Promise<T>;

interface Running {
  /** The caller's own signal, which the routine's signal follows. */
  readonly callerSignal: AbortSignal | null;
  readonly followers: Followers;
  /** Starts to extend the lock, unless that has started. */
  readonly keep: () => Keeping;
  readonly release: () => Promise<unknown>;
  /** Called with a loss that the clock shows when the routine has ended. */
  readonly lose: (error: LockLostError) => LockLostError;
  /**
   * Called with a release that failed. The routine's own value or error still counts, because nobody else has the
   * lock.
   */
  readonly report: (error: Error) => void;
}

/**
 * Watches programs that keep a lock. When one of them ends, even by an error, the lock is gone.
 *
 * @param start begins the programs. They wait for the end of the lease as they know it, so a shorter one starts them anew.
 * @param errorFor makes the error from what that program returned.
 */
export function keepWatched(
  start: () => readonly Begun<unknown>[],
  errorFor: (reason: unknown) => LockLostError,
): Keeping {
  let parts: readonly Begun<unknown>[] = [];
  let isOpen = true;
  const stop = (): void => {
    isOpen = false;
    for (const { kill } of parts) kill();
  };
  let end: (error: LockLostError) => void;
  const lost = new Promise<LockLostError>((resolve) => {
    end = resolve;
  });
  // Also after it was stopped: a release may find the loss.
  const fail = (error: LockLostError): void => {
    stop();
    end(error);
  };
  const begin = (): void => {
    if (!isOpen) return;
    for (const { kill } of parts) kill();
    parts = start();
    const ended = Promise.race(parts.map(({ result }) => result)).catch((thrown: unknown) => thrown);
    void ended.then((reason) => {
      if (isOpen) fail(errorFor(reason));
    });
  };
  begin();
  return { lost, stop, again: begin, fail };
}

/** Handles both ways of calling `using`: with settings before the routine, and without. */
export function routineOf<T>(
  settingsOrRoutine: AcquireSettings | Routine<T>,
  routineLast: Routine<T> | undefined,
): { readonly settings: AcquireSettings | undefined; readonly routine: Routine<T> } {
  const isAlone = typeof settingsOrRoutine === 'function';
  const routine = isAlone ? settingsOrRoutine : routineLast;
  if (typeof routine !== 'function') throw new TypeError('The routine is not a function.');
  return { settings: isAlone ? undefined : settingsOrRoutine, routine };
}

/**
 * Runs a routine and gives the lock back in any case. Rejects with the loss if the lock did not last until the
 * routine ended.
 */
export async function runWhileHeld<T>(hold: Hold, routine: Routine<T>, running: Running): Promise<T> {
  const { callerSignal, followers, keep, release, lose, report: notify } = running;
  const controller = new AbortController();
  const signal: RedlockAbortSignal = controller.signal;
  const abort = (reason: unknown): void => {
    if (signal.aborted) return;
    if (reason instanceof Error) signal.error = reason;
    controller.abort(reason);
  };
  let lost: LockLostError | null = null;
  const { lost: losing, stop } = keep();
  let isRunning = true;
  void losing.then((error) => {
    if (!isRunning) return;
    lost = error;
    abort(error);
  });
  if (callerSignal?.aborted) abort(callerSignal.reason);
  const unfollow = callerSignal && followers.follow(callerSignal, () => abort(callerSignal.reason));
  const ended = await outcomeOf(() => routine(signal, hold.lock));
  isRunning = false;
  stop();
  unfollow?.();
  if (lost === null && !hold.isReleased && isOver(hold))
    lost = lose(new LockLostError('The lock expired before the routine ended.', [], hold.lock));
  const loss = await letGo(hold, release, notify);
  return settle(ended, lost ?? loss);
}

type Outcome<T> = { readonly value: T } | { readonly thrown: unknown };

async function outcomeOf<T>(run: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await run() };
  } catch (thrown) {
    return { thrown };
  }
}

/** Gives the lock back; a routine may have released it itself. Returns the error if others have it. */
async function letGo(hold: Hold, release: () => Promise<unknown>, report: (error: Error) => void) {
  if (hold.isReleased) return null;
  try {
    await release();
  } catch (error) {
    if (error instanceof LockLostError) return error;
    report(error as Error);
  }
  return null;
}

function settle<T>(ended: Outcome<T>, lost: LockLostError | null): T {
  if ('thrown' in ended) {
    if (lost !== null) addCause(ended.thrown, lost);
    throw ended.thrown;
  }
  if (lost === null) return ended.value;
  lost.result = ended.value;
  throw lost;
}

/** Adds the loss at the end of the error's existing chain of causes, so that nothing of that chain is lost. */
function addCause(thrown: unknown, cause: LockLostError): void {
  let last: unknown = thrown;
  for (let depth = 0; depth < causesMax; depth++) {
    if (!(last instanceof Error) || last === cause) return;
    if (last.cause === undefined) {
      if (Object.isExtensible(last)) last.cause = cause;
      return;
    }
    last = last.cause;
  }
}

const causesMax = 20;
