/**
 * What all locks of the library do: acquire, extend, release and using. They put promises around the programs and have
 * the shapes of node-redlock 5. They differ wherever node-redlock demonstrably loses a lock, a key or a caller: see
 * docs/from-redlock-5.md.
 */
import { fromMs, toMs } from '../core/model/values/time';
import type { ExecutionResult } from './attempt';
import { checkDuration, timerMax } from './checks';
import { quit, type RedisClient } from './client';
import { ContendedError, LockLostError, ReleaseFailedError } from './errors';
import { notifyListeners } from './events';
import { acquireError, executionError, executionErrorOfNodes, noQuorumError } from './executionErrors';
import type { Kind } from './kind';
import { type Hold, isOver, type Lock } from './lock';
import { endOf, type Patient } from './lockWork';
import { LockLooks } from './looks';
import type { Operation } from './operation';
import { acquireQuorum, type Context, endLease, extendQuorum, type HeldLock, releaseQuorum } from './programs';
import { run } from './runUnlessStopped';
import {
  type AcquireSettings,
  type KnownSettings,
  releasing,
  type Settings,
  withSettings,
  withWaiting,
} from './settings';
import { traced } from './telemetry';
import { type Routine, routineOf, runWhileHeld } from './using';

export abstract class Locks extends LockLooks {
  readonly #releasing: KnownSettings;

  /** @param settings for all locks. Each call may override them. */
  protected constructor(clients: readonly RedisClient[], settings: Partial<Settings>, kind: Kind) {
    super(clients, settings, kind);
    this.#releasing = releasing(this.settings);
  }

  /**
   * Closes the connections of all clients. Locks that are still held expire by themselves.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * let isOpen = true;
   * const quit = async () => {
   *   isOpen = false;
   * };
   * const redlock = new Redlock([{ request: new SimulatedRedis().request, quit }]);
   * await redlock.quit();
   * assert.equal(isOpen, false);
   */
  async quit(): Promise<void> {
    this.group.close();
    await Promise.all(this.group.clients.map(quit));
  }

  /**
   * Locks all resources together. It tries until it has them, `retryCount` times more, or until the deadline or the
   * signal. If it fails, it leaves no key.
   *
   * @param duration of the lock in whole ms. What can be relied on is less, by `driftFactor` and the time it took.
   * @returns the lock, valid until `lock.expiration` (ms as `Date.now()` counts).
   * @throws ContendedError if others have one of the resources, NoQuorumError if too few nodes answered in time; the
   * signal's reason; TypeError for arguments that are not allowed; what a `retryDelay` function throws.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock, ContendedError } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
   * const redlock = new Redlock(nodes);
   * const lock = await redlock.acquire(['account 1', 'account 2'], 5000);
   * assert.ok(lock.expiration > Date.now() + 4000);
   * await assert.rejects(redlock.acquire(['account 2'], 5000, { retryCount: 0 }), ContendedError);
   * await lock.release();
   */
  async acquire(resources: readonly string[], duration: number, settings?: AcquireSettings): Promise<Lock> {
    return this.acquireTraced(resources, duration, settings);
  }

  private async acquireTraced(
    resources: readonly string[],
    duration: number,
    settings?: AcquireSettings,
    isExpected?: (error: unknown) => boolean,
  ): Promise<Lock> {
    checkDuration(duration);
    const fullSettings = withWaiting(this.settings, settings);
    const lock = this.contextFor(resources, duration, fullSettings, fullSettings.retryCount);
    const operation = this.operationFor(lock);
    const program = acquireQuorum(lock, this.owners.nextWith(settings?.data));
    // The caller may change its list while it waits.
    const names = [...resources];
    const about = { operation, resources: names, context: lock, after: (held?: HeldLock) => held, isExpected };
    const held = await traced('lock.acquire', about, async () => {
      const answer =
        settings?.signal || typeof settings?.deadline === 'number'
          ? await this.acquireUnlessStopped(program, { operation, lock, waiting: settings })
          : await run(operation, program);
      if (answer?.kind !== 'held') throw acquireError(answer, { operation, resources: names, group: this.group });
      return answer;
    });
    const acquired = this.lockFor(held, { resources: names, operation, context: lock });
    notifyListeners(this, 'acquired', acquired);
    return acquired;
  }

  /**
   * Tries once.
   *
   * @param duration of the lock in whole ms.
   * @returns null if others have one of the resources.
   * @throws NoQuorumError if too few nodes answered in time. Nobody knows then whether it is free.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
   * const redlock = new Redlock(nodes);
   * const lock = await redlock.tryAcquire(['a'], 5000);
   * assert.ok(lock !== null);
   * assert.equal(await redlock.tryAcquire(['a'], 5000), null);
   * await lock.release();
   */
  async tryAcquire(resources: readonly string[], duration: number, settings?: AcquireSettings): Promise<Lock | null> {
    const isContended = (error: unknown): boolean => error instanceof ContendedError;
    try {
      return await this.acquireTraced(resources, duration, { ...settings, retryCount: 0 }, isContended);
    } catch (error) {
      if (isContended(error)) return null;
      throw error;
    }
  }

  /**
   * Gives a lock a whole duration from now on, which may be shorter than what was left.
   *
   * @param duration in whole ms.
   * @returns a lock that replaces the given one, whose `expiration` becomes 0. Locks on one node stay the same object.
   * @throws LockLostError if its time is over or a majority of the nodes no longer has it. NoQuorumError if too few
   * nodes answered: the lock then lasts as long as before.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock, LockLostError } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
   * const redlock = new Redlock(nodes);
   * const lock = await redlock.acquire(['a'], 1000);
   * const longer = await redlock.extend(lock, 5000);
   * assert.ok(longer.expiration > Date.now() + 4000);
   * assert.equal(lock.expiration, 0);
   * await longer.release();
   * await assert.rejects(redlock.extend(longer, 5000), LockLostError);
   */
  async extend(existing: Lock, duration: number, settings?: Partial<Settings>): Promise<Lock> {
    checkDuration(duration);
    const fullSettings = withSettings(this.settings, settings);
    const { resources } = existing;
    const context = this.contextFor(resources, duration, fullSettings, fullSettings.retryCount);
    const { held } = this.holdOf(existing);
    const operation = this.operationFor(context);
    const about = { operation, resources, context, after: () => held };
    return traced('lock.extend', about, () => this.extendNow(existing, operation, context));
  }

  private async extendNow(existing: Lock, operation: Operation, context: Context): Promise<Lock> {
    const hold = this.holdOf(existing);
    if (existing.expiration < Date.now()) {
      const error = new LockLostError('Cannot extend an already-expired lock.', [], existing);
      // It may also have been released, or another object represents the lock now.
      throw !hold.isReleased && isOver(hold) ? this.lose(hold, error) : error;
    }
    const { lease } = hold.held;
    const extending = run(operation, extendQuorum(context, hold.held));
    // A shorter duration counts at once, because nodes may receive it before any of them answers.
    if (hold.held.lease !== lease) hold.keeping?.again();
    existing.expiration = endOf(hold.held);
    const answer = await extending;
    const failed = { operation, resources: existing.resources, group: this.group };
    existing.expiration = 0;
    if (hold.isReleased) throw executionError(LockLostError, 'The lock was released before it was extended.', failed);
    if (hold.isEnded)
      throw this.lose(hold, executionError(LockLostError, 'The lock was lost before it was extended.', failed));
    if (answer === 'no-quorum') {
      existing.expiration = endOf(hold.held);
      throw noQuorumError(failed);
    }
    if (answer === 'extended') {
      const extended = this.objectFor(hold, existing.resources, operation);
      notifyListeners(this, 'extended', extended);
      return extended;
    }
    const error =
      answer === 'late'
        ? executionErrorOfNodes(LockLostError, 'The lock expired before it was extended.', failed)
        : executionError(LockLostError, 'The lock is no longer held: too many nodes have another value.', failed);
    throw this.lose(hold, error);
  }

  /**
   * Deletes the lock's keys on all nodes. A lock whose time is over is released without an error, whatever the nodes
   * answer.
   *
   * @param settings whose `retryCount` and `retryDelay` replace `releaseRetryCount` and `releaseRetryDelay`.
   * @throws LockLostError if others deleted or took it before its time, or if the watchdog of WatchedLocks has found
   * it lost and nothing has rejected with that yet; ReleaseFailedError if too few nodes confirmed the release: the lock
   * then expires by itself.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock, LockLostError } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
   * const redlock = new Redlock(nodes);
   * const lock = await redlock.acquire(['a'], 5000);
   * await redlock.release(lock);
   * assert.equal(nodes[0]?.get('a'), null);
   *
   * const other = await redlock.acquire(['b'], 5000);
   * for (const node of nodes) node.forget(); // They restart without their data.
   * await assert.rejects(redlock.release(other), LockLostError);
   */
  async release(lock: Lock, settings?: Partial<Settings>): Promise<ExecutionResult> {
    const hold = this.holdOf(lock);
    const fullSettings = settings
      ? withSettings(releasing(withSettings(this.settings, settings)), settings)
      : this.#releasing;
    // Even a lock without any time left gives the nodes a while.
    const duration = Math.min(timerMax, Math.max(releaseDurationMin, Math.ceil(toMs(hold.held.lease.lasts))));
    const context = this.contextFor(lock.resources, duration, fullSettings, fullSettings.retryCount);
    lock.expiration = 0;
    hold.lock.expiration = 0;
    hold.isReleased = true;
    hold.keeping?.stop();
    hold.releasing ??= this.releaseNow(lock, hold, context).finally(() => {
      hold.releasing = null;
    });
    return hold.releasing;
  }

  private async releaseNow({ resources }: Lock, hold: Hold, context: Patient): Promise<ExecutionResult> {
    const { held, granted } = hold;
    const operation = this.operationFor(context, { granted });
    return traced('lock.release', { operation, resources, context, before: held }, async () => {
      const answer = await run(operation, releaseQuorum(context, held));
      if (answer !== 'failed') endLease(held);
      const { unreported } = hold;
      hold.unreported = null;
      if (unreported !== null) throw unreported;
      if (answer === 'released' || answer === 'over') {
        this.ended(hold);
        return operation;
      }
      const failed = { operation, resources, group: this.group };
      const text = 'The lock was no longer held when it was released.';
      if (answer === 'lost') throw this.lose(hold, executionError(LockLostError, text, failed));
      const unconfirmed = 'Too few nodes confirmed the release; the lock will expire by itself.';
      throw executionErrorOfNodes(ReleaseFailedError, unconfirmed, failed);
    });
  }

  /**
   * Runs a routine while it holds the resources. It extends the lock as long as the routine takes. The routine's
   * signal is aborted as soon as the lock can no longer be relied on. If no node reports that, the local clock
   * decides.
   *
   * @param duration of the lock in whole ms, and of each extension.
   * @returns what the routine returns; rejects with what it throws.
   * @throws like `acquire`. LockLostError if the lock was lost before it was released, with the routine's result in
   * `result`. A routine that throws gets its own error, with that one as its cause.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
   * const redlock = new Redlock(nodes);
   * const sum = await redlock.using(['account'], 5000, async (signal, lock) => {
   *   const balance = await Promise.resolve(40);
   *   signal.throwIfAborted(); // Before each effect: the lock may be lost.
   *   assert.deepEqual(lock.resources, ['account']);
   *   return balance + 2;
   * });
   * assert.equal(sum, 42);
   * assert.deepEqual(nodes[0]?.keys(), []);
   */
  using<T>(resources: readonly string[], duration: number, settings: AcquireSettings, routine: Routine<T>): Promise<T>;
  using<T>(resources: readonly string[], duration: number, routine: Routine<T>): Promise<T>;
  async using<T>(
    resources: readonly string[],
    duration: number,
    settingsOrRoutine: AcquireSettings | Routine<T>,
    routineLast?: Routine<T>,
  ): Promise<T> {
    checkDuration(duration);
    const { settings, routine } = routineOf(settingsOrRoutine, routineLast);
    const fullSettings = withWaiting(this.settings, settings);
    const threshold = this.kind.isWatched ? 0 : this.thresholdFor(duration, fullSettings);
    const lock = await this.acquire(resources, duration, settings);
    const hold = this.holdOf(lock);
    const context = this.contextFor(lock.resources, duration, fullSettings, 0);
    return runWhileHeld(hold, routine, {
      callerSignal: settings?.signal ?? null,
      keep: () => {
        hold.keeping ??= this.keep(hold, context, fromMs(threshold));
        return hold.keeping;
      },
      release: () => this.release(hold.lock),
      followers: this.followers,
      lose: (error) => this.lose(hold, error),
      report: (error) => notifyListeners(this, 'error', error),
    });
  }
}

/** In ms. The nodes get half of it. */
const releaseDurationMin = 100;
