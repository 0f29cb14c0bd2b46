/** The face of Redlock over locks that live on one node: acquire, extend, release, using, with the same errors. */
import { EventEmitter } from 'node:events';
import { drive } from '../drive/drive';
import type { Lease } from '../locks/clock';
import { sleepBeforeRetry } from '../locks/retry';
import { forever, mark, type Program, sleep } from '../model/effect';
import type { Held, Refused } from '../model/lock';
import { nodeId } from '../model/scenario';
import { fromMs, type Micros, toMs } from '../model/time';
import { acquireWaiting } from './acquiring';
import type { ExecutionResult } from './attempt';
import { begin } from './begin';
import { checkDuration, checkResources } from './checks';
import { quit, type RedisClient } from './client';
import { ContendedError, LockLostError, NoQuorumError, ReleaseFailedError } from './errors';
import { tellListeners } from './failure';
import {
  extendHeld,
  type Kind,
  type KindContext,
  type KindHeld,
  leftOfHeld,
  singleKind,
  undoTry,
  waitingKind,
  watchedKind,
} from './kinds';
import { Lock } from './lock';
import { Operation } from './operation';
import { type AcquireSettings, defaultSettings, type KnownSettings, type Settings, withSettings } from './settings';
import { nodeTimeoutFor, triesOf } from './simulatedSettings';
import { Site } from './site';
import { keepWatched, type Routine, routineOf, runWhileHeld } from './using';

/** A lock of one of these kinds, with what is known of it. */
interface Kept extends KindHeld {
  readonly context: KindContext;
  readonly nodeTimeoutMs: number;
}

class OneNodeLocks extends EventEmitter {
  readonly settings: KnownSettings;
  private readonly site: Site;
  private readonly kept = new WeakMap<Lock, Kept>();

  constructor(
    readonly client: RedisClient,
    settings: Partial<Settings>,
    private readonly kind: Kind,
  ) {
    super();
    this.settings = withSettings({ ...defaultSettings, nodeTimeout: null }, settings);
    this.site = new Site([client], (error) => this.tell(error));
  }

  /** Ends the connection of its client. */
  async quit(): Promise<void> {
    await quit(this.client);
  }

  /**
   * Locks the resource.
   *
   * @param resources exactly one: a list, so that it can be exchanged for a Redlock.
   * @param duration of the lock in whole ms.
   * @throws ContendedError, NoQuorumError; the signal's reason.
   */
  async acquire(resources: readonly string[], duration: number, settings?: AcquireSettings): Promise<Lock> {
    checkDuration(duration);
    checkResources(resources);
    const [key, ...others] = resources;
    if (key === undefined || others.length > 0) throw new TypeError('This lock takes exactly one resource.');
    const { kind } = this;
    const known = withSettings(this.settings, settings);
    const nodeTimeoutMs = known.nodeTimeout ?? nodeTimeoutFor(duration);
    const wanted = { key, durationMs: duration, waits: known.retryCount !== 0 };
    const context: KindContext = {
      me: 'client1',
      nodes: [nodeId(0)],
      key,
      settings: kind.settingsFor(wanted, known, nodeTimeoutMs),
      hold: 0,
      memory: new Map(),
    };
    let lock: Lock | null = null;
    const operation = this.operation((validFor) => {
      if (lock) lock.expiration = endAfter(validFor);
    });
    const tries = kind.isPatient ? 1 : triesOf(known.retryCount);
    const program = acquireKind(kind, context, { operation, tries, known, nodeTimeoutMs });
    const answer = await acquireWaiting(operation, program, settings).finally(() => operation.close());
    if (answer?.kind !== 'held') {
      if (answer === undefined || answer.reason === 'held')
        throw new ContendedError('The resource is locked by somebody else.', []);
      throw new NoQuorumError('The node did not answer, or answered with an error.', []);
    }
    lock = new Lock(this, [...resources], answer.owner, [], endAfter(answer.validFor), answer.token);
    this.kept.set(lock, { context, held: answer, lease: null, nodeTimeoutMs });
    return lock;
  }

  /** Tries once; null when another has it. */
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
   * @returns the same lock.
   * @throws LockLostError, NoQuorumError.
   */
  async extend(lock: Lock, duration: number): Promise<Lock> {
    checkDuration(duration);
    const kept = this.keptOf(lock);
    const options = { durationMs: duration, nodeTimeoutMs: kept.nodeTimeoutMs };
    const answer = await drive(extendHeld(this.kind, kept.context, kept, options), this.operation());
    lock.expiration = answer === 'lost' ? 0 : endOf(kept.lease, lock.expiration);
    if (answer === 'no-quorum') throw new NoQuorumError('The node did not answer, or answered with an error.', []);
    if (answer === 'lost') throw new LockLostError('The lock is no longer held.', []);
    return lock;
  }

  /**
   * Gives the lock back; one whose time is over without an error.
   *
   * @throws LockLostError, ReleaseFailedError.
   */
  async release(lock: Lock): Promise<ExecutionResult> {
    const kept = this.keptOf(lock);
    const wasReleased = lock.expiration === 0;
    lock.expiration = 0;
    const operation = this.operation();
    const isOver = function* (kind: Kind): Program<boolean> {
      return (yield* leftOfHeld(kind, kept.context, kept)) === 0;
    };
    const reason = await drive(this.kind.lock.release(kept.context as never, kept.held), operation);
    if (reason === 'none' || wasReleased || (await drive(isOver(this.kind), operation))) return { attempts: [] };
    if (reason === 'error')
      throw new ReleaseFailedError('The node did not confirm the release; the lock will expire by itself.', []);
    throw new LockLostError('The lock was no longer held when it was released.', []);
  }

  using<T>(resources: readonly string[], duration: number, settings: AcquireSettings, routine: Routine<T>): Promise<T>;
  using<T>(resources: readonly string[], duration: number, routine: Routine<T>): Promise<T>;
  async using<T>(
    resources: readonly string[],
    duration: number,
    settingsOrRoutine: AcquireSettings | Routine<T>,
    routineLast?: Routine<T>,
  ): Promise<T> {
    const { settings, routine } = routineOf(settingsOrRoutine, routineLast);
    const { automaticExtensionThreshold } = withSettings(this.settings, settings);
    const lock = await this.acquire(resources, duration, settings);
    const threshold = fromMs(Math.min(automaticExtensionThreshold, duration / 2));
    return runWhileHeld(lock, routine, {
      keep: () => this.keep(lock, duration, threshold),
      tell: (error) => this.tell(error),
    });
  }

  private keep(lock: Lock, durationMs: number, threshold: Micros) {
    const kept = this.keptOf(lock);
    const { kind } = this;
    const operation = this.operation((validFor) => {
      lock.expiration = endAfter(validFor);
    });
    const keeping = keepKind(kind, kept, { durationMs, threshold });
    const parts = [begin(operation, untilGone(kind, kept))];
    if (!kind.isWatched) parts.push(begin(operation, keeping));
    return keepWatched(parts, () => new LockLostError('The lock could not be kept.', []));
  }

  private operation(extended: (validFor: Micros) => void = () => {}): Operation {
    return new Operation(this.site, { resourceCount: 1, tryLabel: '', triesMax: 0, isCounted: false, extended });
  }

  private keptOf(lock: Lock): Kept {
    const kept = this.kept.get(lock);
    if (kept === undefined) throw new TypeError('The lock was not acquired here.');
    return kept;
  }

  private tell(error: Error): void {
    tellListeners(this, error);
  }
}

/** A lock on one node, with a fencing token from a counter beside it. Gone with the node, or when its replica takes over too early. */
export class SingleNodeLocks extends OneNodeLocks {
  constructor(client: RedisClient, settings: Partial<Settings> = {}) {
    super(client, settings, singleKind);
  }
}

/** As Redisson's: renewed by a watchdog from `acquire` to `release`, with a fencing token; who waits is woken by a message. */
export class WatchedLocks extends OneNodeLocks {
  constructor(client: RedisClient, settings: Partial<Settings> = {}) {
    super(client, settings, watchedKind);
  }
}

/** As python-redis-lock's: who waits sits at a list (BLPOP), and each release wakes one. Durations in whole seconds. */
export class WaitingLocks extends OneNodeLocks {
  constructor(client: RedisClient, settings: Partial<Settings> = {}) {
    super(client, settings, waitingKind);
  }
}

interface Trying {
  readonly operation: Operation;
  readonly tries: number;
  readonly known: KnownSettings;
  readonly nodeTimeoutMs: number;
}

/** However it ends, cancelled included: who does not hold it leaves no key. */
function* acquireKind(kind: Kind, context: KindContext, trying: Trying): Program<Held | Refused> {
  const { operation, tries, known, nodeTimeoutMs } = trying;
  let mayHaveKey = true;
  try {
    for (let tried = 1; ; tried++) {
      const answer = yield* kind.lock.acquire(context as never);
      mayHaveKey = answer.kind === 'refused' && answer.reason !== 'held';
      if (answer.kind === 'held') return answer;
      if (mayHaveKey) yield* undoTry(kind, context, kind.ownerOf(operation.ownerDrawn), nodeTimeoutMs);
      mayHaveKey = false;
      if (tried === tries) return answer;
      yield* sleepBeforeRetry(known);
      mayHaveKey = true;
    }
  } finally {
    if (mayHaveKey) yield* undoTry(kind, context, kind.ownerOf(operation.ownerDrawn), nodeTimeoutMs);
  }
}

/** Extends it each time that so much is left. */
function* keepKind(
  kind: Kind,
  kept: Kept,
  { durationMs, threshold }: { readonly durationMs: number; readonly threshold: Micros },
): Program {
  for (;;) {
    const left = yield* leftOfHeld(kind, kept.context, kept);
    if (left === 0) return;
    yield* sleep(Math.max(1000, left - threshold));
    const answer = yield* extendHeld(kind, kept.context, kept, { durationMs, nodeTimeoutMs: kept.nodeTimeoutMs });
    if (answer === 'lost') return;
    if (answer === 'extended')
      yield* mark({ mark: 'extended', hold: 0, validFor: yield* leftOfHeld(kind, kept.context, kept) });
  }
}

function* untilGone(kind: Kind, kept: Kept): Program {
  for (;;) {
    const left = yield* leftOfHeld(kind, kept.context, kept);
    if (left === 0) return;
    yield* sleep(left === forever ? fromMs(60_000) : left);
  }
}

const endAfter = (validFor: Micros): number =>
  validFor === forever ? Number.POSITIVE_INFINITY : Date.now() + Math.floor(toMs(validFor));

/** In ms by the wall clock; `otherwise` where no extension has set it. */
const endOf = (lease: Lease | null, otherwise: number): number =>
  lease === null ? otherwise : Math.floor(((lease.from[0] ?? 0) + lease.lasts) / 1000);
