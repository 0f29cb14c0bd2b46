/**
 * The common base of acquire, extend, release and using: their contexts and operations, the state of each lock, its
 * automatic extension, and the events.
 */
import { wallOf } from '../core/locks/shared/clock';
import type { Program } from '../core/model/effects/effect';
import { fromMs, localInstant, type Micros, type Ms } from '../core/model/values/time';
import type { ExecutionResult } from './attempt';
import { begin } from './begin';
import { checkResources } from './checks';
import type { RedisClient } from './client';
import { LockLostError } from './errors';
import { LockEmitter, notifyListeners } from './events';
import { executionError, executionErrorOfNodes } from './executionErrors';
import { errorFrom } from './failure';
import { Followers } from './followers';
import type { Keys, Kind } from './kind';
import { type Hold, type Keeping, Lock } from './lock';
import { NodeGroup } from './nodeGroup';
import { type About, Operation } from './operation';
import { Owners } from './owner';
import {
  type Context,
  dropLock,
  endLease,
  type HeldLock,
  heldLock,
  keepExtending,
  type NotHeld,
  untilOver,
  validityOf,
} from './programs';
import { delayAfter } from './retryDelay';
import { run, runUnlessStopped } from './runUnlessStopped';
import {
  defaultSettings,
  type KnownSettings,
  patienceFloor,
  type Settings,
  triesOf,
  type Waiting,
  withSettings,
} from './settings';
import { countLost, traceExtensions } from './telemetry';
import { keepWatched } from './using';

export interface Patient extends Context {
  /** The shortest wait for a node, in ms. Null: exactly as long as the settings say. */
  readonly floorMs: Ms | null;
}

export abstract class LockWork extends LockEmitter {
  readonly settings: KnownSettings;
  // Private at runtime too: the printed object shows no client.
  readonly #group: NodeGroup;
  /** @internal */
  protected readonly owners = new Owners();
  /** @internal */
  protected readonly followers = new Followers();
  /** @internal */
  protected readonly kind: Kind;

  protected constructor(clients: readonly RedisClient[], settings: Partial<Settings>, kind: Kind) {
    super();
    this.kind = kind;
    this.settings = withSettings({ ...defaultSettings, nodeTimeout: null }, settings);
    const hearFailure = (error: Error): void => {
      notifyListeners(this, 'nodeFailed', error);
      notifyListeners(this, 'error', error);
    };
    this.#group = new NodeGroup(clients, { hearFailure, waking: kind.waking ?? null });
  }

  /** @internal */
  protected get group(): NodeGroup {
    return this.#group;
  }

  abstract extend(existing: Lock, duration: number): Promise<Lock>;
  abstract release(lock: Lock): Promise<ExecutionResult>;

  /** @internal Undefined: the signal or the deadline came first. */
  protected acquireUnlessStopped(
    program: Program<HeldLock | NotHeld>,
    about: { readonly operation: Operation; readonly lock: Context; readonly waiting: Waiting },
  ): Promise<HeldLock | NotHeld | undefined> {
    const { operation, lock, waiting } = about;
    const drop = (answer: HeldLock | NotHeld): void => {
      if (answer.kind === 'held') void run(operation, dropLock(lock, answer));
    };
    return runUnlessStopped(operation, program, { waiting, followers: this.followers, drop });
  }

  /** How long before its end a lock is extended, in ms. */
  protected thresholdFor(duration: number, settings: KnownSettings): number {
    const threshold = settings.automaticExtensionThreshold;
    const validity = validityOf({ ttl: duration, driftFactor: settings.driftFactor }) / 1000;
    if (threshold > duration - 100 || threshold >= validity) {
      throw new Error(
        'A lock `duration` must be at least 100ms greater than the `automaticExtensionThreshold` setting, and its ' +
          `validity must be greater: ${validity} ms of ${duration}, and the threshold is ${threshold}.`,
      );
    }
    return threshold;
  }

  /** @internal Extends a lock until it is stopped, or lost: then it reports why. */
  protected keep(hold: Hold, context: Patient, threshold: Micros): Keeping {
    const { held } = hold;
    const triesMax = Number.POSITIVE_INFINITY;
    const extended = (): void => {
      hold.lock.expiration = endOf(held);
      notifyListeners(this, 'extended', hold.lock);
      endSpan();
    };
    const extending = this.operationFor(context, { triesMax, extended });
    const { resources } = hold.lock;
    const endSpan = traceExtensions({ operation: extending, resources, context }, held);
    // Distant nodes are asked earlier, by the time they take to answer, but not before half of the time is over.
    const early = (): Micros => {
      // An extension by the caller may be longer than the next ones, or shorter than the threshold.
      const lasts = Math.min(held.lease.lasts, held.lastsMost, validityOf(context));
      if (lasts <= threshold) return lasts / 2;
      return Math.max(threshold, Math.min(threshold + fromMs(this.group.roundTripMs()), lasts / 2));
    };
    const parts = () => [
      begin(extending, keepExtending(this.unfailing(context), held, early)),
      begin(this.operationFor(context, { triesMax }), untilOver(held)),
    ];
    const keeping = keepWatched(parts, (reason) => {
      const failed = { operation: extending, resources, group: this.group };
      const error =
        reason === 'lost'
          ? executionError(LockLostError, 'The lock was lost: too many nodes have another value.', failed)
          : executionErrorOfNodes(LockLostError, 'The lock expired before it could be extended.', failed);
      endSpan({ thrown: error });
      hold.unreported = this.lose(hold, error);
      return error;
    });
    const stop = (): void => {
      keeping.stop();
      endSpan();
    };
    const again = (): void => {
      endSpan();
      keeping.again();
    };
    const fail = (error: LockLostError): void => {
      endSpan({ thrown: error });
      keeping.fail(error);
    };
    return { lost: keeping.lost, stop, again, fail };
  }

  /** No caller waits for an automatic extension, so an error of the caller's function is only reported. */
  private unfailing(context: Patient): Patient {
    const { retryDelay } = context;
    if (typeof retryDelay === 'number') return context;
    const orDefault = (tries: number): Ms => {
      try {
        return delayAfter(tries, retryDelay);
      } catch (thrown) {
        notifyListeners(this, 'error', errorFrom(thrown));
        return defaultSettings.retryDelay;
      }
    };
    return { ...context, retryDelay: orDefault };
  }

  /**
   * @internal Records that a lock is lost, and adds the lock to the error. The first to find it emits the event and
   * ends what keeps the lock.
   */
  protected lose(hold: Hold, error: LockLostError): LockLostError {
    error.lock = hold.lock;
    hold.lock.expiration = 0;
    hold.unreported = null;
    endLease(hold.held);
    if (!hold.isEnded) {
      hold.isEnded = true;
      notifyListeners(this, 'lost', error);
      countLost();
      hold.keeping?.fail(error);
    }
    return error;
  }

  /** @internal Records that a lock was given back. */
  protected ended(hold: Hold): void {
    if (!hold.isEnded) notifyListeners(this, 'released', hold.lock);
    hold.isEnded = true;
  }

  /** @internal */
  protected contextFor(
    resources: readonly string[],
    ttl: number,
    settings: KnownSettings,
    retryCount: number,
  ): Patient {
    checkResources(resources);
    const [key] = resources;
    if (key === undefined) throw new TypeError('A lock needs at least one resource.');
    const { retryDelay, retryJitter, driftFactor, token, tokenLifetime, nodeTimeout } = settings;
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

  /** @internal */
  protected operationFor({ keys, tries, floorMs, retryDelay }: Patient, more: Partial<About> = {}): Operation {
    return new Operation(this.group, { resourceCount: keys.length, triesMax: tries, floorMs, retryDelay, ...more });
  }

  /** A resource that is named twice is locked once, because it cannot be given back twice. */
  protected keysOf(key: string, resources: readonly string[]): Keys {
    if (resources.length === 1) return [String(key)];
    const [first = key, ...others] = new Set(resources.map(String));
    return [first, ...others];
  }

  /** @internal */
  protected lockFor(
    held: HeldLock,
    about: {
      readonly resources: readonly string[];
      readonly operation: Operation;
      readonly context: Patient;
    },
  ): Lock {
    const { resources, operation, context } = about;
    const lock = new Lock(this, [...resources], held.owner, operation, endOf(held), held.token);
    const hold = newHold(held, lock, operation.latest);
    // Like Redisson's watchdog, it renews the lock when a third of its time is over.
    if (this.kind.isWatched) hold.keeping = this.keep(hold, context, (held.lease.lasts * 2) / 3);
    return lock;
  }

  /** The object that represents a lock after an extension. */
  protected objectFor(hold: Hold, resources: readonly string[], operation: Operation): Lock {
    const { held } = hold;
    const lock = new Lock(this, [...resources], held.owner, operation, endOf(held), held.token);
    lock.hold = hold;
    // Another extension may have made that one meanwhile.
    hold.lock.expiration = 0;
    hold.lock = lock;
    return lock;
  }

  /** @internal A lock made by hand, from data of another process, lasts until its expiration. */
  protected holdOf(lock: Lock): Hold {
    if (lock.hold) return lock.hold;
    const from = localInstant(Date.now() * 1000);
    const lasts = Math.max(0, (lock.expiration || 0) * 1000 - Date.now() * 1000);
    const held = heldLock(lock.value, lock.token, { clock: 'wall', from, lasts });
    return newHold(held, lock, null);
  }
}

function newHold(held: HeldLock, lock: Lock, granted: Hold['granted']): Hold {
  const hold: Hold = {
    held,
    granted,
    keeping: null,
    lock,
    releasing: null,
    isReleased: false,
    isEnded: false,
    unreported: null,
  };
  lock.hold = hold;
  return hold;
}

/** When the lock ends by the wall clock, in ms as `Date.now()` counts. */
export const endOf = ({ lease }: HeldLock): number => Math.floor((wallOf(lease.from) + lease.lasts) / 1000);
