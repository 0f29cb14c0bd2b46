/** The nodes of a lock under the names that programs have for them, and what all operations on them share. */
import type { Subscription } from '../drive/host';
import type { Reply } from '../model/request';
import { nodeId, type ProcessId } from '../model/scenario';
import type { Micros } from '../model/time';
import { lockClientOf, type RedisClient } from './client';
import { errorOf } from './failure';
import { Load } from './load';
import { LockNode } from './lockNode';
import { subscribeTo } from './subscription';

/** As many nodes as have names. */
const nodeCountMax = 26;

export class Site {
  readonly ids: readonly ProcessId[];
  readonly nodes: readonly LockNode[];
  readonly load = new Load();
  private readonly indices: ReadonlyMap<ProcessId, number>;

  constructor(
    readonly clients: readonly RedisClient[],
    /** Hears of nodes that fail. */
    private readonly hearFailure: (error: Error) => void,
  ) {
    if (clients.length > nodeCountMax) throw new RangeError(`At most ${nodeCountMax} nodes, not ${clients.length}.`);
    this.nodes = clients.map((client, index) => new LockNode(lockClientOf(client), index, this.load));
    this.ids = clients.map((_, index) => nodeId(index));
    this.indices = new Map(this.ids.map((id, index) => [id, index]));
  }

  indexOf(id: ProcessId): number {
    return this.indices.get(id) ?? 0;
  }

  report(reply: Exclude<Reply, { readonly kind: 'ok' }>): void {
    this.hearFailure(errorOf(reply));
  }

  subscribe(to: ProcessId, channel: string, timeout: Micros | null): Promise<Subscription> {
    return subscribeTo(this.nodes[this.indexOf(to)]?.client, channel, timeout);
  }
}
