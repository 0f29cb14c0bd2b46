/** The process of the storage: one cell, and the check that serves it. A server program runs for each request. */
import type { Cell, Resource, ResourceServer } from '../model/resource';
import { isGrant, ok, type Value } from '../model/request';
import type { ProcessId } from '../model/scenario';
import { kindNumber } from '../model/trace';
import { legs, type Message } from './message';
import { ProgramHost } from './programHost';
import type { World } from './world';

const kinds = kindNumber;

type ResourceSettings = Parameters<Resource['serve']>[1]['settings'];

/** What stands in the storage before anybody writes. */
const valueFirst = 42;

export class ResourceHost extends ProgramHost {
  private readonly cell: { value: number; version: number; token: number | null; owner: string | null } & Cell = {
    value: valueFirst,
    version: 1,
    token: null,
    owner: null,
  };

  constructor(
    world: World,
    index: number,
    id: ProcessId,
    private readonly resource: Resource,
    private readonly settings: ResourceSettings,
  ) {
    super(world, index, id, 'storage');
  }

  protected override take(message: Message): void {
    if (message.leg !== legs.request) return super.take(message);
    this.spawn(this.resource.serve(message.request, this.serverFor(message)), (value) => this.reply(message, value as Value));
  }

  /** Its data are on a disk that keeps its word; the programs under way are not. */
  protected override begin(): number {
    return 1;
  }

  private reply(message: Message, value: Value): void {
    const { world, index } = this;
    const reply = ok(value);
    world.trace.write(world.now, kinds.received, index, message.from.index, message.id, isGrant(reply) ? 1 : 0);
    world.send(message.answer(reply), world.replyText(reply));
  }

  private serverFor(message: Message): ResourceServer<ResourceSettings> {
    const { world, index, cell } = this;
    const { trace } = world;
    const peer = message.from.index;
    const { id } = message;
    return {
      cell,
      settings: this.settings,
      me: this.id,
      client: message.from.id,
      reading: (token) => {
        trace.write(world.now, kinds.read, index, peer, id, cell.version, token ?? -1, cell.value);
      },
      accept: ({ value, base, token }) => {
        cell.value = value;
        cell.version++;
        trace.write(world.now, kinds.wrote, index, peer, id, cell.version, base, token ?? -1, value);
        return cell.version;
      },
      reject: ({ token, against }) => {
        trace.write(world.now, kinds.rejected, index, peer, id, token ?? -1, against ?? -1, Number(message.request.args[0] ?? -1));
      },
      marked: (token) => {
        trace.write(world.now, kinds.marked, index, peer, token);
      },
    };
  }
}
