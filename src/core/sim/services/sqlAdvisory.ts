/**
 * Advisory locks as in PostgreSQL: re-entrant for the session that has one, and bound to that session or to its
 * transaction. Clients that share a session share its locks. The simulated database uses this. It also counts beside a
 * real database, which does not report the holder of a lock. Source: PostgreSQL documentation, 13.3.5 and 9.28.10.
 */
import type { ServiceWriter } from '../../model/trace/serviceWriter';
import { type GoneCause, withoutExpiry, withSession } from '../../model/trace/trace';

/** A session of the server, by identity. */
export interface Owner {
  readonly id: number;
}

export type Scope = 'session' | 'transaction';

interface AdvisoryLock<P, O> {
  readonly owner: O;
  /** The client that each hold was taken for, in order. */
  readonly holds: { readonly peer: P; readonly scope: Scope }[];
}

interface Around<P> {
  /** Called when a lock goes to another client, is taken once more, or becomes free. */
  readonly record: Pick<ServiceWriter<P, unknown>, 'entrySet' | 'entryGone'>;
  /** A session of a pool outlives its client, and so do its locks. */
  readonly isPooled: boolean;
  /** The client that a life belongs to. */
  readonly clientOf: (peer: P) => unknown;
}

/** @typeParam P one life of a client. */
export class AdvisoryLocks<P, O extends Owner = Owner> {
  private readonly locks = new Map<string, AdvisoryLock<P, O>>();

  constructor(private readonly around: Around<P>) {}

  /** Takes the lock if it is free or the session has it already. Returns whether the session has it now. */
  take(key: string, { owner, peer, scope }: { readonly owner: O; readonly peer: P; readonly scope: Scope }): boolean {
    const lock = this.locks.get(key) ?? { owner, holds: [] };
    if (lock.owner !== owner) return false;
    this.locks.set(key, lock);
    lock.holds.push({ peer, scope });
    this.record(key, lock, peer);
    return true;
  }

  /** Releases one hold of the session. Returns false if the session has no hold. */
  unlock(key: string, owner: O, peer: P): boolean {
    const lock = this.locks.get(key);
    if (lock?.owner !== owner) return false;
    // The server only counts the holds. For the trace, the client's own hold ends first, if there is one.
    const { clientOf } = this.around;
    const own = lock.holds.findLastIndex((one) => one.scope === 'session' && clientOf(one.peer) === clientOf(peer));
    const index = own >= 0 ? own : lock.holds.findLastIndex(({ scope }) => scope === 'session');
    if (index < 0) return false;
    lock.holds.splice(index, 1);
    this.record(key, lock, peer);
    return true;
  }

  /**
   * Releases what belongs to the session's transaction. With `all`, releases everything that the session has.
   *
   * @param by null: no client asked for it.
   */
  release(
    owner: O,
    { all, by, cause }: { readonly all: boolean; readonly by: P | null; readonly cause?: GoneCause },
  ): void {
    for (const [key, lock] of this.locks) {
      if (lock.owner !== owner) continue;
      const remainder = all ? [] : lock.holds.filter(({ scope }) => scope === 'session');
      if (remainder.length === lock.holds.length) continue;
      lock.holds.splice(0, lock.holds.length, ...remainder);
      this.record(key, lock, by, cause);
    }
  }

  ownerOf(key: string): O | null {
    return this.locks.get(key)?.owner ?? null;
  }

  /** The session that has a lock that was taken for this client and is not bound to a transaction. */
  ownerFor(client: unknown): O | null {
    const { clientOf } = this.around;
    for (const { owner, holds } of this.locks.values())
      if (holds.some(({ peer, scope }) => scope === 'session' && clientOf(peer) === client)) return owner;
    return null;
  }

  owners(): readonly O[] {
    return [...this.locks.values()].map(({ owner }) => owner);
  }

  keys(): readonly string[] {
    return [...this.locks.keys()];
  }

  /** Forgets everything, because all of it was in memory. */
  clear(): void {
    this.locks.clear();
  }

  private record(
    key: string,
    { owner, holds }: AdvisoryLock<P, O>,
    by: P | null,
    cause: GoneCause = by === null ? 'expired' : 'deleted',
  ): void {
    const { record, isPooled } = this.around;
    const last = holds.at(-1);
    if (last === undefined) {
      this.locks.delete(key);
      return record.entryGone(by, key, cause);
    }
    const times = holds.length > 1 ? ` ×${holds.length}` : '';
    const staysInPool = isPooled && holds.some(({ scope }) => scope === 'session');
    record.entrySet(last.peer, key, `session ${owner.id}${times}`, staysInPool ? withoutExpiry : withSession);
  }
}
