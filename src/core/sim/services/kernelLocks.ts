/**
 * Locks on files that a kernel keeps, by flock(2) or fcntl(2). A lock belongs to a process, and the kernel frees it
 * when the process ends, unless a child has inherited what was opened. It has no time limit: a paused process keeps
 * it. On NFS the server has the lock, and a lease with each client's kernel: a server that hears nothing from a
 * machine during a whole lease frees its locks. Every answer of a kernel that is awake and reachable renews the lease,
 * so a paused process keeps its lock there, too. Left out: shared locks; the grace period, in which clients reclaim
 * their locks after a restart of the server (they keep them here); newer servers, which keep an expired lock until
 * another client wants it. Sources: flock(2), fcntl_locking(2) and nfs(5) of Linux; RFC 8881, section 8.3, "Lease
 * Renewal".
 */
import { ok, type Reply } from '../../model/effects/request';
import type { Micros } from '../../model/values/time';
import { keyOf, type Peer, type ServiceCall, type ServiceWorld } from './service';

interface KernelLock {
  readonly peer: Peer;
  /** When the server last heard of its holder's machine. */
  heardAt: Micros;
  probeAt: Micros;
  /** Its process has ended, and a child has the lock. */
  isOrphan: boolean;
}

interface Waiter {
  readonly path: string;
  readonly call: ServiceCall;
}

interface Options {
  /**
   * How long a server of NFS keeps a silent machine’s locks. Infinite: one machine, whose kernel sees every process
   * end.
   */
  readonly lease: Micros;
  /** A child has inherited the descriptor. */
  readonly inherits: boolean;
  /** Called when a process gets a lock, and when it ends. */
  readonly taken: (peer: Peer, path: string) => void;
  readonly freed: (by: Peer | null, path: string) => void;
}

export class KernelLocks {
  private readonly locks = new Map<string, KernelLock>();
  private waiters: readonly Waiter[] = [];

  constructor(
    private readonly world: Pick<ServiceWorld, 'now' | 'waiting' | 'woken' | 'isReachable'>,
    private readonly options: Options,
  ) {}

  get count(): number {
    return this.locks.size;
  }

  lock(path: string, call: ServiceCall, { waits }: { readonly waits: boolean }): void {
    const { peer, answer } = call;
    const holder = this.locks.get(path);
    if (holder === undefined) this.give(path, peer);
    else if (keyOf(holder.peer) !== keyOf(peer)) {
      if (!waits) return answer({ kind: 'error', message: 'EWOULDBLOCK' });
      this.waiters = [
        ...this.waiters.filter((one) => one.path !== path || keyOf(one.call.peer) !== keyOf(peer)),
        { path, call },
      ];
      return this.world.waiting(peer);
    }
    answer(ok('OK'));
  }

  /** Closing any descriptor has the same effect on a lock of fcntl(2). */
  unlock(path: string, peer: Peer): Reply {
    const holder = this.locks.get(path)?.peer;
    const isOwn = holder !== undefined && keyOf(holder) === keyOf(peer);
    if (isOwn) this.free(path, peer);
    return isOwn ? ok('OK') : { kind: 'error', message: 'EIO' };
  }

  ended(peer: Peer): void {
    this.waiters = this.waiters.filter(({ call }) => keyOf(call.peer) !== keyOf(peer));
    for (const [path, lock] of this.locks) {
      if (keyOf(lock.peer) !== keyOf(peer)) continue;
      if (this.options.inherits) lock.isOrphan = true;
      else this.free(path, null);
    }
  }

  /** Waiting requests got no answer, and their clients send them again. */
  restarted(): void {
    this.waiters = [];
  }

  /** A child can be ended. Null: no process has the lock, or only the end of its process would free it. */
  endChild(path: string): (() => void) | null {
    const lock = this.locks.get(path);
    return lock?.isOrphan === true ? () => this.free(path, null) : null;
  }

  dueAt(): Micros {
    return Math.min(Number.POSITIVE_INFINITY, ...[...this.locks.values()].map(({ probeAt }) => probeAt));
  }

  elapse(): void {
    const now = this.world.now();
    const { lease } = this.options;
    for (const [path, lock] of this.locks) {
      if (lock.probeAt > now) continue;
      if (this.world.isReachable(lock.peer)) lock.heardAt = now;
      if (now - lock.heardAt >= lease) this.free(path, null);
      else lock.probeAt = Math.min(now + lease / renewals, lock.heardAt + lease);
    }
  }

  private give(path: string, peer: Peer): void {
    const now = this.world.now();
    this.locks.set(path, { peer, heardAt: now, probeAt: now + this.options.lease / renewals, isOrphan: false });
    this.options.taken(peer, path);
  }

  private free(path: string, by: Peer | null): void {
    this.locks.delete(path);
    this.options.freed(by, path);
    const next = this.waiters.find((one) => one.path === path);
    if (next === undefined) return;
    this.waiters = this.waiters.filter((one) => one !== next);
    this.give(path, next.call.peer);
    this.world.woken(next.call.peer);
    next.call.answer(ok('OK'));
  }
}

/**
 * How often a machine renews within a lease. Linux’ client renews less often: after two thirds of it
 * (nfs4_schedule_state_renewal).
 */
const renewals = 4;
