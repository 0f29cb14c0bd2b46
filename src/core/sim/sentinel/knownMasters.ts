/** The master that each client was last notified of. A notice with an older epoch changes nothing. */
import type { ProcessId } from '../../model/scenario/processId';
import type { Machine } from '../machine';
import type { World } from '../world';

/** Where a node's master is now. */
export interface Address {
  /** The node that clients ask for. */
  readonly node: ProcessId;
  readonly master: ProcessId;
  /** The epoch of the failover that made it the master. */
  readonly epoch: number;
}

export class KnownMasters {
  private readonly epochs = new Map<Machine, Map<ProcessId, number>>();

  constructor(private readonly world: World) {}

  learn(client: Machine, { node, master, epoch }: Address): void {
    const { world } = this;
    const epochByNode = this.epochs.get(client) ?? new Map<ProcessId, number>();
    this.epochs.set(client, epochByNode);
    if (epoch <= (epochByNode.get(node) ?? 0)) return;
    epochByNode.set(node, epoch);
    const [before, now] = [world.resolve(client, node), world.get(master)];
    if (before !== now) world.move(client, before, now);
  }
}
