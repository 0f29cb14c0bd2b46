/** A lock that somebody holds: its resources, the value under which it stands there, and until when it is valid. */

import type { ExecutionResult, ExecutionStats } from './attempt';
import type { HeldLock } from './programs';

/** Whoever gave out the lock. */
interface Keeper {
  readonly release: (lock: Lock) => Promise<ExecutionResult>;
  readonly extend: (lock: Lock, duration: number) => Promise<Lock>;
}

export class Lock {
  /** @internal What is known of it beyond its public side; null: it was made by hand. */
  held: HeldLock | null = null;

  constructor(
    readonly redlock: Keeper,
    readonly resources: string[],
    /** What stands in its keys. */
    readonly value: string,
    private readonly tries: ExecutionResult | readonly Promise<ExecutionStats>[],
    /** When it ends, in ms as `Date.now()` counts; 0 from its release on. */
    public expiration: number,
    /** Greater than that of every earlier holder; null where the lock has none. */
    readonly token: number | null = null,
  ) {}

  /** What each node had to say in each try. */
  get attempts(): readonly Promise<ExecutionStats>[] {
    return 'attempts' in this.tries ? this.tries.attempts : this.tries;
  }

  release(): Promise<ExecutionResult> {
    return this.redlock.release(this);
  }

  /** Answers a lock that lasts for the duration from now on, and ends this one. */
  extend(duration: number): Promise<Lock> {
    return this.redlock.extend(this, duration);
  }

  /** For `await using`: releases the lock unless that has been done. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.expiration > 0) await this.redlock.release(this);
  }
}
