/**
 * The process of a lock service. It serves requests one after the other, keeps deadlines by its own monotonic clock,
 * and pushes messages to its clients.
 */

import { command, isGrant, ok, type Reply, requestText, type Value } from '../model/effects/request';
import type { ProcessId } from '../model/scenario/processId';
import { serviceWriter } from '../model/trace/serviceWriter';
import { kindNumber } from '../model/trace/trace';
import { Draws } from '../model/values/random';
import type { Micros } from '../model/values/time';
import type { Clock } from './clock';
import { Machine } from './machine';
import { type Closing, legs, Message } from './message';
import type { QueuedEvent } from './queue';
import { recorder } from './recorder';
import type { DatabaseWorld, MakeService, Peer, Service } from './services/service';
import type { World } from './world';

const { received } = kindNumber;

/** The most processes in a run: the trace numbers them with a byte. */
const processesMax = 256;

export class ServiceNode extends Machine {
  protected readonly service: Service;
  private readonly draws: Draws;
  /** The lives of clients that have sent a request. */
  private readonly peers = new Map<number, Peer>();
  private armedAt = Number.POSITIVE_INFINITY;
  /** The number of the request that is being served. */
  protected serving = -1;
  /** The faults that keep its servers without a leader. */
  protected readonly leaderless = new Set<number>();
  /** Whether its servers know a leader. They notice a change only while the process runs. */
  protected leads = true;

  constructor(
    world: World,
    index: number,
    id: ProcessId,
    make: MakeService,
    settings: Readonly<Record<string, unknown>>,
  ) {
    super(world, index, id, 'service');
    this.draws = new Draws(world.scenario.seed, id);
    this.service = make(this.surroundings(), settings);
  }

  protected override take(message: Message): void {
    const peer = this.peerOf(message.from.index, message.incarnation);
    let answered = false;
    const answer = (reply: Reply): void => {
      if (answered) throw new Error(`${this.id} answered "${requestText(message.request)}" twice.`);
      answered = true;
      this.reply(message, reply);
    };
    this.serving = message.id;
    const { leadership } = this.service;
    if (leadership !== undefined && !this.leads) return answer(leadership.refusal);
    this.service.serve({ peer, request: message.request, answer });
    this.arm();
  }

  protected override takeClosing({ from }: Closing): void {
    for (const [key, peer] of this.peers) {
      if (peer.index !== from.index || peer.incarnation >= from.incarnation) continue;
      this.peers.delete(key);
      this.service.disconnected(peer);
    }
    this.arm();
  }

  get keepsSessions(): boolean {
    return this.service.endSession !== undefined;
  }

  /** Whether it can end a session of this client: it runs, and there is a session. */
  hasSession(client: number): boolean {
    return this.alive && !this.paused && this.service.hasSession?.(client) === true;
  }

  endSession(client: number): void {
    this.service.endSession?.(client);
    this.arm();
  }

  /** How a person frees this lock at the servers. Null: no client has it, or they cannot do that now. */
  freeByHand(key: string): (() => void) | null {
    const free = this.canServe ? this.service.freeByHand(key) : null;
    if (free === null) return null;
    return () => {
      free();
      this.arm();
    };
  }

  protected get canServe(): boolean {
    return this.alive && !this.paused && this.leads;
  }

  override get isLed(): boolean {
    return this.service.leadership !== undefined;
  }

  override setLed(fault: number, isLed: boolean): void {
    if (isLed) this.leaderless.delete(fault);
    else this.leaderless.add(fault);
    this.followLeader();
  }

  /** Whether its servers have a leader, even if the process has not noticed yet. */
  protected get hasLeader(): boolean {
    return this.leaderless.size === 0;
  }

  /** The clock by which sessions end. */
  protected get ticking(): Clock {
    return this.clock;
  }

  protected followLeader(): void {
    const { leadership } = this.service;
    const leads = this.hasLeader;
    if (leadership === undefined || leads === this.leads || !this.alive || this.paused) return;
    this.leads = leads;
    if (leads) leadership.gainLeader();
    else leadership.lost();
    if (!leads && leadership.closes) this.closeConnections();
    this.arm();
  }

  protected override wake(): void {
    this.followLeader();
    super.wake();
    if (this.alive && !this.paused) this.elapse();
  }

  protected override lose(): void {
    this.peers.clear();
    this.armedAt = Number.POSITIVE_INFINITY;
  }

  protected override begin(): number {
    const heldCount = this.service.restarted();
    this.followLeader();
    this.arm();
    return heldCount;
  }

  protected override rearm(): void {
    this.armedAt = Number.POSITIVE_INFINITY;
    this.arm();
  }

  override isConnectedTo(other: Machine): boolean {
    for (const peer of this.peers.values()) if (peer.index === other.index) return true;
    return false;
  }

  deadline(armedAt: number): void {
    if (armedAt !== this.armedAt) return;
    this.armedAt = Number.POSITIVE_INFINITY;
    if (this.alive && !this.paused) this.elapse();
  }

  protected elapse(): void {
    this.service.elapse();
    this.arm();
  }

  override nextDue(): number {
    const dueAt = this.alive ? this.service.dueAt() : Number.POSITIVE_INFINITY;
    return dueAt === Number.POSITIVE_INFINITY ? dueAt : this.ticking.whenMono(this.world.now, dueAt);
  }

  private arm(): void {
    const { world } = this;
    const at = this.nextDue();
    if (at >= this.armedAt || at > world.end) return;
    this.armedAt = at;
    world.queue.push(at, new Deadline(this, at));
  }

  protected peerOf(index: number, incarnation: number): Peer {
    const key = incarnation * processesMax + index;
    const knownPeer = this.peers.get(key);
    if (knownPeer !== undefined) return knownPeer;
    const peer: Peer = { index, incarnation };
    this.peers.set(key, peer);
    return peer;
  }

  private isThere({ index, incarnation }: Peer): boolean {
    return this.world.machines[index]?.incarnation === incarnation;
  }

  protected reply(message: Message, reply: Reply): void {
    const { world } = this;
    world.trace.write(world.now, received, this.index, message.from.index, message.id, isGrant(reply) ? 1 : 0);
    world.send(message.answer(reply), world.replyText(reply));
  }

  private push(peer: Peer, topic: string, value: Value): void {
    const { world } = this;
    const to = world.machines[peer.index];
    if (!to || !this.isThere(peer)) return;
    const message = new Message(this, to, world.nextMessage(), command('EVENT', topic), peer.incarnation);
    message.leg = legs.push;
    message.reply = ok(value);
    world.send(message, world.trace.text(`EVENT ${topic}`));
  }

  private surroundings(): DatabaseWorld {
    const { world, index } = this;
    // Named one by one, because an object made by spreading another is slower to call.
    const { entrySet, entryGone, read, wrote, waiting, woken } = serviceWriter(recorder({ world, process: index }));
    return {
      entrySet,
      entryGone,
      read,
      wrote,
      waiting,
      woken,
      now: (): Micros => this.ticking.mono(world.now),
      wall: (): Micros => this.clock.wall(world.now),
      steady: (): Micros => this.clock.mono(world.now),
      draw: (below) => this.draws.draw('session', below),
      message: () => this.serving,
      push: (peer, topic, value) => this.push(peer, topic, value),
      isReachable: (peer) => {
        const client = world.machines[peer.index];
        if (!client || client.isPoweredOff || client.sleep.isAsleep || !this.isThere(peer)) return false;
        return world.link(this, client).cuts === 0 && world.link(client, this).cuts === 0;
      },
    };
  }
}

class Deadline implements QueuedEvent {
  constructor(
    private readonly node: ServiceNode,
    private readonly armedAt: number,
  ) {}
  fire(): void {
    this.node.deadline(this.armedAt);
  }
}
