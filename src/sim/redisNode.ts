/**
 * One Redis server as a process: executes requests one after the other, expires keys by its own wall clock, logs what
 * changed. Its replicas and whoever blocks on it are `replication.ts` and `blocking.ts`.
 */
import { requestText, type Reply, type Request } from '../model/request';
import type { ProcessId } from '../model/scenario';
import { toWholeMs } from '../model/time';
import { goneCauses, kindNumber } from '../model/trace';
import { Blocking } from './blocking';
import { Machine } from './machine';
import { type Closing, legs, Message } from './message';
import type { Happening } from './queue';
import { valueText } from './redis/entry';
import { type Change, type Entry, Keyspace } from './redis/keyspace';
import { lastStates, type LogEntry, RedisLog } from './redisLog';
import type { Replication } from './replication';
import type { World } from './world';

const kinds = kindNumber;
const expiredCause = goneCauses.indexOf('expired');
const deletedCause = goneCauses.indexOf('deleted');
const lostCause = goneCauses.indexOf('lost');
const nobody = -1;

/** Longer lives than a column of the trace can tell are cut to this. */
const expiresInMax = 2 ** 31 - 1;

export class RedisNode extends Machine {
  readonly keyspace: Keyspace;
  readonly log: RedisLog;
  /** Set where the scenario has replicas. */
  replication: Replication | null = null;
  private readonly blocking: Blocking;
  /** The expiry of each key that has one; what is armed in the queue beside it is out of date. */
  private readonly expiries = new Map<string, number>();
  private survivors: Map<string, LogEntry> = new Map();
  private before: Map<string, Entry> = new Map();
  private flushArmed = false;
  /** The true time at which the next expiry is looked for. */
  private expiryArmedAt = Number.POSITIVE_INFINITY;

  constructor(world: World, index: number, id: ProcessId, role: 'node' | 'replica') {
    super(world, index, id, role);
    const { nodes } = world.scenario.settings;
    this.blocking = new Blocking(world, this);
    this.keyspace = new Keyspace({ onPublish: (channel, text) => this.blocking.publish(channel, text) });
    this.log = new RedisLog(nodes.persistence, nodes.disk, nodes.replicas > 0);
  }

  get wallMs(): number {
    return toWholeMs(this.clock.wall(this.world.now));
  }

  protected override take(message: Message): void {
    const { request } = message;
    switch (request.command) {
      case 'BLPOP':
        return this.blocking.pop(message);
      case 'WAIT':
        return this.blocking.wait(message);
      case 'SUBSCRIBE':
        return this.blocking.subscribe(message);
      default: {
        const reply = this.execute(request, message.from.index);
        this.reply(message, reply);
        this.blocking.serve();
      }
    }
  }

  /** Executes at this instant and tells trace, log and replicas what changed. */
  execute(request: Request, peer: number): Reply {
    const wall = this.clock.wall(this.world.now);
    const reply = this.keyspace.execute(request, toWholeMs(wall), wall);
    this.takeChanges(peer);
    return reply;
  }

  reply(message: Message, reply: Reply): void {
    const { world } = this;
    const ok = reply.kind === 'ok' && reply.value !== null && reply.value !== 0 ? 1 : 0;
    world.trace.write(world.now, kinds.received, this.index, message.from.index, message.id, ok);
    world.send(message.answer(reply), world.replyText(reply));
  }

  push(to: Machine, incarnation: number, request: Request, reply: Reply): void {
    const { world } = this;
    const message = new Message(this, to, world.nextMessage(), request, incarnation);
    message.leg = legs.push;
    message.reply = reply;
    world.send(message, world.trace.text(requestText(request)));
  }

  /** What the last command or expiry did, into the trace and the log. */
  takeChanges(peer: number): void {
    const { changes } = this.keyspace;
    if (changes.length === 0) return;
    for (const change of changes) this.record(change, peer);
    changes.length = 0;
    if (!this.log.kept) return;
    if (this.log.syncsAlways) this.world.trace.write(this.world.now, kinds.synced, this.index, this.log.entries.length);
    this.armFlush();
    this.replication?.spread();
  }

  /** An entry of the master's log arrives at this replica. */
  adopt(logged: LogEntry): void {
    const { key, entry, owner } = logged;
    const before = this.keyspace.copyOf(key);
    this.keyspace.put(key, entry);
    this.log.append(logged);
    if (entry !== null) this.recordEntry(key, entry, owner);
    else if (before !== null && this.expiries.get(key) !== nobody) this.recordGone(key, owner, deletedCause);
  }

  /** The whole of the master's log arrives at once. */
  load(entries: readonly LogEntry[]): void {
    this.log.entries = entries.slice();
    for (const { key, entry, owner } of lastStates(entries).values()) {
      if (entry === null) continue;
      this.keyspace.put(key, entry);
      this.recordEntry(key, entry, owner);
    }
  }

  /** Empties a replica before the whole arrives. */
  forgetAll(): void {
    for (const key of this.keyspace.keys()) if (this.expiries.get(key) !== nobody) this.recordGone(key, nobody, lostCause);
    this.keyspace.clear();
    this.expiries.clear();
    this.log.entries = [];
  }

  /** Frees what is past by its own clock: as a replica it had to wait for its master's word. */
  expirePast(): void {
    for (const [key, expireAtMs] of this.expiries) if (expireAtMs === nobody) this.keyspace.put(key, null);
    this.keyspace.expire(this.wallMs);
    this.takeChanges(nobody);
  }

  serveWaiters(): void {
    this.blocking.serve();
  }

  /** Some key may be past: frees those that are, and waits for the next. */
  expireDue(armedAt: number): void {
    if (armedAt !== this.expiryArmedAt) return;
    this.expiryArmedAt = Number.POSITIVE_INFINITY;
    if (!this.alive) return;
    const { wallMs } = this;
    if (this.isFollower) this.hidePast(wallMs);
    else {
      this.keyspace.expire(wallMs);
      this.takeChanges(nobody);
    }
    this.rearm();
  }

  /** A replica waits for its master's word before it frees the memory, but nobody who asks it sees the key. */
  private hidePast(wallMs: number): void {
    for (const [key, expireAtMs] of [...this.expiries]) {
      if (expireAtMs === nobody || wallMs <= expireAtMs) continue;
      this.recordGone(key, nobody, expiredCause);
      this.expiries.set(key, nobody);
    }
  }

  protected override takeClosing(_closing: Closing): void {
    // A server asks nobody.
  }

  protected override wake(): void {
    super.wake();
    if (this.alive && !this.paused) this.replication?.catchUp();
    if (this.alive && !this.paused) this.blocking.wake();
  }

  protected override lose(power: boolean): void {
    const { keyspace } = this;
    this.before = new Map();
    for (const key of keyspace.keys()) this.before.set(key, keyspace.copyOf(key) as Entry);
    this.survivors = this.log.survive(power);
    for (const key of this.before.keys()) {
      const gone = !this.survivors.has(key) && this.expiries.get(key) !== nobody;
      if (gone) this.recordGone(key, nobody, lostCause);
    }
    keyspace.clear();
    this.expiries.clear();
    this.expiryArmedAt = Number.POSITIVE_INFINITY;
    this.blocking.forget();
  }

  protected override begin(): number {
    for (const [key, logged] of this.survivors) {
      const entry = logged.entry as Entry;
      this.keyspace.put(key, entry);
      if (this.before.get(key) === entry) this.armExpiry(key, entry.expireAtMs);
      else this.recordEntry(key, entry, logged.owner);
    }
    this.keyspace.expire(this.wallMs);
    this.takeChanges(nobody);
    this.replication?.restarted();
    let kept = 0;
    for (const _ of this.keyspace.keys()) kept++;
    return kept;
  }

  protected override rearm(): void {
    for (const expireAtMs of this.expiries.values()) if (expireAtMs !== nobody) this.pushExpiry(expireAtMs);
  }

  private get isFollower(): boolean {
    return this.replication !== null && !this.replication.isMaster;
  }

  private record(change: Change, peer: number): void {
    const { key } = change;
    if (change.value === null) this.recordGone(key, peer, change.cause === 'expired' ? expiredCause : deletedCause);
    else this.recordSet(key, change.value, change.expireAtMs, peer);
    if (this.log.kept) this.log.append({ key, entry: this.keyspace.copyOf(key), owner: peer });
  }

  private recordEntry(key: string, entry: Entry, owner: number): void {
    this.recordSet(key, valueText(entry), entry.expireAtMs, owner);
  }

  private recordSet(key: string, value: string, expireAtMs: number, peer: number): void {
    const { world } = this;
    const { trace, now } = world;
    const expiresIn = expireAtMs === -1 ? -1 : Math.max(0, expireAtMs * 1000 - this.clock.wall(now));
    trace.write(now, kinds.entrySet, this.index, peer, trace.text(key), trace.text(value), Math.min(expiresIn, expiresInMax));
    this.armExpiry(key, expireAtMs);
  }

  private recordGone(key: string, peer: number, cause: number): void {
    const { trace, now } = this.world;
    trace.write(now, kinds.entryGone, this.index, peer, trace.text(key), cause);
    this.expiries.delete(key);
  }

  private armExpiry(key: string, expireAtMs: number): void {
    if (expireAtMs === -1) this.expiries.delete(key);
    else {
      this.expiries.set(key, expireAtMs);
      this.pushExpiry(expireAtMs);
    }
  }

  /** In the very millisecond of its expiry a key is still there. One look is armed at a time, the earliest. */
  private pushExpiry(expireAtMs: number): void {
    const { world } = this;
    const due = this.clock.whenWall(world.now, (expireAtMs + 1) * 1000);
    if (due >= this.expiryArmedAt || due > world.end) return;
    this.expiryArmedAt = due;
    world.queue.push(due, new Expiry(this, due));
  }

  private armFlush(): void {
    const period = this.log.flushPeriod;
    if (period === null || this.flushArmed) return;
    this.flushArmed = true;
    const { world } = this;
    world.queue.push((Math.floor(world.now / period) + 1) * period, new Flush(this));
  }

  flushDue(): void {
    this.flushArmed = false;
    if (!this.alive) return;
    const { world, log } = this;
    if (log.flush() && !log.syncsAlways) world.trace.write(world.now, kinds.synced, this.index, log.durable);
    this.armFlush();
  }
}

class Expiry implements Happening {
  constructor(
    private readonly node: RedisNode,
    private readonly armedAt: number,
  ) {}
  fire(): void {
    this.node.expireDue(this.armedAt);
  }
}

class Flush implements Happening {
  constructor(private readonly node: RedisNode) {}
  fire(): void {
    this.node.flushDue();
  }
}
