/**
 * Advisory locks, as PostgreSQL has them: re-entrant for the session that has one, bound to it or to its transaction.
 * Whoever shares a session shares its locks. Source: PostgreSQL documentation, 13.3.5 and 9.28.10.
 */
import type { Peer } from './service';

/** A session of the server, by identity. */
export interface Owner {
  readonly id: number;
}

export type Scope = 'session' | 'transaction';

interface AdvisoryLock {
  readonly owner: Owner;
  /** On whose behalf it was taken, once for each time, in order. */
  readonly taken: { readonly peer: Peer; readonly scope: Scope }[];
}

/** Who had a lock last, and how often its session has it. */
export interface Had {
  readonly peer: Peer;
  readonly owner: Owner;
  readonly times: number;
  /** Whether it outlives the session's transaction. */
  readonly ofSession: boolean;
}

/** Told whenever a lock is had for another client, another time, or by nobody any more (null). */
export type Told = (key: string, had: Had | null, by: Peer | null) => void;

export class AdvisoryLocks {
  private readonly locks = new Map<string, AdvisoryLock>();

  constructor(private readonly told: Told) {}

  /** Answers whether the session has it now. */
  take(
    key: string,
    { owner, peer, scope }: { readonly owner: Owner; readonly peer: Peer; readonly scope: Scope },
  ): boolean {
    const lock = this.locks.get(key) ?? { owner, taken: [] };
    if (lock.owner !== owner) return false;
    this.locks.set(key, lock);
    lock.taken.push({ peer, scope });
    this.tell(key, lock, peer);
    return true;
  }

  /** Gives back what the session has taken once; false where it has not. */
  unlock(key: string, owner: Owner, peer: Peer): boolean {
    const lock = this.locks.get(key);
    if (lock?.owner !== owner) return false;
    // The server counts and does not look who in the session it was; the trace would rather have the client's own.
    const own = lock.taken.findLastIndex((one) => one.scope === 'session' && one.peer.index === peer.index);
    const place = own >= 0 ? own : lock.taken.findLastIndex(({ scope }) => scope === 'session');
    if (place < 0) return false;
    lock.taken.splice(place, 1);
    this.tell(key, lock, peer);
    return true;
  }

  /** Lets go of what belongs to the session's transaction; with `all`, of everything that it has. */
  release(owner: Owner, { all, by }: { readonly all: boolean; readonly by: Peer | null }): void {
    for (const [key, lock] of this.locks) {
      if (lock.owner !== owner) continue;
      const kept = all ? [] : lock.taken.filter(({ scope }) => scope === 'session');
      if (kept.length === lock.taken.length) continue;
      lock.taken.splice(0, lock.taken.length, ...kept);
      this.tell(key, lock, by);
    }
  }

  keys(): readonly string[] {
    return [...this.locks.keys()];
  }

  /** All of it is in memory. */
  clear(): void {
    this.locks.clear();
  }

  private tell(key: string, { owner, taken }: AdvisoryLock, by: Peer | null): void {
    const last = taken.at(-1);
    if (last === undefined) this.locks.delete(key);
    const ofSession = taken.some(({ scope }) => scope === 'session');
    this.told(key, last === undefined ? null : { peer: last.peer, owner, times: taken.length, ofSession }, by);
  }
}
