/**
 * Advisory locks, as PostgreSQL has them: re-entrant for the session that has one, bound to it or to its transaction.
 * Whoever shares a session shares its locks. It serves the simulated database, and counts beside a real one, which does not tell.
 * Source: PostgreSQL documentation, 13.3.5 and 9.28.10.
 */
import type { ServiceDeeds } from '../../model/serviceDeeds';
import { withoutExpiry, withSession } from '../../model/trace';

/** A session of the server, by identity. */
export interface Owner {
  readonly id: number;
}

export type Scope = 'session' | 'transaction';

interface AdvisoryLock<P> {
  readonly owner: Owner;
  /** On whose behalf it was taken, once for each time, in order. */
  readonly taken: { readonly peer: P; readonly scope: Scope }[];
}

interface Around<P> {
  /** Told whenever a lock is had for another client, another time, or by nobody any more. */
  readonly deeds: Pick<ServiceDeeds<P, unknown>, 'entrySet' | 'entryGone'>;
  /** A session of a pool does not end with its client, nor do its locks. */
  readonly isPooled: boolean;
  /** Whose life it is. */
  readonly clientOf: (peer: P) => unknown;
}

/** @typeParam P one life of a client. */
export class AdvisoryLocks<P> {
  private readonly locks = new Map<string, AdvisoryLock<P>>();

  constructor(private readonly around: Around<P>) {}

  /** Answers whether the session has it now. */
  take(
    key: string,
    { owner, peer, scope }: { readonly owner: Owner; readonly peer: P; readonly scope: Scope },
  ): boolean {
    const lock = this.locks.get(key) ?? { owner, taken: [] };
    if (lock.owner !== owner) return false;
    this.locks.set(key, lock);
    lock.taken.push({ peer, scope });
    this.tell(key, lock, peer);
    return true;
  }

  /** Gives back what the session has taken once; false where it has not. */
  unlock(key: string, owner: Owner, peer: P): boolean {
    const lock = this.locks.get(key);
    if (lock?.owner !== owner) return false;
    // The server counts and does not look who in the session it was; the trace would rather have the client's own.
    const { clientOf } = this.around;
    const own = lock.taken.findLastIndex((one) => one.scope === 'session' && clientOf(one.peer) === clientOf(peer));
    const place = own >= 0 ? own : lock.taken.findLastIndex(({ scope }) => scope === 'session');
    if (place < 0) return false;
    lock.taken.splice(place, 1);
    this.tell(key, lock, peer);
    return true;
  }

  /** Lets go of what belongs to the session's transaction; with `all`, of everything that it has. */
  release(owner: Owner, { all, by }: { readonly all: boolean; readonly by: P | null }): void {
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

  private tell(key: string, { owner, taken }: AdvisoryLock<P>, by: P | null): void {
    const { deeds, isPooled } = this.around;
    const last = taken.at(-1);
    if (last === undefined) {
      this.locks.delete(key);
      return deeds.entryGone(by, key, by === null ? 'expired' : 'deleted');
    }
    const times = taken.length > 1 ? ` ×${taken.length}` : '';
    const staysInPool = isPooled && taken.some(({ scope }) => scope === 'session');
    deeds.entrySet(last.peer, key, `session ${owner.id}${times}`, staysInPool ? withoutExpiry : withSession);
  }
}
