/** The events of locks, with their types. */
import { EventEmitter } from 'node:events';
import type { LockLostError } from './errors';
import type { Lock } from './lock';

/**
 * What the listeners of each event receive. An event is emitted once for each fact, in a microtask of its own, so a
 * listener that throws breaks no lock: its error is an uncaught exception of the process. Nothing happens for an event
 * without listeners.
 *
 * @example
 * import assert from 'node:assert';
 * import { once } from 'node:events';
 * import { Redlock } from 'quorum-lock';
 * import { SimulatedRedis } from 'quorum-lock/simulated';
 *
 * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
 * const redlock = new Redlock(nodes);
 * const seen: string[] = [];
 * redlock.on('acquired', (lock) => seen.push(`acquired ${lock.resources}`));
 * redlock.on('extended', (lock) => seen.push(`extended ${lock.resources}`));
 * redlock.on('lost', (error) => seen.push(`lost ${error.lock?.resources}`));
 * redlock.on('released', (lock) => seen.push(`released ${lock.resources}`));
 *
 * const first = await redlock.acquire(['a'], 5000);
 * const longer = await first.extend(10_000);
 * const released = once(redlock, 'released');
 * await longer.release();
 * await released;
 *
 * const second = await redlock.acquire(['b'], 5000);
 * for (const node of nodes) node.forget(); // They restart without their data.
 * const lost = once(redlock, 'lost');
 * await assert.rejects(second.release(), { name: 'LockLostError' });
 * await lost;
 * assert.deepEqual(seen, ['acquired a', 'extended a', 'released a', 'acquired b', 'lost b']);
 */
export interface LockEvents {
  /** A lock was acquired, also by `using`. */
  readonly acquired: [lock: Lock];
  /** A lock was extended, also by `using` or by a watchdog. The lock is the one that counts from now on. */
  readonly extended: [lock: Lock];
  /**
   * A lock was lost before its release. Once for each lock, whether an extension, the release, or the clock during
   * `using` finds it. A lock that expires while nothing looks after it is not noticed.
   */
  readonly lost: [error: LockLostError];
  /** A lock was given back, or its time was over when it was released. Once for each lock, and never after `lost`. */
  readonly released: [lock: Lock];
  /** A node did not answer in time, or gave an error, or its connection failed. */
  readonly nodeFailed: [error: Error];
  /**
   * The same, a release of `using` that failed, and what a `retryDelay` function throws in an automatic extension. It
   * needs no listener, unlike the `error` of other emitters.
   */
  readonly error: [error: Error];
}

type Listener<E extends keyof LockEvents> = (...args: LockEvents[E]) => void;

/** An emitter whose events are those of locks. */
export interface LockEmitter extends EventEmitter {
  on<E extends keyof LockEvents>(event: E, listener: Listener<E>): this;
  once<E extends keyof LockEvents>(event: E, listener: Listener<E>): this;
  off<E extends keyof LockEvents>(event: E, listener: Listener<E>): this;
  emit<E extends keyof LockEvents>(event: E, ...args: LockEvents[E]): boolean;
}

/** Only types differ. They do not need the generic emitter, which older versions of `@types/node` do not have. */
export const LockEmitter: new () => LockEmitter = EventEmitter;

/** Listeners are optional. If a listener throws, the error stays with it, and the caller goes on. */
export function notifyListeners<E extends keyof LockEvents>(
  emitter: LockEmitter,
  event: E,
  ...args: LockEvents[E]
): void {
  if (emitter.listenerCount(event) === 0) return;
  queueMicrotask(() => {
    if (emitter.listenerCount(event) > 0) emitter.emit(event, ...args);
  });
}
