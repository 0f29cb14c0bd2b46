/** What the parts of the simulator share: the queue, the trace, the links, the processes. Knows no lock and no fault. */
import { type FaultPrograms, ordersOf, touchesClock } from '../faults/program';
import { hashText, mix } from '../model/random';
import { type Reply, replyText, valueText } from '../model/request';
import type { Latency, ProcessId, Scenario } from '../model/scenario';
import type { Text } from '../model/text';
import { fromMs, type Instant, instant } from '../model/time';
import { kindNumber, lossCauses } from '../model/trace';
import { TraceWriter } from '../model/traceWriter';
import type { RequestAnchors } from './anchors';
import { type Draw, latencyDraw } from './latency';
import { Link } from './link';
import type { Machine } from './machine';
import type { Message } from './message';
import { EventQueue } from './queue';

const { sent, lost } = kindNumber;

/** Replies carry the number of their request plus one. */
const messagesPerCall = 2;

export class World {
  readonly queue = new EventQueue();
  readonly trace = new TraceWriter();
  readonly machines: Machine[] = [];
  private readonly machineOf = new Map<ProcessId, Machine>();
  private readonly links: (Link | undefined)[] = [];
  /** Where a client is sent when it asks for a process: moved by a failover. */
  private readonly moved = new Map<Machine, Map<Machine, Machine>>();
  private readonly draws = new Map<Latency, Draw>();
  private calls = 0;
  /** Whether some fault changes how a clock runs: only then timers are kept to be set again. */
  readonly clocksChange: boolean;
  private readonly numberTexts: number[] = [];
  /** Most servers answer with the same few objects. */
  private replyLast: Reply | null = null;
  private replyTextLast = -1;
  /** Set when some fault waits for a request. */
  requests: RequestAnchors | null = null;

  /** Faults that found no target, by name, with the reason. */
  readonly missed: Record<string, Text> = {};

  /** The run stops here; what is due later need not be armed. */
  readonly end: number;

  constructor(
    readonly scenario: Scenario,
    faults: FaultPrograms,
  ) {
    this.end = fromMs(scenario.settings.duration);
    this.clocksChange = Object.values(scenario.faults).some((fault) => ordersOf(fault, faults).some(touchesClock));
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

  /** The process with this id. A program that asks for one that does not exist is a broken invariant. */
  get(id: ProcessId): Machine {
    const machine = this.machineOf.get(id);
    if (!machine) throw new Error(`There is no process ${id} in this scenario (seed ${this.scenario.seed}).`);
    return machine;
  }

  /** Whether some process is sent elsewhere than it asks for. */
  get hasMoved(): boolean {
    return this.moved.size > 0;
  }

  /** The process that answers for this id as the asking process sees it. */
  resolve(asker: Machine, id: ProcessId): Machine {
    const machine = this.get(id);
    return this.moved.size === 0 ? machine : (this.moved.get(asker)?.get(machine) ?? machine);
  }

  /** From now on, what this process sends to `from` goes to `to`. */
  move(asker: Machine, from: Machine, to: Machine): void {
    const addresses = this.moved.get(asker) ?? new Map<Machine, Machine>();
    for (const [name, target] of addresses) if (target === from) addresses.set(name, to);
    this.moved.set(asker, addresses.set(from, to));
  }

  /** The number of a new call's request; its reply has the next one. */
  nextMessage(): number {
    return messagesPerCall * this.calls++;
  }

  link(from: Machine, to: Machine): Link {
    const place = from.index * this.machines.length + to.index;
    const known = this.links[place];
    if (known) return known;
    const { settings, seed } = this.scenario;
    const own = settings.own?.[from.id];
    const latency = own?.latencyTo?.[to.id] ?? own?.latency ?? settings.own?.[to.id]?.latency ?? settings.latency;
    // The number is of the names, so that adding a process does not reshuffle the others.
    const link = new Link(seed, mix(hashText(from.id), hashText(to.id)), this.draw(latency), settings.loss);
    this.links[place] = link;
    return link;
  }

  /** The process has ended or begun: its next life has connections of its own, which do not wait for what is under way on the old. */
  endConnections({ index }: Machine): void {
    const count = this.machines.length;
    for (let other = 0; other < count; other++) {
      this.links[index * count + other]?.reconnect();
      this.links[other * count + index]?.reconnect();
    }
  }

  /** Puts a message on its link and into the trace. */
  send(message: Message, text: number): void {
    const { from, to } = message;
    const arrival = this.link(from, to).send(this.queue.now, message.leg);
    this.trace.write(this.queue.now, sent, from.index, to.index, message.id, text, message.leg);
    if (typeof arrival === 'number') this.queue.push(arrival, message);
    else this.trace.write(this.queue.now, lost, from.index, to.index, message.id, lossCauses.indexOf(arrival));
  }

  /** The number of a reply's text. */
  replyText(reply: Reply): number {
    if (reply.kind !== 'ok') return this.trace.text(replyText(reply));
    const { value } = reply;
    if (reply === this.replyLast) return this.replyTextLast;
    if (typeof value !== 'number' || value < 0 || value > 255) {
      this.replyLast = reply;
      const said = valueText(value);
      this.replyTextLast =
        typeof value === 'object' && value !== null ? this.trace.newText(said) : this.trace.text(said);
      return this.replyTextLast;
    }
    const known = this.numberTexts[value] ?? this.trace.text(String(value));
    this.numberTexts[value] = known;
    return known;
  }

  /** A fault that came to its moment and found nothing to strike. `number` is its place among the scenario's faults. */
  miss(number: number, reason: Text): void {
    const name = Object.keys(this.scenario.faults)[number];
    if (name !== undefined) this.missed[name] = reason;
  }

  private draw(latency: Latency): Draw {
    const known = this.draws.get(latency);
    if (known) return known;
    const made = latencyDraw(latency);
    this.draws.set(latency, made);
    return made;
  }
}
