/** The process of the storage: one cell, and the check in front of it. Each request runs its own server program. */

import { isGrant, ok, type Value } from '../model/effects/request';
import type { ProcessId } from '../model/scenario/processId';
import type { Resource } from '../model/scenario/resource';
import { type CellHost, newCell, recordServer } from '../model/trace/recordServer';
import { kindNumber } from '../model/trace/trace';
import { legs, type Message } from './message';
import { ProgramHost } from './programHost';
import type { World } from './world';

const { received } = kindNumber;

/** Here, processes are identified by their numbers. */
const itself = (process: number): number => process;

type ResourceSettings = Parameters<Resource['serve']>[1]['settings'];

export class ResourceHost extends ProgramHost {
  private readonly served: CellHost<ResourceSettings, number, number>;

  constructor(
    world: World,
    index: number,
    id: ProcessId,
    private readonly resource: Resource,
    settings: ResourceSettings,
  ) {
    super(world, index, id, 'storage');
    const at = newCell<number>(resource.keeps?.());
    this.served = { at, settings, me: id, record: this.record, numberOf: itself };
  }

  protected override take(message: Message): void {
    if (message.leg !== legs.request) return super.take(message);
    const { from, id } = message;
    const server = recordServer(this.served, { client: from.id, peer: from.index, message: id });
    this.spawn(this.resource.serve(message.request, server), (value) => this.reply(message, value as Value));
  }

  /** Its data are on a reliable disk. The running programs are lost. */
  protected override begin(): number {
    return 1;
  }

  private reply(message: Message, value: Value): void {
    const { world, index } = this;
    const reply = ok(value);
    world.trace.write(world.now, received, index, message.from.index, message.id, isGrant(reply) ? 1 : 0);
    world.send(message.answer(reply), world.replyText(reply));
  }
}
