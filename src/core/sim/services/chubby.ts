/**
 * Chubby as its clients see it. Sessions live by KeepAlives, which the master holds back. Locks are exclusive or
 * shared, and each has a generation and sequencers. A lock-delay closes the locks of clients that were lost. A cell of
 * five replicas is one state here. Requests for a lock are granted in the order in which they came. KeepAlives are
 * UDP: the master answers a crashed client once more. Source: Burrows 2006, "The Chubby lock service for
 * loosely-coupled distributed systems", sections 2.4, 2.8 and 4.6.
 */

import { ok, type Reply, type Value } from '../../model/effects/request';
import { readSequencer, sequencerText } from '../../model/trace/entryValue';
import { withSession } from '../../model/trace/trace';
import { fromMs, type Micros, toMs } from '../../model/values/time';
import type { DatabaseWorld, Leadership, Peer, Service, ServiceCall } from './service';

interface Session {
  readonly id: number;
  readonly peer: Peer;
  /** The reading of the master's clock at which the session ends unless a KeepAlive is answered before. */
  leaseEnd: Micros;
  /** KeepAlives that the master holds back, and when they arrived. */
  readonly keepAlives: { readonly call: ServiceCall; readonly cameAt: Micros }[];
}

interface Waiter {
  readonly session: Session;
  readonly mode: string;
  readonly call: ServiceCall;
}

interface Lock {
  readonly name: string;
  /** Grows by one whenever the lock goes from free to held. */
  generation: number;
  mode: string;
  readonly holders: Set<Session>;
  readonly waiters: Waiter[];
  /**
   * No client gets the lock until the steady clock shows this. 0: it is open. The paper names no clock. This is a
   * monotonic one, as for sessions, leases and Consul's lock-delay.
   */
  closedUntil: Micros;
}

/** How long before the end of a lease the master answers a keep-alive. The paper says only “close to expiring”. */
const answerWay = fromMs(250);

export const makeChubby = (world: DatabaseWorld, settings: Readonly<Record<string, unknown>>): Service =>
  new Chubby(world, fromMs(Number(settings['sessionTimeout'])), fromMs(Number(settings['lockDelay'])));

class Chubby implements Service {
  private readonly sessions = new Map<number, Session>();
  private readonly locks = new Map<string, Lock>();
  private sessionCount = 0;
  private hasLeader = true;

  readonly leadership: Leadership = {
    refusal: noMaster,
    asks: ['KEEPALIVE', 'GETSEQUENCER', 'CHECKSEQUENCER'],
    closes: false,
    lost: () => {
      this.hasLeader = false;
      this.refuseAll();
    },
    gainLeader: () => {
      this.hasLeader = true;
      this.restarted();
    },
  };

  constructor(
    private readonly world: DatabaseWorld,
    private readonly lease: Micros,
    private readonly lockDelay: Micros,
  ) {}

  serve(call: ServiceCall): void {
    const { command, args } = call.request;
    if (command === 'OPENSESSION') return call.answer(ok(this.openSession(call.peer)));
    if (command === 'CHECKSEQUENCER') return call.answer(ok(this.isValid(String(args[0])) ? 1 : 0));
    const session = this.sessions.get(Number(args[0]));
    if (!session) return call.answer(expired);
    switch (command) {
      case 'KEEPALIVE':
        session.keepAlives.push({ call, cameAt: this.world.now() });
        return this.answerKeepAlives(session);
      case 'CLOSESESSION':
        this.end(session, { isLost: false });
        return call.answer(ok('OK'));
      default:
        return this.serveLock(call, session, this.lockOf(String(args[1])));
    }
  }

  /**
   * A session is not a connection: it ends with its lease. KeepAlives use UDP, which does not notify the master of a
   * crash, so it also answers KeepAlives of crashed clients. Source: Burrows 2006, section 4.6, "RPC use affects
   * transport protocols".
   */
  disconnected({ index, incarnation }: Peer): void {
    for (const session of this.sessions.values()) {
      if (session.peer.index !== index || session.peer.incarnation !== incarnation) continue;
      for (const lock of this.locks.values()) {
        dropWaiters(lock, session);
        this.grantNext(lock);
      }
    }
  }

  dueAt(): Micros {
    let due = Number.POSITIVE_INFINITY;
    if (this.hasLeader)
      for (const session of this.sessions.values()) {
        due = Math.min(due, session.keepAlives.length > 0 ? this.answerFrom(session) : session.leaseEnd);
      }
    const ahead = this.world.steady() - this.world.now();
    for (const { closedUntil } of this.locks.values()) if (closedUntil > 0) due = Math.min(due, closedUntil - ahead);
    return due;
  }

  elapse(): void {
    if (this.hasLeader) this.elapseSessions();
    const steady = this.world.steady();
    for (const lock of this.locks.values()) if (lock.closedUntil > 0 && lock.closedUntil <= steady) this.open(lock);
  }

  private elapseSessions(): void {
    const now = this.world.now();
    for (const session of [...this.sessions.values()]) {
      this.answerKeepAlives(session);
      if (session.leaseEnd <= now) this.end(session, { isLost: true });
    }
  }

  /** Refuses the keep-alives that the lost master held back. */
  private refuseAll(): void {
    for (const { keepAlives } of this.sessions.values())
      for (const { call } of keepAlives.splice(0)) call.answer(noMaster);
    for (const { waiters } of this.locks.values()) for (const { call } of waiters.splice(0)) call.answer(noMaster);
  }

  /** Sessions and locks are in the cell's database. A new master gives every session its whole lease again. */
  restarted(): number {
    const now = this.world.now();
    for (const session of this.sessions.values()) {
      session.keepAlives.length = 0;
      session.leaseEnd = now + this.lease;
    }
    let held = 0;
    for (const lock of this.locks.values()) {
      lock.waiters.length = 0;
      held += lock.holders.size;
    }
    return held;
  }

  /** No lock-delay follows, because no session was lost. The paper does not name a tool for it. */
  freeByHand(name: string): (() => void) | null {
    const lock = this.locks.get(name);
    if (lock === undefined || lock.holders.size === 0) return null;
    return () => {
      for (const session of lock.holders) this.world.entryGone(null, entryOf(lock, session), 'lost');
      lock.holders.clear();
      this.grantNext(lock);
    };
  }

  private serveLock(call: ServiceCall, session: Session, lock: Lock): void {
    const { command, args } = call.request;
    const mode = String(args[2]);
    switch (command) {
      case 'ACQUIRE':
        return this.acquire(lock, { session, mode, call });
      case 'TRYACQUIRE':
        return call.answer(ok(this.tryAcquire(lock, session, mode) ? 'OK' : null));
      case 'RELEASE':
        return call.answer(ok(this.release(lock, session) ? 1 : 0));
      case 'GETSEQUENCER':
        return call.answer(ok(lock.holders.has(session) ? sequencerText(lock) : null));
      default:
        throw new Error(`Chubby knows no ${command}.`);
    }
  }

  private openSession(peer: Peer): Value {
    const id = ++this.sessionCount;
    this.sessions.set(id, { id, peer, leaseEnd: this.world.now() + this.lease, keepAlives: [] });
    return [id, toMs(this.lease)];
  }

  /**
   * Answers when the old lease is close to its end, with how long the new lease lasts from the arrival of the
   * request.
   */
  private answerKeepAlives(session: Session): void {
    const now = this.world.now();
    if (session.keepAlives.length === 0 || now < this.answerFrom(session)) return;
    session.leaseEnd = now + this.lease;
    for (const { call, cameAt } of session.keepAlives.splice(0)) call.answer(ok(toMs(session.leaseEnd - cameAt)));
  }

  private answerFrom({ leaseEnd }: Session): Micros {
    return leaseEnd - Math.min(Math.floor(this.lease / 2), Math.max(Math.floor(this.lease / 8), answerWay));
  }

  /**
   * Ends a session. The locks of a lost client stay closed for the lock-delay. A client that closes its session frees
   * its locks at once.
   */
  private end(session: Session, { isLost }: { readonly isLost: boolean }): void {
    this.sessions.delete(session.id);
    for (const { call } of session.keepAlives.splice(0)) call.answer(expired);
    for (const lock of this.locks.values()) {
      for (const { call } of dropWaiters(lock, session)) call.answer(expired);
      if (!lock.holders.has(session)) this.grantNext(lock);
      else if (isLost) this.lose(lock, session);
      else this.release(lock, session);
    }
  }

  private acquire(lock: Lock, waiter: Waiter): void {
    if (this.tryAcquire(lock, waiter.session, waiter.mode)) return waiter.call.answer(ok('OK'));
    lock.waiters.push(waiter);
    this.world.waiting(waiter.session.peer);
  }

  /** A client that requests a lock that it already has gets a yes, because the first answer may have been lost. */
  private tryAcquire(lock: Lock, session: Session, mode: string): boolean {
    if (lock.holders.has(session)) return lock.mode === mode;
    if (lock.waiters.length > 0 || !isFree(lock, mode)) return false;
    this.grant(lock, session, mode);
    return true;
  }

  private release(lock: Lock, session: Session): boolean {
    const isWaiting = dropWaiters(lock, session).length > 0;
    const isHolder = lock.holders.delete(session);
    if (isHolder) this.world.entryGone(session.peer, entryOf(lock, session), 'deleted');
    if (isHolder || isWaiting) this.grantNext(lock);
    return isHolder;
  }

  private lose(lock: Lock, session: Session): void {
    lock.holders.delete(session);
    const staysClosed = this.lockDelay > 0 && lock.holders.size === 0;
    if (!staysClosed) {
      this.world.entryGone(null, entryOf(lock, session), 'expired');
      return this.grantNext(lock);
    }
    if (lock.mode !== exclusive) this.world.entryGone(null, entryOf(lock, session), 'expired');
    lock.closedUntil = this.world.steady() + this.lockDelay;
    this.world.entrySet(session.peer, lock.name, sequencerText(lock), this.lockDelay);
  }

  private open(lock: Lock): void {
    lock.closedUntil = 0;
    this.world.entryGone(null, lock.name, 'expired');
    this.grantNext(lock);
  }

  private grantNext(lock: Lock): void {
    for (;;) {
      const next = lock.waiters[0];
      if (!next || !isFree(lock, next.mode)) return;
      lock.waiters.shift();
      this.grant(lock, next.session, next.mode);
      this.world.woken(next.session.peer);
      next.call.answer(ok('OK'));
    }
  }

  private grant(lock: Lock, session: Session, mode: string): void {
    if (lock.holders.size === 0) lock.generation++;
    lock.mode = mode;
    lock.holders.add(session);
    this.world.entrySet(session.peer, entryOf(lock, session), sequencerText(lock), withSession);
  }

  private isValid(sequencer: string): boolean {
    const lock = this.locks.get(readSequencer(sequencer)?.name ?? '');
    return lock !== undefined && lock.holders.size > 0 && sequencer === sequencerText(lock);
  }

  private lockOf(name: string): Lock {
    const knownLock = this.locks.get(name);
    if (knownLock) return knownLock;
    const lock: Lock = { name, generation: 0, mode: exclusive, holders: new Set(), waiters: [], closedUntil: 0 };
    this.locks.set(name, lock);
    return lock;
  }
}

const exclusive = 'exclusive';
const noMaster: Reply = { kind: 'error', message: 'NO_MASTER' };
const expired: Reply = { kind: 'error', message: 'SESSION_EXPIRED' };

/**
 * The name of a hold in the trace. An exclusive holder has the lock's name, and each of several shared holders a name
 * below it.
 */
const entryOf = ({ name, mode }: Lock, { id }: Session): string => (mode === exclusive ? name : `${name}#${id}`);

const isFree = ({ holders, mode, closedUntil }: Lock, wanted: string): boolean =>
  closedUntil === 0 && (holders.size === 0 || (mode === wanted && wanted !== exclusive));

function dropWaiters({ waiters }: Lock, session: Session): readonly Waiter[] {
  const dropped = waiters.filter((waiter) => waiter.session === session);
  for (const waiter of dropped) waiters.splice(waiters.indexOf(waiter), 1);
  return dropped;
}
