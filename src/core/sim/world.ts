/**
 * What the parts of the simulator share: the queue, the trace, the links, the processes. It knows no lock and no
 * fault.
 */
import { ordersOf, touchesClock } from '../faults/program';
import { type Reply, replyText, valueText } from '../model/effects/request';
import type { ProcessId } from '../model/scenario/processId';
import type { Latency, Scenario } from '../model/scenario/scenario';
import { kindNumber, lossCauses } from '../model/trace/trace';
import { TraceWriter } from '../model/trace/traceWriter';
import { mix } from '../model/values/random';
import type { Text } from '../model/values/text';
import { fromMs, type Instant, instant, type Micros } from '../model/values/time';
import type { RequestAnchors } from './anchors';
import { GuestQueue } from './guestCode';
import { type Draw, latencyBetween, latencyDraw } from './latency';
import { Link, type Waiting } from './link';
import type { Machine } from './machine';
import { Closing, Message } from './message';
import type { Parts } from './parts';
import { EventQueue, type QueuedEvent } from './queue';
import type { Resending } from './resending';

const { sent, lost, stalled, resent } = kindNumber;

/** A reply carries the number of its request plus one, so each call uses two numbers. */
const messagesPerCall = 2;

/** Messages that a kernel sends again on one connection. */
interface SentAgain {
  readonly from: Machine;
  readonly link: Link<QueuedEvent>;
  readonly resending: Resending<Waiting<QueuedEvent>>;
}

export class World {
  readonly queue = new EventQueue();
  readonly trace = new TraceWriter();
  readonly machines: Machine[] = [];
  private readonly machineOf = new Map<ProcessId, Machine>();
  private readonly links: (Link<QueuedEvent> | undefined)[] = [];
  /** Where a client's messages to a process go: changed by a failover. */
  private readonly moved = new Map<Machine, Map<Machine, Machine>>();
  private readonly draws = new Map<Latency, Draw>();
  private calls = 0;
  /** Whether some fault changes how a clock runs. Only then are timers kept, so that they can be set again. */
  readonly clocksChange: boolean;
  private readonly numberTexts: number[] = [];
  /** Remembered because most servers answer with the same few objects. */
  private replyLast: Reply | null = null;
  private replyTextLast = -1;
  /** Set when some fault waits for a request. */
  requests: RequestAnchors | null = null;

  readonly guestCode = new GuestQueue();

  /** The faults that found no target, by name, with the reason. */
  readonly missed: Record<string, Text> = {};

  /** When the first part of a fault is due after the end of the run. */
  faultDue = Number.POSITIVE_INFINITY;
  /** Connections whose next sending is due after the end of the run. */
  private readonly lookedAtLater: (SentAgain & { readonly after: Micros })[] = [];

  /** When the run stops. Events that are due later need not be armed. */
  readonly end: number;

  constructor(
    readonly scenario: Scenario,
    readonly parts: Parts,
  ) {
    this.end = fromMs(scenario.settings.duration);
    this.clocksChange = Object.values(scenario.faults).some((fault) =>
      ordersOf(fault, parts.faults).some(touchesClock),
    );
  }

  get now(): Instant {
    return instant(this.queue.now);
  }

  add(machine: Machine): void {
    this.machines.push(machine);
    this.machineOf.set(machine.id, machine);
  }

  find(id: ProcessId): Machine | undefined {
    return this.machineOf.get(id);
  }

  /** The process with this id. Throws if it does not exist: a program that names it is a broken invariant. */
  get(id: ProcessId): Machine {
    const machine = this.machineOf.get(id);
    if (!machine) throw new Error(`There is no process ${id} in this scenario (seed ${this.scenario.seed}).`);
    return machine;
  }

  /** Whether some process's requests go elsewhere than it asks. */
  get hasMoved(): boolean {
    return this.moved.size > 0;
  }

  /** The process that answers for this id, from the view of the asking process. */
  resolve(asker: Machine, id: ProcessId): Machine {
    const machine = this.get(id);
    return this.moved.size === 0 ? machine : (this.moved.get(asker)?.get(machine) ?? machine);
  }

  /** From now on, sends to `to` what this process addresses to `from`. */
  move(asker: Machine, from: Machine, to: Machine): void {
    const addresses = this.moved.get(asker) ?? new Map<Machine, Machine>();
    for (const [name, target] of addresses) if (target === from) addresses.set(name, to);
    this.moved.set(asker, addresses.set(from, to));
  }

  /** The number of a new call's request. Its reply has the next number. */
  nextMessage(): number {
    return messagesPerCall * this.calls++;
  }

  link(from: Machine, to: Machine): Link<QueuedEvent> {
    const index = from.index * this.machines.length + to.index;
    // A closure made here would cost every message of every run a little.
    return this.links[index] ?? this.makeLink(from, to, index);
  }

  private makeLink(from: Machine, to: Machine, index: number): Link<QueuedEvent> {
    const { settings, seed } = this.scenario;
    const latency = latencyBetween(settings, from.id, to.id);
    const link = new Link<QueuedEvent>(seed, mix(from.nameHash, to.nameHash), this.draw(latency), settings);
    this.links[index] = link;
    if (from.role === 'service' || to.role === 'service')
      link.beneath = () => {
        const [one, other] = [from.at(to), to.at(from)];
        return one === from && other === to ? null : this.link(one, other);
      };
    return link;
  }

  /**
   * Called when the process has ended or begun: its next life has its own connections, which do not wait for messages
   * on the old ones. Its kernel goes on sending what it has, unless the machine has lost its `power`.
   */
  endConnections({ index }: Machine, { power }: { readonly power: boolean }): void {
    const count = this.machines.length;
    for (let other = 0; other < count; other++) {
      const resending = this.links[index * count + other]?.reconnect();
      if (power && resending !== undefined) this.lose(resending.takeAll());
      this.links[other * count + index]?.reconnect();
    }
  }

  /** One of two processes closes the connections between them: the messages that wait on them are lost. */
  closeConnections(one: Machine, other: Machine): void {
    for (const link of [this.link(one, other), this.link(other, one)]) this.lose(link.reconnect().takeAll());
  }

  /**
   * A client notifies a server that it closes their connection, after its earlier messages. During a cut its kernel
   * sends the notice again, alongside the messages on the next connection.
   */
  noticeClosed(client: Machine, server: Machine): void {
    const { now } = this.queue;
    const link = this.link(client, server);
    const notice = new Closing(client, server, messagesPerCall * this.calls, client.incarnation, server.incarnation);
    notice.connection = link.connection;
    const arrival = link.notice(now);
    if (arrival !== null) return void this.queue.push(arrival, notice);
    const { resending, after } = link.waitApart(notice, client.sleep.awake(now));
    this.sendAgainAfter(after, { from: client, link, resending });
  }

  /** One process opens a connection to the other. Until it is open, messages on it wait. */
  openConnection(one: Machine, other: Machine): void {
    this.link(one, other).openBefore(this.link(other, one));
  }

  /**
   * Puts a message on its link and into the trace.
   *
   * @param again how often the same command was sent before. −1: never.
   */
  send(message: Message, text: number, again = -1): void {
    const { from, to } = message;
    const link = this.link(from, to);
    const arrival = link.send(this.queue.now, message.leg);
    message.connection = link.connection;
    message.nth = link.sentOf(message.leg);
    message.sentAt = this.queue.now;
    this.trace.write(this.queue.now, sent, from.index, to.index, message.id, text, message.leg, again);
    if (typeof arrival === 'number') this.queue.push(arrival, message);
    else if (arrival === 'cut') {
      this.trace.write(this.queue.now, stalled, from.index, to.index, message.id, link.isCut ? 0 : 1);
      this.wait(link, message);
    } else {
      this.trace.write(this.queue.now, lost, from.index, to.index, message.id, lossCauses.indexOf(arrival));
      if (message.lossCloses) this.sendClosing(message.closing());
    }
  }

  /** Sends a kernel's notice about a connection: it travels like a message, after everything that was sent before. */
  sendClosing(closing: Closing): void {
    const link = this.link(closing.from, closing.to);
    closing.connection = link.connection;
    const arrival = link.notice(this.queue.now);
    if (arrival === null) this.wait(link, closing);
    else this.queue.push(arrival, closing);
  }

  /** Sends the waiting messages of a connection again, if their sender has been awake for long enough. */
  private sendAgain(after: Micros, waiting: SentAgain): void {
    const { now } = this.queue;
    const { from, link, resending } = waiting;
    if (!resending.any) return;
    const awake = from.sleep.awake(now);
    if (awake < after) return this.sendAgainAfter(after, waiting);
    const again = link.sendAgain(resending, { now, awake });
    if (again.kind === 'later') return this.sendAgainAfter(again.after, waiting);
    if (again.kind === 'given-up') return this.giveUp(again.items);
    for (const { item, arrival } of again.items) {
      if (item instanceof Message) this.trace.write(now, resent, item.from.index, item.to.index, item.id);
      this.queue.push(arrival, item);
    }
  }

  /** The connection has been cut for too long: its kernel notifies its process. */
  private giveUp(waiting: readonly Waiting<QueuedEvent>[]): void {
    this.lose(waiting);
    for (const { item } of waiting)
      if (item instanceof Message && item.leg === 0) this.queue.push(this.queue.now, item.closing());
  }

  private wait(link: Link<QueuedEvent>, item: Message | Closing): void {
    const { from } = item;
    const after = link.wait(item, from.sleep.awake(this.queue.now));
    if (after !== null) this.sendAgainAfter(after, { from, link, resending: link.resending });
  }

  private sendAgainAfter(after: Micros, waiting: SentAgain): void {
    const { from, resending } = waiting;
    // A machine that crashes while it sleeps closes its connections before it counts as awake again.
    const at = Math.max(this.queue.now, from.sleep.whenAwake(after));
    if (at > this.end) {
      this.lookedAtLater.push({ ...waiting, after });
      return;
    }
    const fire = (): void => from.sleep.whenOver(() => this.sendAgain(after, waiting));
    this.queue.push(at, { fire, isForgotten: () => !resending.any });
  }

  private lose(waiting: readonly Waiting<QueuedEvent>[]): void {
    for (const { item } of waiting) {
      if (!(item instanceof Message)) continue;
      const { from, to, id } = item;
      this.trace.write(this.queue.now, lost, from.index, to.index, id, lossCauses.indexOf('cut'));
    }
  }

  /** When a server, or a connection that is cut, next acts without a request. Infinite: never. */
  serverDue(): number {
    const looks = this.lookedAtLater
      .filter(({ resending }) => resending.any)
      .map(({ from, after }) => from.sleep.whenAwake(after));
    return Math.min(...looks, ...this.machines.map((machine) => machine.nextDue()));
  }

  /** The number of a reply's text. */
  replyText(reply: Reply): number {
    if (reply.kind !== 'ok') return this.trace.text(replyText(reply));
    const { value } = reply;
    if (reply === this.replyLast) return this.replyTextLast;
    if (typeof value !== 'number' || value < 0 || value > 255) {
      this.replyLast = reply;
      const answerText = valueText(value);
      this.replyTextLast =
        typeof value === 'object' && value !== null ? this.trace.newText(answerText) : this.trace.text(answerText);
      return this.replyTextLast;
    }
    const textIndex = this.numberTexts[value] ?? this.trace.text(String(value));
    this.numberTexts[value] = textIndex;
    return textIndex;
  }

  /** Records a fault that was due and found no target. `number` is its index among the scenario's faults. */
  miss(number: number, reason: Text): void {
    const name = Object.keys(this.scenario.faults)[number];
    if (name !== undefined) this.missed[name] = reason;
  }

  private draw(latency: Latency): Draw {
    const knownDraw = this.draws.get(latency);
    if (knownDraw) return knownDraw;
    const newDraw = latencyDraw(latency);
    this.draws.set(latency, newDraw);
    return newDraw;
  }
}
