/** The nodes of a lock under the names that programs have for them, and what all operations on them share. */
import type { Subscription } from '../drive/host';
import type { Reply } from '../model/request';
import { nodeId, type ProcessId } from '../model/scenario';
import type { Micros } from '../model/time';
import { lockClientOf, type RedisClient } from './client';
import { Deadlines } from './deadlines';
import { errorOf } from './failure';
import { Load } from './load';
import { LockNode } from './lockNode';
import { subscribeTo } from './subscription';

/** More different lengths of time than this are forgotten, and made again. */
const deadlinesMax = 100;

/** As many nodes as have names. */
const nodeCountMax = 26;

export class Site {
  readonly ids: readonly ProcessId[];
  readonly nodes: readonly LockNode[];
  readonly load = new Load();
  private readonly deadlines = new Map<number, Deadlines>();
  private deadlinesLast: Deadlines | null = null;
  private readonly indices: ReadonlyMap<ProcessId, number>;

  constructor(
    readonly clients: readonly RedisClient[],
    /** Hears of nodes that fail. */
    private readonly hearFailure: (error: Error) => void,
  ) {
    if (clients.length > nodeCountMax) throw new RangeError(`At most ${nodeCountMax} nodes, not ${clients.length}.`);
    this.nodes = clients.map((client) => new LockNode(lockClientOf(client), this.load));
    this.ids = clients.map((_, index) => nodeId(index));
    this.indices = new Map(this.ids.map((id, index) => [id, index]));
  }

  /** One for each length of time: there are few. */
  deadlinesOf(lengthMs: number): Deadlines {
    if (this.deadlinesLast?.lengthMs !== lengthMs) this.deadlinesLast = this.findDeadlines(lengthMs);
    return this.deadlinesLast;
  }

  /** @param place where it is likely to be found: calls mostly go to the nodes in their order. */
  indexOf(id: ProcessId, place = 0): number {
    return this.ids[place] === id ? place : (this.indices.get(id) ?? 0);
  }

  nodeOf(id: ProcessId, place: number): LockNode {
    return this.nodes[this.indexOf(id, place)] as LockNode;
  }

  report(reply: Exclude<Reply, { readonly kind: 'ok' }>): void {
    this.hearFailure(errorOf(reply));
  }

  private findDeadlines(lengthMs: number): Deadlines {
    const known = this.deadlines.get(lengthMs);
    if (known !== undefined) return known;
    const made = new Deadlines(lengthMs);
    if (this.deadlines.size >= deadlinesMax) this.deadlines.clear();
    this.deadlines.set(lengthMs, made);
    return made;
  }

  subscribe(to: ProcessId, channel: string, timeout: Micros | null): Promise<Subscription> {
    return subscribeTo(this.nodes[this.indexOf(to)]?.client, channel, timeout);
  }
}
