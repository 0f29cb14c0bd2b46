/**
 * The requests that wait at a Redis server: BLPOP and the like for an item, WAIT for replicas, subscribers for
 * messages. If a client closes its connection during BLPOP, the request waits until the server is notified, which
 * takes as long as a message. A push before that is lost with the old connection.
 */
import { command, ok, type Reply } from '../model/effects/request';
import { kindNumber } from '../model/trace/trace';
import { fromMs, type Micros } from '../model/values/time';
import type { Machine } from './machine';
import type { Message } from './message';
import type { QueuedEvent } from './queue';
import type { RedisNode } from './redisNode';
import type { World } from './world';

const { waiting, woken } = kindNumber;

interface Waiter {
  readonly message: Message;
  readonly incarnation: number;
  /** Returns the answer if there is one now. Null: the request keeps waiting. */
  readonly attempt: () => Reply | null;
  /** The answer when its time is up. */
  readonly timeout: () => Reply;
  /** The reading of the server's monotonic clock at which its time is up. */
  readonly dueMono: number;
  over: boolean;
}

interface Subscriber {
  readonly machine: Machine;
  readonly incarnation: number;
  /**
   * The request that subscribed it. Requests that its client sent before came on another connection and do not end
   * it.
   */
  readonly since: number;
}

export class Blocking {
  private waiters: Waiter[] = [];
  private late: Waiter[] = [];
  private readonly subscribers = new Map<string, Subscriber[]>();
  private serving = false;

  constructor(
    private readonly world: World,
    private readonly node: RedisNode,
  ) {}

  /** `BLPOP key … seconds`, BRPOP or BZPOPMIN. 0 seconds: no timeout. */
  pop(message: Message): void {
    const { node } = this;
    const { command } = message.request;
    const keys = message.request.args.slice(0, -1).map(String);
    const attempt = (): Reply | null => {
      const reply = node.keyspace.popFirst(keys, node.wallMs, command);
      node.takeChanges(message.from.index);
      return reply.kind === 'ok' && reply.value === null ? null : reply;
    };
    const seconds = Number(message.request.args.at(-1));
    // A bad timeout is refused in the server's own words.
    if (!(seconds >= 0)) return node.reply(message, node.execute(message.request, message.from.index));
    this.block(message, Math.ceil(seconds * 1_000_000), attempt, () => ok(null));
  }

  /** `WAIT replicas ms`. Answers how many replicas have everything that was written so far. */
  wait(message: Message): void {
    const { node } = this;
    const [need, timeoutMs] = message.request.args.map(Number);
    const offset = node.log.entries.length;
    const acked = (): number => node.replication?.ackedCount(offset) ?? 0;
    const attempt = (): Reply | null => (acked() >= (need ?? 0) ? ok(acked()) : null);
    this.block(message, fromMs(timeoutMs ?? 0), attempt, () => ok(acked()));
  }

  /** `SUBSCRIBE channel`. Each message published from now on is pushed once to every subscriber. */
  subscribe(message: Message): void {
    const { world, node } = this;
    const { id, from, incarnation } = message;
    this.leave(message);
    const subscribers = this.subscribersOf(message);
    if (!subscribers.some(({ machine }) => machine === from))
      subscribers.push({ machine: from, incarnation, since: id });
    world.trace.write(world.now, waiting, node.index, message.from.index);
    node.reply(message, ok(1));
  }

  /** `UNSUBSCRIBE channel`. Ends the pushes. */
  unsubscribe(message: Message): void {
    this.leave(message);
    this.node.reply(message, ok(0));
  }

  /** `QUIT`: ends the requests that wait on its connection. */
  quit(message: Message): void {
    const { from, request } = message;
    for (const waiter of this.waiters)
      if (waiter.message.from === from && waiter.message.request.session?.connection === request.session?.connection)
        waiter.over = true;
    this.waiters = this.waiters.filter((waiter) => !waiter.over);
    this.node.reply(message, ok('OK'));
  }

  /** Pushes to every subscriber. Returns the number of subscribers. */
  publish(channel: string, text: string): number {
    const subscribers = (this.subscribers.get(channel) ?? []).filter((s) => s.machine.incarnation === s.incarnation);
    this.subscribers.set(channel, subscribers);
    const message = command('MESSAGE', channel, text);
    for (const { machine, incarnation } of subscribers) {
      this.world.trace.write(this.world.now, woken, this.node.index, machine.index);
      this.node.push(machine, incarnation, message, ok(text));
    }
    return subscribers.length;
  }

  private subscribersOf({ request }: Message): Subscriber[] {
    const channel = String(request.args[0]);
    const listeners = this.subscribers.get(channel) ?? [];
    this.subscribers.set(channel, listeners);
    return listeners;
  }

  private leave(message: Message): void {
    const subscribers = this.subscribersOf(message);
    const index = subscribers.findIndex(({ machine, since }) => machine === message.from && since < message.id);
    if (index >= 0) subscribers.splice(index, 1);
  }

  /** Answers every request whose wait may have ended, in the order in which they came. */
  serve(): void {
    if (this.waiters.length === 0 || this.serving) return;
    this.serving = true;
    for (const waiter of this.waiters) {
      if (!this.isThere(waiter)) waiter.over = true;
      if (waiter.over) continue;
      const reply = waiter.attempt();
      if (reply) this.release(waiter, reply);
    }
    this.waiters = this.waiters.filter((waiter) => !waiter.over);
    this.serving = false;
  }

  timeUp(waiter: Waiter): void {
    if (waiter.over || this.node.clock.mono(this.world.now) < waiter.dueMono) return;
    if (this.node.paused) this.late.push(waiter);
    else this.answer(waiter, waiter.timeout());
  }

  wake(): void {
    this.serve();
    for (const waiter of this.late.splice(0)) if (!waiter.over) this.answer(waiter, waiter.timeout());
  }

  /** Sets the timeouts again after the clock changed. */
  rearm(): void {
    for (const waiter of this.waiters) this.arm(waiter);
  }

  /** A client has closed the connection on which its requests before this one came. */
  leftBy(client: Machine, before: number): void {
    for (const waiter of this.waiters)
      if (waiter.message.from === client && waiter.message.id < before) waiter.over = true;
    this.waiters = this.waiters.filter((waiter) => !waiter.over);
  }

  forget(): void {
    for (const waiter of this.waiters) waiter.over = true;
    this.waiters = [];
    this.late = [];
    this.subscribers.clear();
  }

  private block(message: Message, timeout: Micros, attempt: () => Reply | null, timedOut: () => Reply): void {
    const at = attempt();
    if (at) return this.node.reply(message, at);
    const { world, node } = this;
    world.trace.write(world.now, waiting, node.index, message.from.index);
    const dueMono = timeout > 0 ? node.clock.mono(world.now) + timeout : Number.POSITIVE_INFINITY;
    const { incarnation } = message;
    const waiter: Waiter = { message, incarnation, attempt, timeout: timedOut, dueMono, over: false };
    this.waiters.push(waiter);
    this.arm(waiter);
  }

  /** When the first waiting request times out. Infinite: no request waits, or none has a timeout. */
  nextDue(): number {
    const dueMono = Math.min(...this.waiters.map((waiter) => waiter.dueMono));
    return dueMono === Number.POSITIVE_INFINITY ? dueMono : this.node.clock.whenMono(this.world.now, dueMono);
  }

  private arm(waiter: Waiter): void {
    const { world, node } = this;
    if (waiter.dueMono === Number.POSITIVE_INFINITY) return;
    const due = node.clock.whenMono(world.now, waiter.dueMono);
    if (due <= world.end) world.queue.push(due, new TimeUp(this, waiter));
  }

  private isThere(waiter: Waiter): boolean {
    return waiter.message.from.alive && waiter.message.from.incarnation === waiter.incarnation;
  }

  /** Answers a request whose wait has succeeded. */
  private release(waiter: Waiter, reply: Reply): void {
    const { world, node } = this;
    if (this.isThere(waiter)) world.trace.write(world.now, woken, node.index, waiter.message.from.index);
    this.answer(waiter, reply);
  }

  private answer(waiter: Waiter, reply: Reply): void {
    waiter.over = true;
    if (this.isThere(waiter)) this.node.reply(waiter.message, reply);
  }
}

class TimeUp implements QueuedEvent {
  constructor(
    private readonly blocking: Blocking,
    private readonly waiter: Waiter,
  ) {}
  fire(): void {
    this.blocking.timeUp(this.waiter);
  }
}
