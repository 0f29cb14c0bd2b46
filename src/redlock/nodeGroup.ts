/** The nodes of a lock, under the names that programs use for them, and what all operations on them share. */

import type { Reply } from '../core/model/effects/request';
import { nodeId, type ProcessId } from '../core/model/scenario/processId';
import { nth } from '../core/model/values/nth';
import type { Ms } from '../core/model/values/time';
import type { Subscription } from '../core/promises/host';
import { addressOf, lockClientOf, type RedisClient } from './client';
import { CommandEncoder } from './commandEncoder';
import { errorOf } from './failure';
import { IoredisCommands } from './ioredisCommand';
import type { Kind } from './kind';
import { LockNode } from './lockNode';
import type { RetryDelay } from './retryDelay';
import type { Waking } from './waking';

/** The most nodes: as many as there are names. */
const nodeCountMax = 26;

interface About {
  /** Called when a node fails. */
  readonly hearFailure: (error: Error) => void;
  /** How a waiter at the first node is notified that a lock is free. Null: these locks have no such waiters. */
  readonly waking: Kind['waking'] | null;
}

export class NodeGroup {
  readonly ids: readonly ProcessId[];
  readonly nodes: readonly LockNode[];

  private readonly waking: Waking | null;
  private readonly hearFailure: (error: Error) => void;

  constructor(
    readonly clients: readonly RedisClient[],
    { hearFailure, waking }: About,
  ) {
    if (clients.length > nodeCountMax) throw new RangeError(`At most ${nodeCountMax} nodes, not ${clients.length}.`);
    this.hearFailure = hearFailure;
    const commands = new IoredisCommands();
    const wired = clients.map((client) => lockClientOf(client, commands));
    const [first] = clients;
    this.waking = waking && first ? waking(first) : null;
    const encoder = new CommandEncoder();
    this.nodes = wired.map((client, i) => new LockNode(client, encoder, addressOf(clients[i]) ?? `node ${i + 1}`));
    this.ids = clients.map((_, index) => nodeId(index));
  }

  /**
   * The place of a node's client.
   *
   * @param index where to look first, because calls mostly go to the nodes in their order.
   */
  indexOf(id: ProcessId, index = 0): number {
    return this.ids[index] === id ? index : this.ids.indexOf(id);
  }

  nodeOf(id: ProcessId, index: number): LockNode {
    return nth(this.nodes, this.indexOf(id, index));
  }

  /** The time in ms after which the slowest node's silence is unusual. 0: no node has answered yet. */
  roundTripMs(): Ms {
    return Math.max(...this.nodes.map(({ roundTrips }) => roundTrips.usualMs));
  }

  report(reply: Exclude<Reply, { readonly kind: 'ok' }>): void {
    this.hearFailure(errorOf(reply));
  }

  listen(topic: string, retryDelay: RetryDelay): Subscription {
    if (this.waking === null) throw new Error('Nobody waits for locks of this kind.');
    return this.waking.listen(topic, retryDelay);
  }

  close(): void {
    this.waking?.close();
  }
}
