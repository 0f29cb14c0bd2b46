/** One member of a lock service: a process that keeps the writes that its leader sends. It answers no client. */

import type { StoppedClocks } from '../../faults/order';
import { command, ok } from '../../model/effects/request';
import type { ProcessId } from '../../model/scenario/processId';
import { kindNumber } from '../../model/trace/trace';
import { Machine } from '../machine';
import { legs, Message } from '../message';
import type { World } from '../world';
import type { Voter, Writes } from './ensemble';
import { EnsembleNode } from './ensembleNode';

const { received } = kindNumber;

export class Member extends Machine implements Voter {
  has = 0;
  acked = 0;
  /** The newest leader that it has heard of. */
  private term = 0;
  private readonly service: EnsembleNode;

  constructor(world: World, index: number, id: ProcessId) {
    super(world, index, id, 'member');
    const service = world.get('service');
    if (!(service instanceof EnsembleNode)) throw new Error('A member belongs to a service of one server.');
    this.service = service;
    service.ensemble.join(this);
  }

  append(to: Voter, text: string, { upTo, term }: Writes): void {
    const { world, incarnation } = this;
    const message = new Message(this, to, world.nextMessage(), command(text, upTo, term), incarnation);
    world.send(message, world.trace.text(text));
  }

  protected override take(message: Message): void {
    const { world, service, index } = this;
    const { request, from, id } = message;
    const upTo = Number(request.args[0]);
    const term = Number(request.args[1]);
    if (message.leg === legs.request && term >= this.term) [this.has, this.term] = [upTo, term];
    world.trace.write(world.now, received, index, from.index, id, 1);
    if (message.leg === legs.request) world.send(message.answer(ok('OK')), world.trace.text('OK'));
    else if (from instanceof Member) service.ensemble.acked(from, { upTo, term });
  }

  override pause(fault: number, stoppedClocks: StoppedClocks): boolean {
    const did = super.pause(fault, stoppedClocks);
    this.service.ensemble.changed();
    return did;
  }

  override crash(fault: number, power: boolean): boolean {
    const did = super.crash(fault, power);
    this.service.ensemble.changed();
    return did;
  }

  protected override wake(): void {
    this.service.ensemble.changed();
    super.wake();
  }

  protected override begin(): number {
    this.service.ensemble.returned(this);
    return -1;
  }

  protected override rearm(): void {
    this.service.reset();
  }

  override nextDue(): number {
    return this.service.ensemble.dueAt;
  }

  protected override takeClosing(): void {
    // The other member has ended, and its ensemble already knows that.
  }

  protected override lose(): void {
    // All its data are on its disk.
  }
}
