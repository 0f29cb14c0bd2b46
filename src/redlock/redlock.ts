/**
 * Redlock for use: the programs of the simulated lock with promises around them, in the shape of node-redlock 5.
 * Where that one's habits can be told to lose a lock, a key or a caller, this one does otherwise: see MIGRATING.md.
 */
import { EventEmitter } from 'node:events';
import type { Program } from '../model/effect';
import type { ProcessId } from '../model/scenario';
import { localInstant, toMs } from '../model/time';
import { acquireWaiting } from './acquiring';
import type { ExecutionResult } from './attempt';
import { begin } from './begin';
import { checkClients, checkDuration, checkResources } from './checks';
import { quit, type RedisClient } from './client';
import { ContendedError, LockLostError, NoQuorumError, ReleaseFailedError } from './errors';
import { tellListeners } from './failure';
import { Lock } from './lock';
import { Operation } from './operation';
import { newOwner } from './owner';
import {
  acquireQuorum,
  type Context,
  extendQuorum,
  type HeldLock,
  keepExtending,
  releaseQuorum,
  untilOver,
} from './programs';
import {
  type AcquireSettings,
  defaultSettings,
  type KnownSettings,
  releasing,
  type Settings,
  withSettings,
} from './settings';
import { redlockSettings, triesOf } from './simulatedSettings';
import { Site } from './site';
import { keepWatched, type Routine, routineOf, runWhileHeld } from './using';

const noQuorumText = 'The operation was unable to achieve a quorum during its retry window.';

export class Redlock extends EventEmitter {
  readonly clients: ReadonlySet<RedisClient>;
  readonly settings: KnownSettings;
  private readonly releasing: KnownSettings;
  private readonly site: Site;

  /**
   * @param clients one for each independent node: of ioredis, of node-redis, or anything with a `request` method.
   * @param settings for all locks; each call may have its own.
   */
  constructor(clients: Iterable<RedisClient>, settings: Partial<Settings> = {}, ...rest: readonly never[]) {
    super();
    if (rest.some((one) => one !== undefined))
      throw new TypeError('Scripts of your own are not supported: see MIGRATING.md.');
    checkClients(clients);
    this.clients = new Set(clients);
    if (this.clients.size === 0) throw new Error('Redlock must be instantiated with at least one redis client.');
    this.settings = withSettings({ ...defaultSettings, nodeTimeout: null }, settings);
    this.releasing = releasing(this.settings);
    this.site = new Site([...this.clients], (error) => this.tell(error));
  }

  /** Ends the connections of all clients. */
  async quit(): Promise<void> {
    await Promise.all([...this.clients].map(quit));
  }

  /**
   * Locks all the resources together.
   *
   * @param duration of the lock in whole ms.
   * @throws ContendedError, NoQuorumError; the signal's reason.
   */
  async acquire(resources: readonly string[], duration: number, settings?: AcquireSettings): Promise<Lock> {
    checkDuration(duration);
    const known = withSettings(this.settings, settings);
    const lock = this.contextFor(resources, duration, known, known.retryCount);
    const operation = this.operationFor(lock.keys, 'ask', lock.settings.tries);
    const owner = newOwner();
    const answer = await this.run(operation, acquireQuorum(lock, owner), settings);
    if (answer?.kind === 'held') return this.lockFor(answer, resources, operation);
    // Cancelled by the signal, which has thrown, or at the deadline.
    const { attempts } = operation;
    if (answer === undefined) throw new ContendedError(`${noQuorumText} The deadline had passed.`, attempts);
    const { reason, votes } = answer;
    if (reason === 'error') throw new NoQuorumError(`${noQuorumText} Too few nodes counted its token.`, attempts);
    if (reason === 'no-validity')
      throw new NoQuorumError(`${noQuorumText} It took so long that nothing was left of the lock.`, attempts);
    const missing = votes.failed.length;
    if (missing <= this.clients.size - majorityOf(this.clients)) throw new ContendedError(noQuorumText, attempts);
    throw new NoQuorumError(
      `${noQuorumText} ${missing} of ${this.clients.size} nodes did not answer, or with an error.`,
      attempts,
    );
  }

  /** Tries once; null when others have one of the resources. */
  async tryAcquire(resources: readonly string[], duration: number, settings?: AcquireSettings): Promise<Lock | null> {
    try {
      return await this.acquire(resources, duration, { ...settings, retryCount: 0 });
    } catch (error) {
      if (error instanceof ContendedError) return null;
      throw error;
    }
  }

  /**
   * Gives a lock a whole duration from now on.
   *
   * @returns a lock that takes the place of the given one, which ends.
   * @throws LockLostError, NoQuorumError.
   */
  async extend(existing: Lock, duration: number, settings?: Partial<Settings>): Promise<Lock> {
    checkDuration(duration);
    if (existing.expiration < Date.now()) throw new LockLostError('Cannot extend an already-expired lock.', []);
    const known = withSettings(this.settings, settings);
    const lock = this.contextFor(existing.resources, duration, known, known.retryCount);
    const held = this.heldOf(existing);
    const operation = this.operationFor(lock.keys, 'extend', lock.settings.tries);
    const answer = await this.run(operation, extendQuorum(lock, held));
    const { attempts } = operation;
    existing.expiration = answer === 'no-quorum' ? endOf(held) : 0;
    if (answer === 'no-quorum') throw new NoQuorumError(noQuorumText, attempts);
    // From here on the lease is that of the new lock alone.
    existing.held = { ...held, state: { ...held.state, lease: { ...held.state.lease, lasts: 0 } } };
    if (answer === 'extended') return this.lockFor(held, existing.resources, operation, existing.token);
    throw new LockLostError(
      answer === 'late'
        ? 'The lock expired before it was extended.'
        : 'The lock is no longer held: too many nodes have another value.',
      attempts,
    );
  }

  /**
   * Deletes the lock's keys on all nodes. A lock whose time is over is released without an error, whatever they answer.
   *
   * @throws LockLostError when others have deleted or taken it before its time, ReleaseFailedError.
   */
  async release(lock: Lock, settings?: Partial<Settings>): Promise<ExecutionResult> {
    const held = this.heldOf(lock);
    lock.expiration = 0;
    const known = settings ? withSettings(releasing(withSettings(this.settings, settings)), settings) : this.releasing;
    // Nodes are given a while also by a lock that has none any more.
    const duration = Math.max(releaseDurationMin, Math.ceil(toMs(held.state.lease.lasts)));
    const context = this.contextFor(lock.resources, duration, known, known.retryCount);
    const operation = this.operationFor(context.keys, 'release-nodes', context.settings.tries);
    const answer = await this.run(operation, releaseQuorum(context, held));
    if (answer === 'released') held.state.lease = { ...held.state.lease, lasts: 0 };
    if (answer === 'released' || answer === 'over') return operation;
    const { attempts } = operation;
    if (answer === 'lost') throw new LockLostError('The lock was no longer held when it was released.', attempts);
    throw new ReleaseFailedError('Too few nodes confirmed the release; the lock will expire by itself.', attempts);
  }

  /**
   * Runs a routine while it holds the resources, extending the lock as long as that takes.
   *
   * @returns what the routine returns; rejects with what it throws. The signal is aborted as soon as the lock can no
   * longer be relied on, by the local clock if no node says so.
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
    const known = withSettings(this.settings, settings);
    if (known.automaticExtensionThreshold > duration - 100) {
      throw new Error(
        'A lock `duration` must be at least 100ms greater than the `automaticExtensionThreshold` setting.',
      );
    }
    const lock = await this.acquire(resources, duration, settings);
    return runWhileHeld(lock, routine, {
      keep: () => this.keep(lock, duration, known),
      tell: (error) => this.tell(error),
    });
  }

  /** Extends a lock until it is stopped, or lost: then it says why. */
  private keep(lock: Lock, duration: number, known: KnownSettings) {
    const held = this.heldOf(lock);
    const context = this.contextFor(lock.resources, duration, known, 0);
    const extending = this.operationFor(context.keys, 'extend', Number.POSITIVE_INFINITY, () => {
      lock.expiration = endOf(held);
    });
    const threshold = known.automaticExtensionThreshold * 1000;
    const parts = [
      begin(extending, keepExtending(context, held, threshold)),
      begin(this.operationFor([], '', 0), untilOver(held)),
    ];
    return keepWatched(parts, (reason) => {
      const text =
        reason === 'lost'
          ? 'The lock was lost: too many nodes have another value.'
          : 'The lock expired before it could be extended.';
      return new LockLostError(text, extending.attempts);
    });
  }

  private run<R>(operation: Operation, program: Program<R>, waiting?: AcquireSettings): Promise<R | undefined> {
    return acquireWaiting(operation, program, waiting);
  }

  private operationFor(keys: readonly string[], tryLabel: string, triesMax: number, extended = nothing): Operation {
    const resourceCount = keys.length;
    return new Operation(this.site, { resourceCount, tryLabel, triesMax, extended, isCounted: true });
  }

  private contextFor(resources: readonly string[], ttl: number, known: KnownSettings, retryCount: number): Context {
    checkResources(resources);
    const key = resources[0];
    if (key === undefined) throw new TypeError('A lock needs at least one resource.');
    const settings = redlockSettings(known, { ttl, tries: triesOf(retryCount) });
    return {
      me,
      nodes: this.site.ids,
      key,
      // One that is named twice is locked once: it cannot be given back twice.
      keys: resources.length === 1 ? [key] : [key, ...new Set(resources.filter((name) => name !== key))],
      settings,
      hold: 0,
    };
  }

  private lockFor(held: HeldLock, resources: readonly string[], operation: Operation, token = held.token): Lock {
    const lock = new Lock(this, [...resources], held.owner, operation, endOf(held), token);
    lock.held = held;
    return lock;
  }

  /** Locks that were made by hand, from what another process has written down, last until their expiration. */
  private heldOf(lock: Lock): HeldLock {
    if (lock.held) return lock.held;
    const from = [localInstant(Date.now() * 1000)];
    const lasts = Math.max(0, (lock.expiration || 0) * 1000 - Date.now() * 1000);
    const state = { lease: { clock: 'wall', from, lasts } as const, extending: null, granted: [] };
    const held: HeldLock = { kind: 'held', validFor: lasts, token: lock.token, owner: lock.value, state };
    lock.held = held;
    return held;
  }

  private tell(error: Error): void {
    tellListeners(this, error);
  }
}

const me: ProcessId = 'client1';

/** In ms; the nodes have half of it. */
const releaseDurationMin = 100;

const nothing = (): void => {};

/** By the wall clock, in ms. */
const endOf = ({ state: { lease } }: HeldLock): number => Math.floor(((lease.from[0] ?? 0) + lease.lasts) / 1000);

const majorityOf = ({ size }: ReadonlySet<unknown>): number => Math.floor(size / 2) + 1;
