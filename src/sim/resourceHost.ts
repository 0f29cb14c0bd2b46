/** The process of the storage: one cell, and the check that serves it. A server program runs for each request. */
import { isGrant, ok, type Value } from '../model/request';
import { type AcceptedWrite, type Cell, comparedBy, type Resource, type ResourceServer } from '../model/resource';
import type { ProcessId } from '../model/scenario';
import { type GoneCause, goneCauses, kindNumber, refusalChecks } from '../model/trace';
import { legs, type Message } from './message';
import { ProgramHost } from './programHost';
import type { World } from './world';

const kinds = kindNumber;

type ResourceSettings = Parameters<Resource['serve']>[1]['settings'];

/** What stands in the storage before anybody writes. */
const valueFirst = 42;

/** The name under which the trace knows a client's mark on the resource. */
const markEntry = 'mark';
const never = -1;
const deleted = goneCauses.indexOf('deleted' satisfies GoneCause);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class ResourceHost extends ProgramHost {
  private readonly cell: Mutable<Cell> = { value: valueFirst, version: 1, token: null, owner: null };
  private readonly kept: unknown;
  /** Who has put the mark there: the index of a process. */
  private markedBy = -1;

  constructor(
    world: World,
    index: number,
    id: ProcessId,
    private readonly resource: Resource,
    private readonly settings: ResourceSettings,
  ) {
    super(world, index, id, 'storage');
    this.kept = resource.keeps?.();
  }

  protected override take(message: Message): void {
    if (message.leg !== legs.request) return super.take(message);
    this.spawn(this.resource.serve(message.request, this.serverFor(message)), (value) =>
      this.reply(message, value as Value),
    );
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
      kept: this.kept,
      settings: this.settings,
      me: this.id,
      client: message.from.id,
      reading: (token) => {
        trace.write(world.now, kinds.read, index, peer, id, cell.version, token ?? -1, cell.value);
      },
      looked: (isDone) => {
        trace.write(world.now, kinds.read, index, peer, id, -1, -1, isDone ? 1 : 0);
      },
      accept: ({ value, base, token, version }: AcceptedWrite) => {
        cell.value = value;
        cell.version = version ?? cell.version + 1;
        trace.write(world.now, kinds.wrote, index, peer, id, cell.version, base, token ?? -1, value);
        return cell.version;
      },
      acceptPart: ({ part, base, token, value }) => {
        trace.write(world.now, kinds.wrotePart, index, peer, id, part, base, token ?? -1, value);
      },
      did: (count) => {
        cell.value = count;
        trace.write(world.now, kinds.wrote, index, peer, id, -1, -1, -1, count);
      },
      reject: (refused) => {
        const [token, against] = comparedBy(refused, this.cell.owner === null ? -1 : this.markedBy);
        const check = refusalChecks.indexOf(refused.check);
        trace.write(world.now, kinds.rejected, index, peer, id, token, against, refused.value ?? -1, check);
      },
      marked: (token) => {
        trace.write(world.now, kinds.marked, index, peer, token);
      },
      markFor: (owner) => this.markFor(owner, peer),
      adopt: ({ value, version }) => {
        cell.value = value;
        cell.version = version;
        trace.write(world.now, kinds.replicated, index, peer, version);
      },
    };
  }

  private markFor(owner: string | null, peer: number): void {
    const { world, index, cell } = this;
    const { trace } = world;
    const entry = trace.text(markEntry);
    cell.owner = owner;
    this.markedBy = owner === null ? -1 : peer;
    if (owner === null) trace.write(world.now, kinds.entryGone, index, peer, entry, deleted);
    else trace.write(world.now, kinds.entrySet, index, peer, entry, trace.text(owner), never);
  }
}
