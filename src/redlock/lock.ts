/** A lock that is held: its resources, its value in Redis, and how long it is valid. */
import { leftOf } from '../core/locks/shared/clock';
import { localInstant, type Micros, toMs } from '../core/model/values/time';
import type { ExecutionResult, ExecutionStats } from './attempt';
import type { LockLostError } from './errors';
import { dataIn } from './owner';
import type { HeldLock } from './programs';
import type { Round } from './round';

/** The locks object that gave out the lock. */
interface Keeper {
  readonly release: (lock: Lock) => Promise<ExecutionResult>;
  readonly extend: (lock: Lock, duration: number) => Promise<Lock>;
}

/** What is known about a lock. Each extension makes another lock object, and all of them share this. */
export interface Hold {
  readonly held: HeldLock;
  /** The try that was granted the lock. Null: it was acquired elsewhere. */
  readonly granted: Round | null;
  /** Notified when the lock's time is over, or when others have it. Null: nothing keeps it. */
  keeping: Keeping | null;
  /** The object that currently represents the lock. */
  lock: Lock;
  releasing: Promise<ExecutionResult> | null;
  isReleased: boolean;
  /** Whether it was found lost or was given back, so that nothing more is emitted about it. */
  isEnded: boolean;
  /** A loss that no promise has rejected with yet. */
  unreported: LockLostError | null;
}

/** Renews a lock and watches it. */
export interface Keeping {
  /** Resolves with the reason when the lock could not be kept. */
  readonly lost: Promise<LockLostError>;
  readonly stop: () => void;
  /** Called when the lease has become shorter. */
  readonly again: () => void;
  /** Called when an extension or the clock of the caller has found the lock lost. */
  readonly fail: (error: LockLostError) => void;
}

/** How much time of it is left by the clocks of this process. */
export function leftNow({ lease }: HeldLock): Micros {
  const now = { wall: localInstant(Date.now() * 1000), mono: localInstant(Math.round(performance.now() * 1000)) };
  return leftOf(lease, now);
}

export const isOver = ({ held }: Hold): boolean => leftNow(held) === 0;

/**
 * What `acquire` gives: a lock that is held until `expiration`, unless it is released or lost before.
 *
 * @example
 * import assert from 'node:assert';
 * import { Redlock } from 'quorum-lock';
 * import { SimulatedRedis } from 'quorum-lock/simulated';
 *
 * const redlock = new Redlock([new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()]);
 * const lock = await redlock.acquire(['report'], 1000, { data: 'worker 7' });
 * assert.deepEqual([lock.resources, lock.data], [['report'], 'worker 7']);
 * const longer = await lock.extend(5000);
 * assert.ok(longer.expiration > Date.now() + 4000);
 * await longer.release();
 * assert.equal(longer.expiration, 0);
 */
export class Lock {
  readonly #redlock: Keeper;
  readonly #tries: ExecutionResult | readonly Promise<ExecutionStats>[];
  #hold: Hold | null = null;

  constructor(
    redlock: Keeper,
    readonly resources: string[],
    /** The value in its keys: the owner, and its data if there is any. */
    readonly value: string,
    tries: ExecutionResult | readonly Promise<ExecutionStats>[],
    /** When it ends, in ms as `Date.now()` counts. 0 after its release. */
    public expiration: number,
    /** Greater than the token of every earlier holder. Null if the lock has none. */
    readonly token: number | null = null,
  ) {
    this.#redlock = redlock;
    this.#tries = tries;
  }

  /** The locks object that gave it out. Like all that leads to a client, it is not printed. */
  get redlock(): Keeper {
    return this.#redlock;
  }

  /** @internal What is known about the lock beyond its public side. Null: it was made by hand. */
  get hold(): Hold | null {
    return this.#hold;
  }

  /** @internal */
  set hold(hold: Hold | null) {
    this.#hold = hold;
  }

  /** What was set as `data` when it was acquired. Null: nothing. */
  get data(): string | null {
    return dataIn(this.value);
  }

  /**
   * How long it can still be relied on, in ms. 0: not any more. Unlike `expiration`, it does not trust a wall clock that
   * was set back: the longer of the times counts that the wall clock and the monotonic clock have measured.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * const redlock = new Redlock([new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()]);
   * const lock = await redlock.acquire(['report'], 5000);
   * assert.ok(lock.remainingMs > 4000 && lock.remainingMs < 5000);
   * await lock.release();
   * assert.equal(lock.remainingMs, 0);
   */
  get remainingMs(): number {
    const { hold, expiration } = this;
    if (hold === null) return Math.max(0, expiration - Date.now());
    return expiration === 0 || hold.isReleased ? 0 : toMs(leftNow(hold.held));
  }

  /** The answer of each node in each attempt. */
  get attempts(): readonly Promise<ExecutionStats>[] {
    const tries = this.#tries;
    return 'attempts' in tries ? tries.attempts : tries;
  }

  /** Gives it back, like `release` of the object that acquired it. */
  release(): Promise<ExecutionResult> {
    return this.redlock.release(this);
  }

  /** Asks for a whole `duration` (in ms) from now on, like `extend` of the object that acquired it. */
  extend(duration: number): Promise<Lock> {
    return this.redlock.extend(this, duration);
  }

  /**
   * What a log may say of it.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * const redlock = new Redlock([new SimulatedRedis()]);
   * const lock = await redlock.acquire(['report'], 5000);
   * const { resources, value } = JSON.parse(JSON.stringify(lock));
   * assert.deepEqual([resources, value], [['report'], lock.value]);
   * await lock.release();
   */
  toJSON(): object {
    const { resources, value, expiration, token } = this;
    return { resources, value, expiration, token };
  }

  /**
   * For `await using`: releases the lock at the end of the block unless it has been released. Throws like `release`.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
   * const redlock = new Redlock(nodes);
   * {
   *   await using lock = await redlock.acquire(['a'], 5000);
   *   assert.equal(nodes[0]?.get('a'), lock.value);
   * }
   * assert.equal(nodes[0]?.get('a'), null);
   */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.hold === null ? this.expiration > 0 : !this.hold.isReleased) await this.redlock.release(this);
  }
}
