/**
 * etcd as its clients see it: a revision that grows with every change, keys that end with a lease, leases that live by
 * KeepAlives, a transaction "put the key if it does not exist", and watches that report deletions, including past
 * ones. A cluster is one state here. Leases are in milliseconds and have no minimum; etcd's own are whole seconds.
 * Without a leader watches stay, and a new leader adds the election timeout to each lease. Source: etcd.io, "API
 * reference" and "etcd API guarantees"; lessor.go and lease_command of etcd 3.5.
 */
import { ok, type Reply, type Request, type Value } from '../../model/effects/request';
import { type GoneCause, withoutExpiry, withSession } from '../../model/trace/trace';
import { fromMs, type Micros, type Ms, toMs } from '../../model/values/time';
import type { Leadership, Peer, Service, ServiceCall, ServiceWorld } from './service';

interface Lease {
  readonly id: number;
  readonly peer: Peer;
  readonly ttl: Micros;
  /** By the server's monotonic clock. */
  expiresAt: Micros;
}

interface Key {
  readonly name: string;
  readonly createRevision: number;
  /** Null: it stays until it is deleted. */
  readonly lease: Lease | null;
}

interface Watch {
  readonly peer: Peer;
  readonly key: string;
}

/** The server looks for expired leases twice a second, so a lease may live that much longer. */
const lookEvery = fromMs(500);

/** Everything that a client watches comes in one stream, in order. */
const watchTopic = 'watch';

/** etcd's election timeout, for locks that do not set one. */
const electionUsual: Ms = 1000;

export const makeEtcd = (world: ServiceWorld, settings: Readonly<Record<string, unknown>>): Service =>
  new Etcd(world, fromMs(Number(settings['election'] ?? electionUsual)));

class Etcd implements Service {
  private readonly leases = new Map<number, Lease>();
  /** Sorted by their create revisions. */
  private readonly keys = new Map<string, Key>();
  private readonly deleted: { readonly key: string; readonly revision: number }[] = [];
  private watches: Watch[] = [];
  private revision = 1;
  private leaseCount = 0;
  private hasLeader = true;

  /** Watches live at the servers, and stay. */
  readonly leadership: Leadership = {
    refusal: { kind: 'error', message: 'etcdserver: no leader' },
    asks: ['GET', 'GET LAST', 'WATCH', 'LEASE KEEPALIVE'],
    closes: false,
    lost: () => {
      this.hasLeader = false;
    },
    gainLeader: () => {
      this.hasLeader = true;
      this.renewAll();
    },
  };

  constructor(
    private readonly world: ServiceWorld,
    private readonly election: Micros,
  ) {}

  serve({ peer, request, answer }: ServiceCall): void {
    answer(this.reply(peer, request));
  }

  /** A lease is not a connection, and it outlives this one. A watch ends with the connection. */
  disconnected(peer: Peer): void {
    this.watches = this.watches.filter((watch) => !isSame(watch.peer, peer));
  }

  dueAt(): Micros {
    let due = Number.POSITIVE_INFINITY;
    if (!this.hasLeader) return due;
    for (const { expiresAt } of this.leases.values()) due = Math.min(due, Math.ceil(expiresAt / lookEvery) * lookEvery);
    return due;
  }

  elapse(): void {
    if (!this.hasLeader) return;
    const now = this.world.now();
    const over = [...this.leases.values()].filter(
      ({ expiresAt }) => Math.ceil(expiresAt / lookEvery) * lookEvery <= now,
    );
    for (const lease of over.sort((a, b) => a.expiresAt - b.expiresAt)) this.end(lease, { by: null, cause: 'expired' });
  }

  /** Everything is in its log. */
  restarted(): number {
    this.watches = [];
    this.renewAll();
    return this.keys.size;
  }

  /** As `etcdctl del` does: the lease of the key stays, and its owner keeps it alive. */
  freeByHand(lock: string): (() => void) | null {
    const oldest = [...this.keys.keys()].find((name) => name === lock || name.startsWith(`${lock}/`));
    return oldest === undefined ? null : () => void this.deleteKey(oldest, { by: null, cause: 'lost' });
  }

  /** A new leader gives every lease its whole time again, plus the election timeout. Source: lessor.go, Promote. */
  private renewAll(): void {
    for (const lease of this.leases.values()) lease.expiresAt = this.world.now() + lease.ttl + this.election;
  }

  private reply(peer: Peer, { command, args }: Request): Reply {
    const name = String(args[0]);
    const number = Number(args[0]);
    switch (command) {
      case 'LEASE GRANT':
        return ok(this.grant(peer, number));
      case 'LEASE KEEPALIVE':
        return ok(this.keepAlive(number));
      case 'LEASE REVOKE':
        return this.revoke(peer, number);
      case 'TXN PUT IF ABSENT':
        return this.putIfAbsent(peer, name, { leaseId: Number(args[1]), prefix: String(args[2]) });
      case 'GET':
        return ok(this.keys.get(name)?.createRevision ?? null);
      case 'GET LAST':
        return ok(this.lastBefore(name, Number(args[1])));
      case 'DELETE':
        return ok(this.deleteKey(name, { by: peer, cause: 'deleted' }));
      case 'WATCH':
        return ok(this.watch(peer, name, Number(args[1])));
      default:
        throw new Error(`etcd knows no ${command}.`);
    }
  }

  private grant(peer: Peer, ttlMs: Ms): Value {
    const ttl = fromMs(ttlMs);
    const id = ++this.leaseCount;
    this.leases.set(id, { id, peer, ttl, expiresAt: this.world.now() + ttl });
    return [id, toMs(ttl)];
  }

  /**
   * Renews a lease and returns how long it lasts from now on. 0: the lease does not exist any more, or it is over and
   * the server has not checked yet.
   */
  private keepAlive(id: number): Value {
    const lease = this.leases.get(id);
    const now = this.world.now();
    if (!lease || lease.expiresAt <= now) return 0;
    lease.expiresAt = now + lease.ttl;
    return toMs(lease.ttl);
  }

  private revoke(peer: Peer, id: number): Reply {
    const lease = this.leases.get(id);
    if (!lease) return leaseNotFound;
    this.end(lease, { by: peer, cause: 'deleted' });
    return ok('OK');
  }

  /**
   * Puts a key if it does not exist yet. Answers the create revision of the key, new or old, and the create revision
   * of the oldest key with this prefix, whose owner holds the lock. The id 0 is not a lease.
   */
  private putIfAbsent(
    peer: Peer,
    name: string,
    { leaseId, prefix }: { readonly leaseId: number; readonly prefix: string },
  ): Reply {
    const lease = leaseId === 0 ? null : this.leases.get(leaseId);
    if (lease === undefined) return leaseNotFound;
    let key = this.keys.get(name);
    if (!key) {
      key = { name, createRevision: ++this.revision, lease };
      this.keys.set(name, key);
      if (lease === null) this.world.entrySet(peer, name, name.slice(prefix.length), withoutExpiry);
      else this.world.entrySet(lease.peer, name, `lease ${lease.id}`, withSession);
    }
    const oldest = [...this.keys.values()].find((one) => one.name.startsWith(prefix));
    return ok([key.createRevision, (oldest ?? key).createRevision]);
  }

  /** Answers the youngest key with this prefix that was created no later, and the revision at which this is true. */
  private lastBefore(prefix: string, createRevisionMax: number): Value {
    const key = [...this.keys.values()].findLast(
      ({ name, createRevision }) => name.startsWith(prefix) && createRevision <= createRevisionMax,
    );
    return key ? [key.name, this.revision] : null;
  }

  /** Reports the next deletion of the key from this revision on, even if it is in the past. */
  private watch(peer: Peer, key: string, from: number): Value {
    const past = this.deleted.find((one) => one.key === key && one.revision >= from);
    if (past) this.world.push(peer, watchTopic, ['DELETE', key, past.revision]);
    else {
      this.watches.push({ peer, key });
      this.world.waiting(peer);
    }
    return this.revision;
  }

  private end(lease: Lease, how: { readonly by: Peer | null; readonly cause: GoneCause }): void {
    this.leases.delete(lease.id);
    for (const { name, lease: of } of [...this.keys.values()]) if (of === lease) this.deleteKey(name, how);
  }

  /** Returns the number of deleted keys. */
  private deleteKey(name: string, { by, cause }: { readonly by: Peer | null; readonly cause: GoneCause }): number {
    if (!this.keys.delete(name)) return 0;
    const revision = ++this.revision;
    this.deleted.push({ key: name, revision });
    this.world.entryGone(by, name, cause);
    const notified = this.watches.filter(({ key }) => key === name);
    this.watches = this.watches.filter((watch) => !notified.includes(watch));
    for (const { peer } of notified) {
      this.world.woken(peer);
      this.world.push(peer, watchTopic, ['DELETE', name, revision]);
    }
    return 1;
  }
}

const leaseNotFound: Reply = { kind: 'error', message: 'etcdserver: requested lease not found' };

const isSame = (one: Peer, other: Peer): boolean => one.index === other.index && one.incarnation === other.incarnation;
