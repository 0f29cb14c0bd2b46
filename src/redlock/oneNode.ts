/** The interface of Redlock over locks that live on one node. */
import { lockClientOf, type RedisClient } from './client';
import type { Keys, Kind } from './kind';
import type { Hold, Lock } from './lock';
import { Locks } from './locks';
import { endOf } from './lockWork';
import { singleKind, waitingKind, watchedKind } from './oneNodeKinds';
import { defaultSettings, type KnownSettings, type Settings } from './settings';

/** Locks that take exactly one resource. It is passed as a list, so that they can replace a Redlock. */
class OneNodeLocks extends Locks {
  readonly #client: RedisClient;

  constructor(client: RedisClient, settings: Partial<Settings>, kindFor: (prefix: string) => Kind) {
    super([client], settings, kindFor(lockClientOf(client).keyPrefix ?? ''));
    this.#client = client;
  }

  /** It is not printed, because a printed client shows its password. */
  get client(): RedisClient {
    return this.#client;
  }

  protected override keysOf(key: string, { length }: readonly string[]): Keys {
    if (length > 1) throw new TypeError('This lock takes exactly one resource.');
    return [String(key)];
  }

  /** The default threshold must fit any duration. */
  protected override thresholdFor(duration: number, settings: KnownSettings): number {
    const isSet = settings.automaticExtensionThreshold !== defaultSettings.automaticExtensionThreshold;
    return isSet
      ? super.thresholdFor(duration, settings)
      : Math.min(settings.automaticExtensionThreshold, duration / 2);
  }

  /** An extension answers with the same lock. */
  protected override objectFor(hold: Hold): Lock {
    hold.lock.expiration = endOf(hold.held);
    return hold.lock;
  }
}

/**
 * A lock on one node, with a fencing token from a counter beside it. The lock is lost with the node, or if a replica
 * takes over before it received the lock.
 *
 * @example
 * import assert from 'node:assert';
 * import { SingleNodeLocks } from 'quorum-lock/watched';
 * import { SimulatedRedis } from 'quorum-lock/simulated';
 *
 * const locks = new SingleNodeLocks(new SimulatedRedis());
 * const first = await locks.acquire(['row'], 5000);
 * await first.release();
 * const second = await locks.acquire(['row'], 5000);
 * assert.ok(second.token !== null && first.token !== null && second.token > first.token);
 * await second.release();
 */
export class SingleNodeLocks extends OneNodeLocks {
  constructor(client: RedisClient, settings: Partial<Settings> = {}) {
    super(client, settings, singleKind);
  }
}

/**
 * A lock like Redisson's: a watchdog renews it from `acquire` to `release`, it has a fencing token, and a message
 * wakes its waiters.
 *
 * @example
 * import assert from 'node:assert';
 * import { WatchedLocks } from 'quorum-lock/watched';
 * import { SimulatedRedis } from 'quorum-lock/simulated';
 *
 * const node = new SimulatedRedis();
 * const locks = new WatchedLocks(node);
 * const lock = await locks.acquire(['job'], 150);
 * await new Promise((resolve) => setTimeout(resolve, 400)); // Longer than the duration.
 * assert.ok(lock.expiration > Date.now());
 * await lock.release();
 * assert.equal(await locks.isLocked(['job']), false);
 */
export class WatchedLocks extends OneNodeLocks {
  constructor(client: RedisClient, settings: Partial<Settings> = {}) {
    super(client, settings, watchedKind);
  }
}

/**
 * A lock like python-redis-lock's: its waiters wait at a list (BLPOP), and each release wakes one.
 *
 * @example
 * import assert from 'node:assert';
 * import { WaitingLocks } from 'quorum-lock/watched';
 * import { SimulatedRedis } from 'quorum-lock/simulated';
 *
 * const locks = new WaitingLocks(new SimulatedRedis());
 * const order: string[] = [];
 * const first = await locks.acquire(['job'], 5000);
 * const waiting = locks.acquire(['job'], 5000).then((lock) => {
 *   order.push('second');
 *   return lock;
 * });
 * order.push('first');
 * await first.release();
 * await (await waiting).release();
 * assert.deepEqual(order, ['first', 'second']);
 */
export class WaitingLocks extends OneNodeLocks {
  constructor(client: RedisClient, settings: Partial<Settings> = {}) {
    super(client, settings, waitingKind);
  }
}
