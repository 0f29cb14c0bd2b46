/**
 * Consul as its clients see it: sessions that live by renewals, keys that a session acquires and releases, and reads
 * that wait until a key has changed. A cluster is one state here; only its leader keeps the timers. Sessions end by
 * TTL, not by health checks. A long read waits as long as requested; Consul adds up to a sixteenth. Source:
 * agent/consul of Consul: session_ttl.go, kvs_endpoint.go, state/kvs.go, state/session.go, state/delay.go.
 */
import { ok, type Reply, type Value } from '../../model/effects/request';
import { type GoneCause, withoutExpiry, withSession } from '../../model/trace/trace';
import { fromMs, type Micros } from '../../model/values/time';
import { type DatabaseWorld, keyOf, type Leadership, type Peer, type Service, type ServiceCall } from './service';

interface Session {
  readonly id: number;
  readonly peer: Peer;
  /** 0: it lives until it is destroyed. */
  readonly ttl: Micros;
  readonly lockDelay: Micros;
  /** What happens to its keys when it ends: `release` removes the session from them, `delete` deletes them. */
  readonly behavior: string;
  /** By the leader's monotonic clock. */
  expiresAt: Micros;
}

interface Key {
  /** How often the key was acquired since it was created. */
  lockIndex: number;
  modifyIndex: number;
  session: Session | null;
}

/** A read that waits for a change. */
interface Wait {
  readonly call: ServiceCall;
  readonly key: string;
  /** By the leader's monotonic clock. */
  readonly until: Micros;
}

/** A session lives for this many TTLs after its last renewal. */
const ttlMultiplier = 2;

export const makeConsul = (world: DatabaseWorld): Service => new Consul(world);

class Consul implements Service {
  private readonly sessions = new Map<number, Session>();
  private readonly keys = new Map<string, Key>();
  /** Keys under a lock-delay, and the reading of the steady clock at which each delay ends. */
  private readonly closed = new Map<string, Micros>();
  private waits: Wait[] = [];
  /**
   * The clients that were reported as waiting. A client that reads again after a wait without a change stays one of
   * them.
   */
  private readonly waiting = new Set<string>();
  /** Grows with every change. */
  private index = 1;
  private sessionCount = 0;
  private hasLeader = true;

  /**
   * Consul's servers hold a request for up to rpc_hold_timeout before they give this answer. Here they give it at
   * once.
   */
  readonly leadership: Leadership = {
    refusal: noLeader,
    asks: ['KV GET', 'SESSION RENEW'],
    closes: false,
    lost: () => {
      this.hasLeader = false;
      this.waiting.clear();
      for (const { call } of this.waits.splice(0)) call.answer(noLeader);
    },
    gainLeader: () => {
      this.hasLeader = true;
      for (const session of this.sessions.values()) this.startTimer(session);
    },
  };

  constructor(private readonly world: DatabaseWorld) {}

  serve(call: ServiceCall): void {
    if (call.request.command === 'KV GET') this.read(call);
    else call.answer(this.reply(call));
  }

  /** A session is not a connection, and it outlives this one. A read that waits ends with the connection. */
  disconnected(peer: Peer): void {
    this.waits = this.waits.filter(({ call }) => !isSame(call.peer, peer));
    this.waiting.delete(keyOf(peer));
  }

  dueAt(): Micros {
    let due = Number.POSITIVE_INFINITY;
    if (this.hasLeader) for (const { expiresAt } of this.sessions.values()) due = Math.min(due, expiresAt);
    for (const { until } of this.waits) due = Math.min(due, until);
    const ahead = this.world.steady() - this.world.now();
    for (const until of this.closed.values()) due = Math.min(due, until - ahead);
    return due;
  }

  elapse(): void {
    const now = this.world.now();
    for (const session of [...this.sessions.values()])
      if (this.hasLeader && session.expiresAt <= now) this.end(session, { by: null, cause: 'expired' });
    for (const wait of this.waits.filter(({ until }) => until <= now)) this.answerWait(wait);
    const steady = this.world.steady();
    for (const [name, until] of [...this.closed]) if (until <= steady) this.open(name);
  }

  /** Sessions and keys are in the log. The timers are not: a new leader restarts them all. */
  restarted(): number {
    this.waits = [];
    this.waiting.clear();
    for (const session of this.sessions.values()) this.startTimer(session);
    return [...this.keys.values()].filter(({ session }) => session !== null).length;
  }

  /** As `consul kv delete` does: no lock-delay follows, and the next key counts its LockIndex from the beginning. */
  freeByHand(name: string): (() => void) | null {
    if ((this.keys.get(name)?.session ?? null) === null) return null;
    return () => {
      this.index++;
      this.keys.delete(name);
      this.world.entryGone(null, name, 'lost');
      this.changed(name);
    };
  }

  private reply({ peer, request: { command, args } }: ServiceCall): Reply {
    const [first, second, third] = args;
    switch (command) {
      case 'SESSION CREATE':
        return ok(this.create(peer, { ttl: Number(first), lockDelay: Number(second), behavior: String(third) }));
      case 'SESSION RENEW':
        return ok(this.renew(Number(first)));
      case 'SESSION DESTROY':
        return ok(this.destroy(peer, Number(first)));
      case 'KV ACQUIRE':
        return this.acquire(String(first), Number(second));
      case 'KV RELEASE':
        return ok(this.release(peer, String(first), Number(second)));
      default:
        throw new Error(`Consul knows no ${command}.`);
    }
  }

  /** Times are in milliseconds. */
  private create(
    peer: Peer,
    { ttl, lockDelay, behavior }: { readonly ttl: number; readonly lockDelay: number; readonly behavior: string },
  ): Value {
    const id = ++this.sessionCount;
    this.index++;
    const session: Session = { id, peer, ttl: fromMs(ttl), lockDelay: fromMs(lockDelay), behavior, expiresAt: 0 };
    this.startTimer(session);
    this.sessions.set(id, session);
    return id;
  }

  /** Null: there is no such session. */
  private renew(id: number): Value {
    const session = this.sessions.get(id);
    if (!session) return null;
    this.startTimer(session);
    return id;
  }

  private startTimer(session: Session): void {
    session.expiresAt = session.ttl === 0 ? Number.POSITIVE_INFINITY : this.world.now() + ttlMultiplier * session.ttl;
  }

  /** Answers yes for an unknown session, too. */
  private destroy(peer: Peer, id: number): Value {
    const session = this.sessions.get(id);
    if (session) this.end(session, { by: peer, cause: 'deleted' });
    return 'OK';
  }

  /** However a session ends, its keys stay closed for the lock-delay. */
  private end(session: Session, how: { readonly by: Peer | null; readonly cause: GoneCause }): void {
    this.index++;
    this.sessions.delete(session.id);
    for (const [name, key] of [...this.keys]) {
      if (key.session !== session) continue;
      if (session.lockDelay === 0) this.world.entryGone(how.by, name, how.cause);
      else this.close(name, session);
      if (session.behavior === 'delete') this.keys.delete(name);
      key.session = null;
      key.modifyIndex = this.index;
      this.changed(name);
    }
  }

  /**
   * Go compares instants by their monotonic readings, so a jump of the wall clock ends no delay. Every server measures
   * the delay itself from when it learns of the end, so a new leader continues where the previous one was.
   * Source: state/delay.go.
   */
  private close(name: string, { id, peer, lockDelay }: Session): void {
    this.closed.set(name, this.world.steady() + lockDelay);
    this.world.entrySet(peer, name, sessionName(id), lockDelay);
  }

  /** Ends a lock-delay. No client is notified. */
  private open(name: string): void {
    this.closed.delete(name);
    this.world.entryGone(null, name, 'expired');
  }

  private acquire(name: string, id: number): Reply {
    if ((this.closed.get(name) ?? 0) > this.world.steady()) return ok(0);
    if (this.closed.has(name)) this.open(name);
    const session = this.sessions.get(id);
    if (!session) return { kind: 'error', message: `invalid session "${sessionName(id)}"` };
    const key = this.keys.get(name) ?? { lockIndex: 0, modifyIndex: 0, session: null };
    if (key.session !== null && key.session !== session) return ok(0);
    const isNew = key.session === null;
    key.session = session;
    if (isNew) key.lockIndex++;
    key.modifyIndex = ++this.index;
    this.keys.set(name, key);
    const lasts = session.ttl === 0 ? withoutExpiry : withSession;
    if (isNew) this.world.entrySet(session.peer, name, sessionName(id), lasts);
    this.changed(name);
    return ok(1);
  }

  private release(peer: Peer, name: string, id: number): Value {
    const key = this.keys.get(name);
    if (key?.session?.id !== id) return 0;
    key.session = null;
    key.modifyIndex = ++this.index;
    this.world.entryGone(peer, name, 'deleted');
    this.changed(name);
    return 1;
  }

  /** Answers at once if the key has changed since `index`, otherwise when it changes or the wait is over. */
  private read(call: ServiceCall): void {
    const { args } = call.request;
    const name = String(args[0]);
    if (Number(args[1]) < this.indexOf(name)) return this.answer(call, name);
    this.waits.push({ call, key: name, until: this.world.now() + fromMs(Number(args[2])) });
    this.recordWaiting(call);
  }

  /** A monitor's read is consistent, and does not count as waiting for the lock. */
  private recordWaiting({ peer, request: { args } }: ServiceCall): void {
    if (args.includes('consistent') || this.waiting.has(keyOf(peer))) return;
    this.waiting.add(keyOf(peer));
    this.world.waiting(peer);
  }

  private changed(name: string): void {
    for (const wait of this.waits.filter(({ key }) => key === name)) {
      this.forget(wait);
      this.answer(wait.call, name);
    }
  }

  private answerWait(wait: Wait): void {
    this.forget(wait);
    wait.call.answer(ok(this.readKey(wait.key)));
  }

  private forget(wait: Wait): void {
    this.waits = this.waits.filter((other) => other !== wait);
  }

  private answer(call: ServiceCall, name: string): void {
    const isWait = !call.request.args.includes('consistent');
    if (isWait && this.waiting.delete(keyOf(call.peer))) this.world.woken(call.peer);
    call.answer(ok(this.readKey(name)));
  }

  /** The ModifyIndex, the holder if there is one, the LockIndex. */
  private readKey(name: string): Value {
    const key = this.keys.get(name);
    return [this.indexOf(name), key?.session ? sessionName(key.session.id) : null, key?.lockIndex ?? 0];
  }

  /** The index of a missing key changes with every other change. */
  private indexOf(name: string): number {
    return this.keys.get(name)?.modifyIndex ?? this.index;
  }
}

const noLeader: Reply = { kind: 'error', message: 'No cluster leader' };

const sessionName = (id: number): string => `session ${id}`;

const isSame = (one: Peer, other: Peer): boolean => one.index === other.index && one.incarnation === other.incarnation;
