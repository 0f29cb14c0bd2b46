/**
 * Advisory locks as PostgreSQL has them: re-entrant for the session that has one, and bound to it or to its
 * transaction. Clients that share a session share its locks. This serves the simulated database. It also counts beside
 * a real one, which does not tell who has a lock. Source: PostgreSQL documentation, 13.3.5 and 9.28.10.
 */
import type { ServiceTell } from '../../model/serviceTell';
import { withoutExpiry, withSession } from '../../model/trace';

/** A session of the server, by identity. */
export interface Owner {
  readonly id: number;
}

export type Scope = 'session' | 'transaction';

interface AdvisoryLock<P, O> {
  readonly owner: O;
  /** For which client each hold was taken, in order. */
  readonly taken: { readonly peer: P; readonly scope: Scope }[];
}

interface Around<P> {
  /** Told when a lock goes to another client, is taken once more, or is free again. */
  readonly tell: Pick<ServiceTell<P, unknown>, 'entrySet' | 'entryGone'>;
  /** A session of a pool outlives its client, and so do its locks. */
  readonly isPooled: boolean;
  /** The client that a life belongs to. */
  readonly clientOf: (peer: P) => unknown;
}

/** @typeParam P one life of a client. */
export class AdvisoryLocks<P, O extends Owner = Owner> {
  private readonly locks = new Map<string, AdvisoryLock<P, O>>();

  constructor(private readonly around: Around<P>) {}

  /** Takes the lock if it is free or the session has it. Returns whether the session has it now. */
  take(key: string, { owner, peer, scope }: { readonly owner: O; readonly peer: P; readonly scope: Scope }): boolean {
    const lock = this.locks.get(key) ?? { owner, taken: [] };
    if (lock.owner !== owner) return false;
    this.locks.set(key, lock);
    lock.taken.push({ peer, scope });
    this.tell(key, lock, peer);
    return true;
  }

  /** Gives back one hold of the session. Returns false when it has none. */
  unlock(key: string, owner: O, peer: P): boolean {
    const lock = this.locks.get(key);
    if (lock?.owner !== owner) return false;
    // The server only counts the holds. The trace prefers to end the client's own one, if it has one.
    const { clientOf } = this.around;
    const own = lock.taken.findLastIndex((one) => one.scope === 'session' && clientOf(one.peer) === clientOf(peer));
    const place = own >= 0 ? own : lock.taken.findLastIndex(({ scope }) => scope === 'session');
    if (place < 0) return false;
    lock.taken.splice(place, 1);
    this.tell(key, lock, peer);
    return true;
  }

  /** Lets go of what belongs to the session's transaction. With `all`, lets go of everything that the session has. */
  release(owner: O, { all, by }: { readonly all: boolean; readonly by: P | null }): void {
    for (const [key, lock] of this.locks) {
      if (lock.owner !== owner) continue;
      const kept = all ? [] : lock.taken.filter(({ scope }) => scope === 'session');
      if (kept.length === lock.taken.length) continue;
      lock.taken.splice(0, lock.taken.length, ...kept);
      this.tell(key, lock, by);
    }
  }

  /** The session that has a lock which was taken for this client, and is not bound to a transaction. */
  ownerFor(client: unknown): O | null {
    const { clientOf } = this.around;
    for (const { owner, taken } of this.locks.values())
      if (taken.some(({ peer, scope }) => scope === 'session' && clientOf(peer) === client)) return owner;
    return null;
  }

  keys(): readonly string[] {
    return [...this.locks.keys()];
  }

  /** Forgets everything: all of it was in memory. */
  clear(): void {
    this.locks.clear();
  }

  private tell(key: string, { owner, taken }: AdvisoryLock<P, O>, by: P | null): void {
    const { tell, isPooled } = this.around;
    const last = taken.at(-1);
    if (last === undefined) {
      this.locks.delete(key);
      return tell.entryGone(by, key, by === null ? 'expired' : 'deleted');
    }
    const times = taken.length > 1 ? ` ×${taken.length}` : '';
    const staysInPool = isPooled && taken.some(({ scope }) => scope === 'session');
    tell.entrySet(last.peer, key, `session ${owner.id}${times}`, staysInPool ? withoutExpiry : withSession);
  }
}
