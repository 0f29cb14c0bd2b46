/**
 * A master and its replicas: the master's log travels to each of them with a lag, in order; each acknowledges how far it has got.
 * A promoted replica has what had reached it, and nothing else.
 */
import { fromMs } from '../model/time';
import { kindNumber } from '../model/trace';
import type { Happening } from './queue';
import type { RedisNode } from './redisNode';
import type { World } from './world';

const { replicated, promoted } = kindNumber;

export class Replication {
  /** Who feeds this server; null for a master. */
  private master: Replication | null = null;
  private followers: Replication[] = [];
  /** Who took its place while it was away: it follows that one when it comes back. */
  private successor: Replication | null = null;
  /** Of a follower: how much was sent to it, has arrived, and was acknowledged to the master. */
  private sentUpTo = 0;
  private arrivedUpTo = 0;
  private ackedUpTo = 0;
  private arrivalLast = 0;
  /** It lost what it had: the next that arrives is the whole. */
  private syncing = false;

  constructor(
    private readonly world: World,
    private readonly node: RedisNode,
  ) {}

  get isMaster(): boolean {
    return this.master === null;
  }

  follow(master: Replication): void {
    this.master = master;
    master.followers.push(this);
  }

  /** How many followers are known to have the log up to here. */
  ackedCount(offset: number): number {
    return this.followers.filter((follower) => follower.ackedUpTo >= offset).length;
  }

  /** Sends what is new in the log on its way. */
  spread(): void {
    for (const follower of this.followers) follower.fetch();
  }

  /** The link to the master works again, or there is news: what is missing is sent. */
  fetch(): void {
    const { master, world } = this;
    const { replicaLag } = world.scenario.settings.nodes;
    if (!master || replicaLag === 'never' || !this.node.alive) return;
    const link = world.link(master.node, this.node);
    const upTo = master.node.log.entries.length;
    if (link.cuts > 0 || upTo === this.sentUpTo || !master.node.alive) return;
    this.sentUpTo = upTo;
    this.arrivalLast = Math.max(this.arrivalLast, world.now + fromMs(replicaLag) + link.slowBy);
    world.queue.push(this.arrivalLast, new Arrival(this, master, upTo));
  }

  arrive(from: Replication, upTo: number): void {
    if (this.master !== from || !this.node.alive) return;
    // What is in flight when a link is cut is lost, and sent again when it is whole.
    if (this.world.link(from.node, this.node).cuts > 0) {
      this.sentUpTo = this.arrivedUpTo;
      return;
    }
    this.arrivedUpTo = Math.max(this.arrivedUpTo, upTo);
    if (!this.node.paused) this.catchUp();
  }

  /** Applies what has arrived. */
  catchUp(): void {
    const { master, node, world } = this;
    if (!master) return;
    const { entries } = node.log;
    const source = master.node.log.entries.slice(0, this.arrivedUpTo);
    if (entries.length >= source.length) return;
    if (this.syncing) node.load(source);
    else for (const entry of source.slice(entries.length)) node.adopt(entry);
    this.syncing = false;
    // Counted anew: what was loaded whole stands in another list.
    const upTo = node.log.entries.length;
    world.trace.write(world.now, replicated, node.index, master.node.index, upTo);
    const { replicaLag } = world.scenario.settings.nodes;
    if (replicaLag !== 'never')
      world.queue.push(world.now + fromMs(replicaLag), new Acknowledgement(this, master, upTo));
  }

  acknowledge(upTo: number): void {
    this.ackedUpTo = Math.max(this.ackedUpTo, upTo);
    const { master } = this;
    if (master?.node.alive && !master.node.paused) master.node.serveWaiters();
  }

  /** Of a follower: writes of its master that have not reached it. */
  get missing(): number {
    return this.master ? Math.max(0, this.master.node.log.entries.length - this.node.log.entries.length) : 0;
  }

  /** Takes the master's place; its other replicas follow this one from now on. `lost`: what was `missing` before. */
  promote(lost: number): void {
    const { master, node, world } = this;
    if (!master) return;
    const siblings = master.followers.filter((follower) => follower !== this);
    master.followers = [];
    master.successor = this;
    this.master = null;
    world.trace.write(world.now, promoted, node.index, master.node.index, lost);
    node.expirePast();
    for (const sibling of siblings) sibling.resync(this);
  }

  /** After a start: a follower fetches the whole again, and so do the followers of a master, and a master that was replaced. */
  restarted(): void {
    const above = this.successor ?? this.master;
    if (above) this.resync(above);
    for (const follower of this.followers) follower.resync(this);
  }

  private resync(master: Replication): void {
    if (this.master !== master) this.follow(master);
    this.sentUpTo = 0;
    this.arrivedUpTo = 0;
    this.ackedUpTo = 0;
    this.syncing = true;
    this.node.forgetAll();
    this.fetch();
  }
}

class Arrival implements Happening {
  constructor(
    private readonly follower: Replication,
    private readonly master: Replication,
    private readonly upTo: number,
  ) {}
  fire(): void {
    this.follower.arrive(this.master, this.upTo);
  }
}

class Acknowledgement implements Happening {
  constructor(
    private readonly follower: Replication,
    private readonly master: Replication,
    private readonly upTo: number,
  ) {}
  fire(): void {
    if (this.master.isMaster) this.follower.acknowledge(this.upTo);
  }
}
