/**
 * What all locks of the library do: acquire, extend, release and using. They put promises around the programs and
 * have the shapes of node-redlock 5. They differ wherever node-redlock demonstrably loses a lock, a key or a caller:
 * see docs/from-redlock-5.md.
 */
import { EventEmitter } from 'node:events';
import { wallOf } from '../core/locks/clock';
import type { Program } from '../core/model/effect';
import { fromMs, localInstant, type Micros, type Ms, toMs } from '../core/model/time';
import type { ExecutionResult } from './attempt';
import { begin } from './begin';
import { checkDuration, checkResources } from './checks';
import { quit, type RedisClient } from './client';
import { ContendedError, LockLostError, ReleaseFailedError } from './errors';
import { acquireError, executionError, executionErrorOfNodes, noQuorumError } from './executionErrors';
import { notifyListeners } from './failure';
import { Followers } from './followers';
import type { Keys, Kind } from './kind';
import { type Hold, type Keeping, Lock } from './lock';
import { NodeGroup } from './nodeGroup';
import { type About, Operation } from './operation';
import { Owners } from './owner';
import {
  acquireQuorum,
  type Context,
  dropLock,
  endLease,
  extendQuorum,
  type HeldLock,
  heldLock,
  keepExtending,
  type NotHeld,
  releaseQuorum,
  untilOver,
  validityOf,
} from './programs';
import { run, runUnlessStopped } from './runUnlessStopped';
import {
  type AcquireSettings,
  defaultSettings,
  type KnownSettings,
  patienceFloor,
  releasing,
  type Settings,
  triesOf,
  type Waiting,
  withSettings,
  withWaiting,
} from './settings';
import { keepWatched, type Routine, routineOf, runWhileHeld } from './using';

interface Patient extends Context {
  /** The shortest wait for a node, in ms. Null: exactly as long as the settings say. */
  readonly floorMs: Ms | null;
}

export abstract class Locks extends EventEmitter {
  readonly settings: KnownSettings;
  private readonly releasing: KnownSettings;
  private readonly group: NodeGroup;
  private readonly owners = new Owners();
  private readonly followers = new Followers();

  /** @param settings for all locks. Each call may override them. */
  protected constructor(
    clients: readonly RedisClient[],
    settings: Partial<Settings>,
    private readonly kind: Kind,
  ) {
    super();
    this.settings = withSettings({ ...defaultSettings, nodeTimeout: null }, settings);
    this.releasing = releasing(this.settings);
    this.group = new NodeGroup(clients, {
      hearFailure: (error) => this.emitError(error),
      waking: kind.waking ?? null,
      retryDelay: this.settings.retryDelay,
    });
  }

  /** Closes the connections of all clients. */
  async quit(): Promise<void> {
    this.group.close();
    await Promise.all(this.group.clients.map(quit));
  }

  /**
   * Locks all resources together.
   *
   * @param duration of the lock in whole ms.
   * @throws ContendedError, NoQuorumError; the signal's reason.
   */
  async acquire(resources: readonly string[], duration: number, settings?: AcquireSettings): Promise<Lock> {
    checkDuration(duration);
    const known = withWaiting(this.settings, settings);
    const lock = this.contextFor(resources, duration, known, known.retryCount);
    const operation = this.operationFor(lock);
    const program = acquireQuorum(lock, this.owners.next);
    const answer =
      settings?.signal || settings?.deadline !== undefined
        ? await this.acquireUnlessStopped(program, { operation, lock, waiting: settings })
        : await run(operation, program);
    if (answer?.kind !== 'held') throw acquireError(answer, { operation, resources, group: this.group });
    return this.lockFor(answer, { resources, operation, context: lock, known });
  }

  private acquireUnlessStopped(
    program: Program<HeldLock | NotHeld>,
    about: { readonly operation: Operation; readonly lock: Context; readonly waiting: Waiting },
  ): Promise<HeldLock | NotHeld | undefined> {
    const { operation, lock, waiting } = about;
    const drop = (answer: HeldLock | NotHeld): void => {
      if (answer.kind === 'held') void run(operation, dropLock(lock, answer));
    };
    return runUnlessStopped(operation, program, { waiting, followers: this.followers, drop });
  }

  /** Tries once; null if others have one of the resources. */
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
   * @returns a lock that replaces the given one, which ends.
   * @throws LockLostError, NoQuorumError.
   */
  async extend(existing: Lock, duration: number, settings?: Partial<Settings>): Promise<Lock> {
    checkDuration(duration);
    if (existing.expiration < Date.now())
      throw new LockLostError('Cannot extend an already-expired lock.', [], existing);
    const known = withSettings(this.settings, settings);
    const lock = this.contextFor(existing.resources, duration, known, known.retryCount);
    const hold = this.holdOf(existing);
    const operation = this.operationFor(lock);
    const extending = run(operation, extendQuorum(lock, hold.held));
    // A shorter duration counts at once, because nodes may receive it before any of them answers.
    existing.expiration = endOf(hold.held);
    const answer = await extending;
    const failed = { operation, resources: existing.resources, group: this.group };
    existing.expiration = answer === 'no-quorum' ? endOf(hold.held) : 0;
    if (answer === 'no-quorum') throw noQuorumError(failed);
    if (hold.isReleased) throw executionError(LockLostError, 'The lock was released before it was extended.', failed);
    if (answer === 'extended') return this.objectFor(hold, existing.resources, operation);
    if (answer === 'late')
      throw executionErrorOfNodes(LockLostError, 'The lock expired before it was extended.', failed);
    throw executionError(LockLostError, 'The lock is no longer held: too many nodes have another value.', failed);
  }

  /**
   * Deletes the lock's keys on all nodes. A lock whose time is over is released without an error, whatever the nodes
   * answer.
   *
   * @throws LockLostError if others deleted or took it before its time, ReleaseFailedError.
   */
  async release(lock: Lock, settings?: Partial<Settings>): Promise<ExecutionResult> {
    const hold = this.holdOf(lock);
    lock.expiration = 0;
    hold.lock.expiration = 0;
    hold.isReleased = true;
    hold.keeping?.stop();
    hold.releasing ??= this.releaseNow(lock, hold, settings).finally(() => {
      hold.releasing = null;
    });
    return hold.releasing;
  }

  private async releaseNow(lock: Lock, hold: Hold, settings?: Partial<Settings>): Promise<ExecutionResult> {
    const { held, granted } = hold;
    const known = settings ? withSettings(releasing(withSettings(this.settings, settings)), settings) : this.releasing;
    // Even a lock without any time left gives the nodes a while.
    const duration = Math.max(releaseDurationMin, Math.ceil(toMs(held.lease.lasts)));
    const context = this.contextFor(lock.resources, duration, known, known.retryCount);
    const operation = this.operationFor(context, { granted });
    const answer = await run(operation, releaseQuorum(context, held));
    if (answer !== 'failed') endLease(held);
    if (answer === 'released' || answer === 'over') return operation;
    const failed = { operation, resources: lock.resources, group: this.group };
    if (answer === 'lost')
      throw executionError(LockLostError, 'The lock was no longer held when it was released.', failed);
    const text = 'Too few nodes confirmed the release; the lock will expire by itself.';
    throw executionErrorOfNodes(ReleaseFailedError, text, failed);
  }

  /**
   * Runs a routine while it holds the resources. It extends the lock as long as the routine takes. The routine's
   * signal is aborted as soon as the lock can no longer be relied on. If no node reports that, the local clock
   * decides.
   *
   * @returns what the routine returns; rejects with what it throws.
   * @throws LockLostError if the lock was lost before it was released, with the routine's result in `result`. A
   * routine that throws gets its own error, with that one as its cause.
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
    const known = withWaiting(this.settings, settings);
    const threshold = this.kind.isWatched ? 0 : this.thresholdFor(duration, known);
    const lock = await this.acquire(resources, duration, settings);
    const hold = this.holdOf(lock);
    const context = this.contextFor(resources, duration, known, 0);
    return runWhileHeld(hold, routine, {
      given: settings?.signal ?? null,
      keep: () => {
        hold.keeping ??= this.keep(hold, context, fromMs(threshold));
        return hold.keeping;
      },
      release: () => this.release(hold.lock),
      followers: this.followers,
      report: (error) => this.emitError(error),
    });
  }

  /** How long before its end a lock is extended, in ms. */
  protected thresholdFor(duration: number, known: KnownSettings): number {
    const threshold = known.automaticExtensionThreshold;
    const validity = validityOf({ ttl: duration, driftFactor: known.driftFactor }) / 1000;
    if (threshold > duration - 100 || threshold >= validity) {
      throw new Error(
        'A lock `duration` must be at least 100ms greater than the `automaticExtensionThreshold` setting, and what is left of it ' +
          `when clocks run unevenly must be more: ${validity} ms of ${duration}, and the threshold is ${threshold}.`,
      );
    }
    return threshold;
  }

  /** Extends a lock until it is stopped, or lost: then it reports why. */
  private keep(hold: Pick<Hold, 'held' | 'lock'>, context: Patient, threshold: Micros): Keeping {
    const { held } = hold;
    const triesMax = Number.POSITIVE_INFINITY;
    const extended = (): void => {
      hold.lock.expiration = endOf(held);
    };
    const extending = this.operationFor(context, { triesMax, extended });
    // Nodes that are far away are asked earlier, by the time they take to answer, but not before half of the time is
    // over.
    const early = (): Micros =>
      Math.max(threshold, Math.min(threshold + fromMs(this.group.roundTripMs()), held.lease.lasts / 2));
    const parts = [
      begin(extending, keepExtending(context, held, early)),
      begin(this.operationFor(context, { triesMax }), untilOver(held)),
    ];
    return keepWatched(parts, (reason) => {
      hold.lock.expiration = 0;
      const failed = { operation: extending, resources: hold.lock.resources, group: this.group };
      return reason === 'lost'
        ? executionError(LockLostError, 'The lock was lost: too many nodes have another value.', failed)
        : executionErrorOfNodes(LockLostError, 'The lock expired before it could be extended.', failed);
    });
  }

  private contextFor(resources: readonly string[], ttl: number, known: KnownSettings, retryCount: number): Patient {
    checkResources(resources);
    const [key] = resources;
    if (key === undefined) throw new TypeError('A lock needs at least one resource.');
    const { retryDelay, retryJitter, driftFactor, token, tokenLifetime, nodeTimeout } = known;
    return {
      kind: this.kind,
      nodes: this.group.ids,
      keys: this.keysOf(key, resources),
      ttl,
      tries: triesOf(retryCount),
      retryDelay,
      retryJitter,
      driftFactor,
      token,
      // A counter must not expire before the lock that it counted.
      tokenLifetime: Number.isFinite(tokenLifetime) ? Math.max(tokenLifetime, ttl) : 0,
      nodeTimeout: nodeTimeout ?? Math.max(1, Math.floor(validityOf({ ttl, driftFactor }) / 2000)),
      floorMs: nodeTimeout === null ? patienceFloor(ttl) : null,
    };
  }

  private operationFor({ keys, tries, floorMs }: Patient, more: Partial<About> = {}): Operation {
    return new Operation(this.group, { resourceCount: keys.length, triesMax: tries, floorMs, ...more });
  }

  /** A resource that is named twice is locked once, because it cannot be given back twice. */
  protected keysOf(key: string, resources: readonly string[]): Keys {
    return resources.length === 1 ? [key] : [key, ...new Set(resources.filter((name) => name !== key))];
  }

  private lockFor(
    held: HeldLock,
    about: {
      readonly resources: readonly string[];
      readonly operation: Operation;
      readonly context: Patient;
      readonly known: KnownSettings;
    },
  ): Lock {
    const { resources, operation, context } = about;
    const lock = new Lock(this, [...resources], held.owner, operation, endOf(held), held.token);
    const named = { held, lock };
    // Like Redisson's watchdog, it renews the lock when a third of its time is over.
    const keeping = this.kind.isWatched ? this.keep(named, context, (held.lease.lasts * 2) / 3) : null;
    const hold = Object.assign(named, { granted: operation.latest, keeping, releasing: null, isReleased: false });
    lock.hold = hold;
    return lock;
  }

  /** The object that represents a lock after an extension. */
  protected objectFor(hold: Hold, resources: readonly string[], operation: Operation): Lock {
    const { held } = hold;
    const lock = new Lock(this, [...resources], held.owner, operation, endOf(held), held.token);
    lock.hold = hold;
    hold.lock = lock;
    return lock;
  }

  /** A lock made by hand, from data of another process, lasts until its expiration. */
  private holdOf(lock: Lock): Hold {
    if (lock.hold) return lock.hold;
    const from = localInstant(Date.now() * 1000);
    const lasts = Math.max(0, (lock.expiration || 0) * 1000 - Date.now() * 1000);
    const held = heldLock(lock.value, lock.token, { clock: 'wall', from, lasts });
    const hold: Hold = { held, granted: null, keeping: null, lock, releasing: null, isReleased: false };
    lock.hold = hold;
    return hold;
  }

  private emitError(error: Error): void {
    notifyListeners(this, error);
  }
}

/** In ms. The nodes get half of it. */
const releaseDurationMin = 100;

/** When the lock ends by the wall clock, in ms as `Date.now()` counts. */
export const endOf = ({ lease }: HeldLock): number => Math.floor((wallOf(lease.from) + lease.lasts) / 1000);
