/** A lock that somebody holds: its resources, the value under which it stands there, and until when it is valid. */
import { leftOf } from '../locks/clock';
import { localInstant } from '../model/time';
import type { ExecutionResult, ExecutionStats } from './attempt';
import type { LockLostError } from './errors';
import type { HeldLock } from './programs';
import type { Round } from './round';

/** Whoever gave out the lock. */
interface Keeper {
  readonly release: (lock: Lock) => Promise<ExecutionResult>;
  readonly extend: (lock: Lock, duration: number) => Promise<Lock>;
}

/** What is known of a lock, whichever objects have stood for it: each extension makes another one. */
export interface Hold {
  readonly held: HeldLock;
  /** The try that was granted it; null: it was acquired elsewhere. */
  readonly granted: Round | null;
  /** Those who are told when its time is over, or others have it. */
  keeping: Keeping | null;
  /** The object that stands for it. */
  lock: Lock;
  releasing: Promise<ExecutionResult> | null;
  isReleased: boolean;
}

/** Somebody renews a lock, and watches over it. */
export interface Keeping {
  /** Resolves with the reason when it could not be kept. */
  readonly lost: Promise<LockLostError>;
  readonly stop: () => void;
}

/** Whether nothing is left of it by the clocks of this process. */
export function isOver({ held: { lease } }: Hold): boolean {
  const now = [localInstant(Date.now() * 1000), localInstant(Math.round(performance.now() * 1000))];
  return leftOf(lease, now) === 0;
}

export class Lock {
  /** @internal What is known of it beyond its public side; null: it was made by hand. */
  hold: Hold | null = null;

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

  /** Asks for the duration from now on. */
  extend(duration: number): Promise<Lock> {
    return this.redlock.extend(this, duration);
  }

  /** For `await using`: releases the lock unless that has been done. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.hold === null ? this.expiration > 0 : !this.hold.isReleased) await this.redlock.release(this);
  }
}
