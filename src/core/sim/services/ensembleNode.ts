/**
 * A lock service of several members. The process `service` is the service as its clients see it, with the keys and the
 * sessions that count. A client's messages to it reach the member that leads, and no other member serves them. Each
 * member is a process that can be paused, crashed or cut off. Messages to the service travel on the link to the leader
 * (`Link.beneath`), so a cut there holds them up.
 */

import type { Reply } from '../../model/effects/request';
import type { ProcessId } from '../../model/scenario/processId';
import type { Clock } from '../clock';
import type { Machine } from '../machine';
import type { Message } from '../message';
import { ServiceNode } from '../serviceNode';
import type { World } from '../world';
import { Ensemble, isUp } from './ensemble';
import type { MakeService } from './service';

/** How many servers a service has. */
export const membersOf = ({ members = 1 }: Readonly<Record<string, unknown>>): number => Number(members);

export class EnsembleNode extends ServiceNode {
  readonly ensemble: Ensemble;
  /** Messages that reached a leader while it was paused or had no majority. */
  private readonly held: Message[] = [];
  /** Writes that the leader has received but that do not count yet. */
  private readonly underWay = new Set<Message>();
  /** Requests whose answer is lost. Their clients are notified as soon as a member can do so. */
  private readonly owed: Message[] = [];

  constructor(
    world: World,
    index: number,
    id: ProcessId,
    make: MakeService,
    settings: Readonly<Record<string, unknown>>,
  ) {
    super(world, index, id, make, settings);
    this.ensemble = new Ensemble(world, Number(settings['election']), {
      lost: () => {
        this.followLeader();
        for (const message of this.underWay) this.fail(message);
        this.underWay.clear();
        this.settle();
      },
      gainLeader: () => {
        this.followLeader();
        for (const message of this.held.splice(0)) this.fail(message);
        this.settle();
      },
      goesOn: () => this.settle(),
    });
  }

  protected override get hasLeader(): boolean {
    return this.ensemble.leader !== null;
  }

  protected override get canServe(): boolean {
    return super.canServe && this.ensemble.isServing;
  }

  protected override get ticking(): Clock {
    return this.head?.clock ?? this.clock;
  }

  override setLed(fault: number, isLed: boolean): void {
    if (isLed) this.leaderless.delete(fault);
    else this.leaderless.add(fault);
    this.ensemble.bar(this.leaderless.size > 0);
  }

  override relinked(): void {
    this.ensemble.changed();
  }

  /** The clocks or the state of the leader have changed. */
  reset(): void {
    this.rearm();
  }

  override nextDue(): number {
    return this.ensemble.isServing ? super.nextDue() : Number.POSITIVE_INFINITY;
  }

  /** The member that this process talks to: the leader, or the previous leader if the process reaches only that one. */
  override at(other: Machine): Machine {
    const { leader, before } = this.ensemble;
    if (leader === null) return before ?? this;
    const isStranded = before?.alive && this.isCut(other, leader) && !this.isCut(other, before);
    return isStranded ? before : leader;
  }

  override arrive(message: Message): void {
    const { alive, isPoweredOff: dark } = this.at(message.from);
    if (alive || !this.alive) return super.arrive(message);
    if (dark) this.owed.push(message);
    this.turnAway(message, dark);
  }

  protected override take(message: Message): void {
    const { ensemble, service } = this;
    const member = this.at(message.from);
    if (member.paused || (member === ensemble.leader && !ensemble.isServing)) {
      this.held.push(message);
      return;
    }
    if (!this.leads || member !== ensemble.leader) return this.fail(message);
    const { request } = message;
    if (service.leadership?.asks.includes(request.command)) return super.take(message);
    const peer = this.peerOf(message.from.index, message.incarnation);
    this.underWay.add(message);
    ensemble.write(`APPEND ${request.command}`, () => {
      if (this.underWay.delete(message)) return super.take(message);
      // Its client was already notified that the outcome is unknown.
      this.serving = message.id;
      service.serve({ peer, request, answer: () => {} });
    });
  }

  protected override reply(message: Message, reply: Reply): void {
    if (isUp(this.at(message.from))) super.reply(message, reply);
    else this.fail(message);
  }

  protected override lose(): void {
    super.lose();
    this.held.length = 0;
    this.owed.length = 0;
    this.underWay.clear();
  }

  protected override elapse(): void {
    if (this.ensemble.isServing) super.elapse();
  }

  protected override closeConnections(): void {
    if (!this.head?.isPoweredOff) super.closeConnections();
  }

  /** The member that leads, or that led last. */
  private get head(): Machine | null {
    return this.ensemble.leader ?? this.ensemble.before;
  }

  /** Processes the waiting messages, and continues with what is due. */
  private settle(): void {
    for (const message of this.held.splice(0)) this.take(message);
    for (const message of this.owed.splice(0)) this.close(message);
    if (this.alive && !this.paused) this.elapse();
    this.rearm();
  }

  private fail(message: Message): void {
    const { leadership } = this.service;
    if (leadership !== undefined && isUp(this.at(message.from))) super.reply(message, leadership.refusal);
    else this.close(message);
  }

  /** Ends its connection. A machine without power, or a paused process, notifies no client. */
  private close(message: Message): void {
    const { alive, paused, isPoweredOff: dark } = this.at(message.from);
    if (dark || (alive && paused)) this.owed.push(message);
    else this.world.sendClosing(message.closing());
  }

  private isCut(other: Machine, member: Machine): boolean {
    const { world } = this;
    return world.link(other, member).isCut || world.link(member, other).isCut;
  }
}
