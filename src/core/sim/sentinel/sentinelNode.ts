/**
 * The process of a sentinel: its timer, what it asks and answers, and what it reports to clients. Its conclusions from
 * the answers are in `watch.ts`, one for each master. Its timer runs ten to nineteen times a second, drawn anew each
 * time as in Redis, so that sentinels rarely ask for votes at the same moment. A client learns of a new master by a
 * push from each sentinel that reaches it. Sentinels know each other from the start.
 */

import { ok, requestText } from '../../model/effects/request';
import type { ProcessId } from '../../model/scenario/processId';
import { kindNumber } from '../../model/trace/trace';
import { Draws } from '../../model/values/random';
import { fromMs, type Micros } from '../../model/values/time';
import { Machine } from '../machine';
import { type Closing, legs, type Message } from '../message';
import type { QueuedEvent } from '../queue';
import type { World } from '../world';
import type { Address, KnownMasters } from './knownMasters';
import { NewMasterMessage, type Question, SentinelMessage } from './sentinelMessage';
import type { Watch } from './watch';

const { step, received } = kindNumber;

/** SENTINEL_TILT_TRIGGER and SENTINEL_TILT_PERIOD. */
const tiltTrigger = fromMs(2000);
const tiltLasts = fromMs(30_000);
/** A clock that is set back by more than one turn of the timer is noticed. */
const backTrigger = fromMs(100);
const turnsLeast = 10;

export class SentinelNode extends Machine {
  /** One watch for each master. */
  watches: readonly Watch[] = [];
  /** The latest epoch that it has heard of. It is stored on its disk. */
  epoch = 0;
  private readonly draws: Draws;
  private nextTurn = 0;
  private armedAt = Number.POSITIVE_INFINITY;
  private tiltSince: number | null = null;
  /** How far its wall clock is ahead of its monotonic one. */
  private ahead: Micros;
  /** The reading of its wall clock when it was stopped. */
  private stoppedAt = 0;
  /** For each client and master, the life of the client and the epoch that it was notified of. */
  private readonly notified = new Map<string, string>();

  constructor(
    world: World,
    index: number,
    id: ProcessId,
    private readonly knownMasters: () => KnownMasters,
  ) {
    super(world, index, id, 'sentinel');
    this.draws = new Draws(world.scenario.seed, id);
    this.ahead = this.clock.wall(0) - this.clock.mono(0);
  }

  get now(): number {
    return this.clock.mono(this.world.now);
  }

  /** In TILT it goes on asking, but neither acts nor reports a master as down. */
  get isTilted(): boolean {
    return this.tiltSince !== null;
  }

  /** Starts its timer. */
  launch(): void {
    this.nextTurn = this.now + this.draws.draw('first turn', fromMs(1000) / turnsLeast);
    this.arm();
  }

  /** A random time below the given one. */
  random(name: string, below: Micros): Micros {
    return this.draws.draw(name, below);
  }

  ask(id: ProcessId, question: Question): void {
    const { world } = this;
    const message = new SentinelMessage(world, this, world.get(id), question);
    world.send(message, world.trace.text(requestText(message.request)));
  }

  /** Writes one of the events that a sentinel logs: `+sdown nodeA`. */
  record(event: string, id: ProcessId): void {
    const { world } = this;
    world.trace.write(world.now, step, this.index, world.trace.text(`${event} ${id}`), 0);
  }

  /** Notifies each client, once in each of its lives, of the master that it has found in this epoch. */
  notifyClients(address: Address): void {
    const { world } = this;
    for (const client of world.machines) {
      const name = `${client.id} ${address.node}`;
      const what = `${client.incarnation} ${address.epoch}`;
      if (client.role !== 'client' || !client.alive || this.notified.get(name) === what) continue;
      this.notified.set(name, what);
      const news = new NewMasterMessage(world, this, client, address, () => this.knownMasters().learn(client, address));
      world.send(news, world.trace.text(requestText(news.request)));
    }
  }

  turn(armedAt: number): void {
    if (armedAt !== this.armedAt) return;
    this.armedAt = Number.POSITIVE_INFINITY;
    if (!this.alive || this.paused) return;
    const { now } = this;
    if (this.tiltSince !== null && now - this.tiltSince > tiltLasts) {
      this.tiltSince = null;
      this.record('-tilt', this.id);
    }
    for (const watch of this.watches) watch.turn(now);
    this.nextTurn = now + Math.floor(fromMs(1000) / (turnsLeast + this.draws.draw('turns', 10)));
    this.arm();
  }

  protected override take(message: Message): void {
    if (!(message instanceof SentinelMessage)) return;
    const { world, now } = this;
    if (message.leg === legs.request) return this.answer(message);
    const { from, id } = message;
    world.trace.write(world.now, received, this.index, from.index, id, 1);
    for (const watch of this.watches) watch.takeAnswer(message, now);
  }

  private answer(message: SentinelMessage): void {
    const { question, from } = message;
    for (const watch of this.watches) {
      if (question.kind === 'hello') watch.takeHello(question, from.id);
      else if (question.kind === 'is-down' && message.opinion === null)
        message.opinion = watch.opinionOn(question, from.id);
    }
    const { opinion } = message;
    if (opinion === null) return message.respond(this.world, ok('OK'), 1);
    const { isDown, leader, leaderEpoch } = opinion;
    message.respond(this.world, ok([isDown ? 1 : 0, leader ?? '*', leaderEpoch]), isDown ? 1 : 0);
  }

  protected override takeClosing({ from }: Closing): void {
    for (const watch of this.watches) watch.takeClosing(from.id);
  }

  override isConnectedTo(other: Machine): boolean {
    return this.watches.some((watch) => watch.knows(other.id));
  }

  override pause(...args: Parameters<Machine['pause']>): boolean {
    if (!this.paused) this.stoppedAt = this.clock.wall(this.world.now);
    return super.pause(...args);
  }

  protected override wake(): void {
    if (this.clock.wall(this.world.now) - this.stoppedAt > tiltTrigger) this.tilt();
    super.wake();
    if (!this.alive || this.paused) return;
    this.nextTurn = Math.max(this.nextTurn, this.now);
    this.arm();
  }

  protected override lose(): void {
    this.tiltSince = null;
    this.notified.clear();
  }

  /** Its disk has kept the master that it believes in, its epoch and its vote. */
  protected override begin(): number {
    this.ahead = this.clock.wall(this.world.now) - this.now;
    for (const watch of this.watches) watch.startAgain(this.now);
    this.launch();
    return -1;
  }

  protected override rearm(): void {
    const ahead = this.clock.wall(this.world.now) - this.now;
    const by = ahead - this.ahead;
    this.ahead = ahead;
    if (this.alive && !this.paused && (by > tiltTrigger || by < -backTrigger)) this.tilt();
    this.arm();
  }

  private tilt(): void {
    if (!this.alive) return;
    if (this.tiltSince === null) this.record('+tilt', this.id);
    this.tiltSince = this.now;
  }

  override nextDue(): number {
    return this.alive ? this.clock.whenMono(this.world.now, this.nextTurn) : Number.POSITIVE_INFINITY;
  }

  private arm(): void {
    const { world } = this;
    const at = this.nextDue();
    if (!this.alive || at > world.end) return;
    this.armedAt = at;
    world.queue.push(at, new Turn(this, at));
  }
}

/** A sentinel's next turn. A run may end before it. */
class Turn implements QueuedEvent {
  constructor(
    private readonly sentinel: SentinelNode,
    private readonly armedAt: number,
  ) {}
  fire(): void {
    this.sentinel.turn(this.armedAt);
  }
  isForgotten(): boolean {
    return true;
  }
}
