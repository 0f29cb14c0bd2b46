/**
 * One Redis server as a process. It executes requests one after the other, expires keys by its own wall clock, and
 * logs what changed. Replication is in `replication.ts`, and requests that wait are in `blocking.ts`.
 */

import { command, isGrantTo, ok, type Reply, type Request, requestText } from '../model/effects/request';
import type { ProcessId } from '../model/scenario/processId';
import { columnMax, goneCauses, kindNumber } from '../model/trace/trace';
import { nth } from '../model/values/nth';
import { toWholeMs } from '../model/values/time';
import { Blocking } from './blocking';
import { Machine } from './machine';
import { type Closing, legs, Message } from './message';
import type { Sessions } from './parts';
import type { QueuedEvent } from './queue';
import { isUnknown } from './redis/answers';
import { isPassing, isPast, valueText } from './redis/entry';
import { FewKeys } from './redis/fewKeys';
import { type Change, type Entry, Keyspace } from './redis/keyspace';
import { olderCommands } from './redis/olderServer';
import { type LogEntry, lastStates, RedisLog } from './redisLog';
import { infoOf, type Replication } from './replication';
import type { World } from './world';

const kinds = kindNumber;
const expiredCause = goneCauses.indexOf('expired');
const deletedCause = goneCauses.indexOf('deleted');
const lostCause = goneCauses.indexOf('lost');
const nobody = -1;
/** The owner of a change that no process of the run asked for. */
const outsider = -2;

/** A key at a server, as any client would see it. */
interface Shown {
  readonly expireAtMs: number;
  /** The index of the process that set it. */
  readonly owner: number;
}

export class RedisNode extends Machine {
  readonly keyspace: Keyspace;
  readonly log: RedisLog;
  /** Set when the scenario has replicas. */
  replication: Replication | null = null;
  /** Answers some requests instead of the server, and returns whether it did. Null: the server has no guard. */
  guard: ((message: Message) => boolean) | null = null;
  readonly blocking: Blocking;
  private readonly sessions: Sessions | null;
  private readonly isOlder: boolean;
  /** Exactly the keys that are here according to the trace. */
  private readonly visibleKeys = new FewKeys<Shown>();
  /** Expired keys that are still in memory, because nothing frees them now, and their owners. No client sees them. */
  private readonly hidden = new Map<string, number>();
  private survivors: Map<string, LogEntry> = new Map();
  private before: Map<string, Entry> = new Map();
  private flushArmed = false;
  private keyLast: string | null = null;
  private keyTextLast = -1;
  /** The true time of the next check for expired keys. */
  private expiryArmedAt = Number.POSITIVE_INFINITY;

  constructor(world: World, index: number, id: ProcessId, role: 'node' | 'replica') {
    super(world, index, id, role);
    const { nodes, versions } = world.scenario.settings;
    this.isOlder = role === 'replica' && versions?.replicas === 'older';
    this.blocking = new Blocking(world, this);
    this.sessions = world.parts.sessions?.(world, this) ?? null;
    const { commands } = world.parts;
    this.keyspace = new Keyspace(this.isOlder ? olderCommands(commands) : commands, {
      onPublish: (channel, text) => this.blocking.publish(channel, text),
    });
    this.log = new RedisLog(nodes.persistence, nodes.disk, nodes.replicas > 0);
  }

  get wallMs(): number {
    return toWholeMs(this.clock.wall(this.world.now));
  }

  protected override take(message: Message): void {
    if (this.guard?.(message) || this.sessions?.take(message)) return;
    const { request } = message;
    switch (request.command) {
      case 'BLPOP':
      case 'BRPOP':
      case 'BZPOPMIN':
        return this.blocking.pop(message);
      case 'WAIT':
        return this.blocking.wait(message);
      case 'INFO':
        return this.reply(message, ok(infoOf(this.replication)));
      case 'SUBSCRIBE':
        return this.blocking.subscribe(message);
      case 'UNSUBSCRIBE':
        return this.blocking.unsubscribe(message);
      default: {
        const reply = this.execute(request, message.from.index);
        this.reply(message, reply);
        this.blocking.serve();
      }
    }
  }

  /** Executes at this instant and passes what changed to trace, log and replicas. */
  execute(request: Request, peer: number): Reply {
    const wall = this.clock.wall(this.world.now);
    const reply = this.keyspace.execute(request, toWholeMs(wall), wall);
    if (!this.isOlder && reply.kind === 'error' && isUnknown(reply.message))
      throw new Error(`These parts do not know it: ${reply.message}`);
    this.takeChanges(peer);
    return reply;
  }

  /** Whether a command of `everyCommand.ts` changes nothing. */
  reads({ command: name }: Request): boolean {
    return this.world.parts.commands.get(name)?.reads === true;
  }

  /** Whether it runs, is not a replica and has this key, or any key if null. */
  couldRemove(key: string | null): boolean {
    const isThere = key === null ? this.visibleKeys.keys().length > 0 : this.visibleKeys.has(key);
    return isThere && this.alive && !this.paused && !this.isFollower;
  }

  /** Removes a key, or all keys if null, although no process of the run asks for it. */
  remove(key: string | null): void {
    this.execute(key === null ? command('FLUSHALL') : command('DEL', key), outsider);
  }

  reply(message: Message, reply: Reply): void {
    const { world } = this;
    const ok = isGrantTo(message.request, reply) ? 1 : 0;
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

  /** Writes the changes of the last command or expiry to the trace and the log. */
  takeChanges(peer: number): void {
    const { changes } = this.keyspace;
    if (changes.length === 0) return;
    this.sessions?.saw(changes);
    for (let i = 0; i < changes.length; i++) if (!isPassing(changes, i)) this.record(nth(changes, i), peer);
    // Emptied from the end, because setting a length to 0 is a call into the engine.
    while (changes.length > 0) changes.pop();
    if (!this.log.isKept) return;
    this.logGrew();
    this.replication?.spread();
  }

  logGrew(): void {
    if (this.log.syncsAlways) this.world.trace.write(this.world.now, kinds.synced, this.index, this.log.entries.length);
    this.armFlush();
  }

  /** Applies an entry of the master's log at this replica. */
  adopt(logged: LogEntry): void {
    const { key, entry } = logged;
    this.keyspace.put(key, entry);
    this.log.append(logged);
    if (entry === null) this.recordRemoved(key, logged.owner);
    else this.show(logged, entry);
  }

  /** Replaces everything here with the master's whole log, which arrives in one piece. */
  load(entries: readonly LogEntry[]): void {
    const states = lastStates(entries);
    for (const key of this.visibleKeys.keys()) if (!states.has(key)) this.recordGone(key, nobody, lostCause);
    const before = this.contents();
    this.keyspace.clear();
    this.log.replace(entries);
    this.restore(states, before);
  }

  /** Frees keys that expired by its own clock while it was a replica, which waits for its master, or was paused. */
  expirePast(): void {
    this.keyspace.expire(this.wallMs);
    this.takeChanges(nobody);
  }

  serveWaiters(): void {
    this.blocking.serve();
  }

  /** Called when a key may have expired: frees the expired keys, and arms the next check. */
  expireDue(armedAt: number): void {
    if (armedAt !== this.expiryArmedAt) return;
    this.expiryArmedAt = Number.POSITIVE_INFINITY;
    if (!this.alive) return;
    if (this.isFollower || this.paused) this.hidePast();
    else this.expirePast();
    this.armExpiries();
  }

  /**
   * Shows expired keys as removed, as any client sees them, even while a replica waits for its master before it frees
   * the memory.
   */
  private hidePast(): void {
    const { wallMs } = this;
    for (const key of this.visibleKeys.keys()) {
      const visibleEntry = this.visibleKeys.get(key);
      if (visibleEntry === undefined) continue;
      const { expireAtMs, owner } = visibleEntry;
      if (expireAtMs === -1 || wallMs <= expireAtMs) continue;
      this.recordGone(key, nobody, expiredCause);
      this.hidden.set(key, owner);
    }
  }

  /** Shows hidden keys again after a clock was set back, since they are still in memory. */
  private revealHidden(): void {
    const { wallMs } = this;
    for (const [key, owner] of [...this.hidden]) {
      const entry = this.keyspace.copyOf(key);
      if (entry === null || this.visibleKeys.has(key)) this.hidden.delete(key);
      else if (wallMs <= entry.expireAtMs) this.recordEntry(key, entry, owner);
    }
  }

  protected override takeClosing({ from, message }: Closing): void {
    this.blocking.leftBy(from, message);
  }

  protected override wake(): void {
    if (!this.isFollower) this.expirePast();
    super.wake();
    this.replication?.catchUp();
    this.replication?.spread();
    this.blocking.wake();
    this.armFlush();
  }

  protected override lose(power: boolean): void {
    this.before = this.contents();
    this.survivors = this.log.survive(power);
    for (const key of this.visibleKeys.keys()) if (!this.survivors.has(key)) this.recordGone(key, nobody, lostCause);
    this.keyspace.clear();
    this.hidden.clear();
    this.expiryArmedAt = Number.POSITIVE_INFINITY;
    this.blocking.forget();
    this.sessions?.forget();
  }

  protected override begin(): number {
    this.restore(this.survivors, this.before);
    if (!this.isFollower) this.expirePast();
    this.armFlush();
    this.replication?.restarted();
    return [...this.keyspace.keys()].length;
  }

  /**
   * Restores the states of a log. A state that has already expired is not shown, because it ends as soon as it
   * exists.
   */
  private restore(states: ReadonlyMap<string, LogEntry>, before: ReadonlyMap<string, Entry>): void {
    for (const [key, logged] of states) {
      const entry = logged.entry as Entry;
      this.keyspace.put(key, entry);
      if (before.get(key) !== entry || !this.visibleKeys.has(key)) this.show(logged, entry);
    }
    this.armExpiries();
  }

  private contents(): Map<string, Entry> {
    const contents = new Map<string, Entry>();
    for (const key of this.keyspace.keys()) contents.set(key, this.keyspace.copyOf(key) as Entry);
    return contents;
  }

  protected override rearm(): void {
    this.revealHidden();
    this.armExpiries();
    this.blocking.rearm();
  }

  private armExpiries(): void {
    if (!this.alive) return;
    for (const { expireAtMs } of this.visibleKeys.values()) if (expireAtMs !== -1) this.pushExpiry(expireAtMs);
  }

  private get isFollower(): boolean {
    return this.replication !== null && !this.replication.isMaster;
  }

  private record(change: Change, peer: number): void {
    const { key, entry, cause } = change;
    const owner = cause === 'expired' ? nobody : peer;
    if (entry === null) this.recordRemoved(key, owner);
    else this.recordEntry(key, entry, peer);
    if (this.log.isKept) this.log.append({ key, entry, owner });
  }

  /** If no process removed an entry, it has expired by the master's clock. */
  private recordRemoved(key: string, owner: number): void {
    const cause = owner === nobody ? expiredCause : owner === outsider ? lostCause : deletedCause;
    this.recordGone(key, Math.max(nobody, owner), cause);
  }

  private show({ key, owner }: LogEntry, entry: Entry): void {
    const isGone = isPast(entry, this.wallMs);
    // The new value first replaces the current one, even if it has expired itself.
    if (!isGone || this.visibleKeys.has(key)) this.recordEntry(key, entry, owner);
    if (!isGone) return;
    this.recordGone(key, nobody, expiredCause);
    this.hidden.set(key, owner);
  }

  private recordEntry(key: string, entry: Entry, owner: number): void {
    this.recordSet(key, valueText(entry), entry.expireAtMs, owner);
  }

  private recordSet(key: string, value: string, expireAtMs: number, peer: number): void {
    const { world } = this;
    const { trace, now } = world;
    const expiresIn = expireAtMs === -1 ? -1 : Math.max(0, expireAtMs * 1000 - this.clock.wall(now));
    trace.write(
      now,
      kinds.entrySet,
      this.index,
      peer,
      this.keyText(key),
      trace.text(value),
      Math.min(expiresIn, columnMax),
    );
    this.visibleKeys.set(key, { expireAtMs, owner: peer });
    if (expireAtMs !== -1) this.pushExpiry(expireAtMs);
  }

  /** A key that was not shown is not reported as gone. */
  private recordGone(key: string, peer: number, cause: number): void {
    if (!this.visibleKeys.delete(key)) return;
    const { trace, now } = this.world;
    trace.write(now, kinds.entryGone, this.index, peer, this.keyText(key), cause);
  }

  private keyText(key: string): number {
    if (key !== this.keyLast) {
      this.keyLast = key;
      this.keyTextLast = this.world.trace.text(key);
    }
    return this.keyTextLast;
  }

  /**
   * Arms a check for the end of the millisecond in which a key expires: until then the key exists. Only the earliest
   * check is armed.
   */
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

  override nextDue(): number {
    return this.alive ? this.blocking.nextDue() : Number.POSITIVE_INFINITY;
  }

  flushDue(): void {
    this.flushArmed = false;
    const { world, log } = this;
    if (!this.alive || (this.paused && !log.flushesItself)) return;
    if (log.flush() && !log.syncsAlways) world.trace.write(world.now, kinds.synced, this.index, log.durable);
    this.armFlush();
  }
}

class Expiry implements QueuedEvent {
  constructor(
    private readonly node: RedisNode,
    private readonly armedAt: number,
  ) {}
  fire(): void {
    this.node.expireDue(this.armedAt);
  }
}

class Flush implements QueuedEvent {
  constructor(private readonly node: RedisNode) {}
  fire(): void {
    this.node.flushDue();
  }
}
