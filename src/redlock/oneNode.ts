/** The interface of Redlock over locks that live on one node. */
import { lockClientOf, type RedisClient } from './client';
import type { Keys, Kind } from './kind';
import type { Hold, Lock } from './lock';
import { endOf, Locks } from './locks';
import { singleKind, waitingKind, watchedKind } from './oneNodeKinds';
import { defaultSettings, type KnownSettings, type Settings } from './settings';

/** Locks that take exactly one resource. It is passed as a list, so that they can replace a Redlock. */
class OneNodeLocks extends Locks {
  constructor(
    readonly client: RedisClient,
    settings: Partial<Settings>,
    kindFor: (prefix: string) => Kind,
  ) {
    super([client], settings, kindFor(lockClientOf(client).keyPrefix ?? ''));
  }

  protected override keysOf(key: string, { length }: readonly string[]): Keys {
    if (length > 1) throw new TypeError('This lock takes exactly one resource.');
    return [key];
  }

  /** The default threshold must fit any duration. */
  protected override thresholdFor(duration: number, known: KnownSettings): number {
    const isSet = known.automaticExtensionThreshold !== defaultSettings.automaticExtensionThreshold;
    return isSet ? super.thresholdFor(duration, known) : Math.min(known.automaticExtensionThreshold, duration / 2);
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
 */
export class SingleNodeLocks extends OneNodeLocks {
  constructor(client: RedisClient, settings: Partial<Settings> = {}) {
    super(client, settings, singleKind);
  }
}

/**
 * A lock like Redisson's: a watchdog renews it from `acquire` to `release`, it has a fencing token, and a message
 * wakes its waiters.
 */
export class WatchedLocks extends OneNodeLocks {
  constructor(client: RedisClient, settings: Partial<Settings> = {}) {
    super(client, settings, watchedKind);
  }
}

/** A lock like python-redis-lock's: its waiters wait at a list (BLPOP), and each release wakes one. */
export class WaitingLocks extends OneNodeLocks {
  constructor(client: RedisClient, settings: Partial<Settings> = {}) {
    super(client, settings, waitingKind);
  }
}
