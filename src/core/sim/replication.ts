/**
 * A master and its replicas. The master's log travels to each replica with a lag, in order, and each acknowledges how
 * much it has. A promoted replica has what had reached it, and nothing else. Data in transit to a replica arrive even
 * if the master has ended. A replica keeps its data until the whole of another history arrives. Only a replica that
 * runs can be promoted.
 */

import { kindNumber } from '../model/trace/trace';
import { fromMs, type Micros } from '../model/values/time';
import type { QueuedEvent } from './queue';
import type { LogEntry } from './redisLog';
import type { RedisNode } from './redisNode';
import type { World } from './world';

const { replicated, promoted } = kindNumber;

/** `repl-timeout` of Redis, its default: how long a silent connection between a master and a replica is kept. */
const silenceMax: Micros = fromMs(60_000);

export class Replication {
  /** The server that this one follows. Null for a master. */
  master: Replication | null = null;
  /** In the order in which they were added. */
  followers: Replication[] = [];
  /** Followers that changed their master during a cut. This server cannot know it, and keeps their connections. */
  private gone: Replication[] = [];
  /** The replica that replaced it while it was away. It follows that replica when it comes back. */
  private successor: Replication | null = null;
  /** The number of a follower's connection. Data on an earlier connection is ignored. */
  private connection = 0;
  /**
   * How much of the master's log was sent on this connection. `appliedUpTo` is how much was applied, and `ackedUpTo`
   * how much the master knows to be applied. −1: nothing yet.
   */
  private sentUpTo = 0;
  private appliedUpTo = 0;
  private ackedUpTo = 0;
  private arrivalLast = 0;
  /** Log entries that arrived while it was paused. */
  private arrived: LogEntry[][] = [];
  /** Its data belong to another history. The next arrival is the whole log and replaces them. */
  syncing = false;

  constructor(
    private readonly world: World,
    readonly node: RedisNode,
  ) {}

  get isMaster(): boolean {
    return this.master === null;
  }

  /** The server that now answers for this one: itself, or the one that replaced it. */
  get leader(): Replication {
    let leader: Replication = this;
    while (leader.successor !== null) leader = leader.successor;
    return leader;
  }

  follow(master: Replication): void {
    this.master = master;
    master.followers.push(this);
    master.gone = master.gone.filter((follower) => follower !== this);
  }

  /** The follower stops following this server. */
  lose(follower: Replication): void {
    this.followers = this.followers.filter((one) => one !== follower);
    if (this.cutFrom(follower) !== null) this.gone.push(follower);
  }

  /** How many replicas are connected. A replica behind a cut counts as long as its connection is kept. */
  get connectedCount(): number {
    return [...this.followers, ...this.gone].filter((follower) => {
      const since = this.cutFrom(follower);
      return follower.node.alive && (since === null || this.world.now - since <= silenceMax);
    }).length;
  }

  /** Since when messages between the two have been cut off, in one direction at least. Null: messages get through. */
  private cutFrom({ node }: Replication): Micros | null {
    const { world } = this;
    const cut = [world.link(this.node, node), world.link(node, this.node)].filter(({ cuts }) => cuts > 0);
    return cut.length === 0 ? null : Math.min(...cut.map(({ cutAt }) => cutAt));
  }

  /** How many connected followers are known to have this much of the log. */
  ackedCount(offset: number): number {
    return this.followers.filter((follower) => follower.node.alive && follower.ackedUpTo >= offset).length;
  }

  /** Sends the new part of the log to all followers. */
  spread(): void {
    for (const follower of this.followers) follower.fetch();
  }

  /** Called when a link works again: sends what is missing, in both directions. */
  reconnected(): void {
    if (!this.node.alive) return;
    this.gone = this.gone.filter((follower) => this.cutFrom(follower) !== null);
    this.stepDown();
    this.fetch();
    if (!this.syncing && this.appliedUpTo > this.ackedUpTo) this.confirm();
  }

  arrive(connection: number, news: LogEntry[]): void {
    if (connection !== this.connection || !this.node.alive) return;
    this.arrived.push(news);
    if (!this.node.paused) this.catchUp();
  }

  /** Applies what has arrived. */
  catchUp(): void {
    const { master, node, world } = this;
    if (!master || this.arrived.length === 0) return;
    for (const news of this.arrived) {
      if (this.syncing) node.load(news);
      else for (const entry of news) node.adopt(entry);
      this.syncing = false;
      this.appliedUpTo += news.length;
    }
    this.arrived = [];
    world.trace.write(world.now, replicated, node.index, master.node.index, this.appliedUpTo);
    node.logGrew();
    this.confirm();
  }

  acknowledge(connection: number, upTo: number): void {
    if (connection !== this.connection) return;
    this.ackedUpTo = Math.max(this.ackedUpTo, upTo);
    const { master } = this;
    if (master?.node.alive && !master.node.paused) master.node.serveWaiters();
  }

  /** How many of its master's writes have not reached this follower. 0 for a master. */
  get missing(): number {
    if (!this.master) return 0;
    const written = this.master.node.log.entries.length;
    return this.syncing ? written : Math.max(0, written - this.node.log.entries.length);
  }

  /**
   * Replaces the master. The master's other replicas follow this one from now on. `lost` is the value of `missing`
   * before.
   */
  promote(lost: number): void {
    const { master, node, world } = this;
    if (!master) return;
    const siblings = master.followers.filter((follower) => follower !== this);
    for (const follower of master.followers) master.lose(follower);
    master.successor = this;
    this.successor = null;
    this.master = null;
    this.disconnect();
    world.trace.write(world.now, promoted, node.index, master.node.index, lost);
    node.expirePast();
    for (const sibling of siblings) sibling.resync(this);
  }

  /**
   * Called after a start. A follower fetches the whole log again; so do the followers of a master, and a master that
   * was replaced.
   */
  restarted(): void {
    this.gone = [];
    if (this.master) this.resync(this.master);
    else this.stepDown();
    for (const follower of this.followers) follower.resync(this);
  }

  /** A replaced master becomes a replica as soon as it can reach the new master. */
  private stepDown(): void {
    const { leader } = this;
    if (this.master || leader === this || this.world.link(leader.node, this.node).cuts > 0) return;
    this.follow(leader);
    this.resync(leader);
  }

  /** Follows this master from now on. The master's whole log replaces its own. */
  resync(master: Replication): void {
    if (this.master !== master) this.follow(master);
    this.disconnect();
    this.syncing = true;
    this.fetch();
  }

  disconnect(): void {
    this.connection++;
    this.sentUpTo = -1;
    this.appliedUpTo = 0;
    this.ackedUpTo = -1;
    this.arrived = [];
  }

  private fetch(): void {
    const { master, node } = this;
    const lag = master?.lagTo(this) ?? null;
    if (!master || lag === null || !node.alive || !master.node.alive || master.node.paused) return;
    const { entries } = master.node.log;
    if (entries.length === this.sentUpTo) return;
    const news = entries.slice(Math.max(0, this.sentUpTo));
    this.sentUpTo = entries.length;
    this.arrivalLast = Math.max(this.arrivalLast, this.world.now + lag);
    this.world.queue.push(this.arrivalLast, new Arrival(this, this.connection, news));
  }

  /** Acknowledges to the master how much it has applied. */
  private confirm(): void {
    const lag = this.lagTo(this.master);
    if (lag !== null)
      this.world.queue.push(this.world.now + lag, new Acknowledgement(this, this.connection, this.appliedUpTo));
  }

  /** How long a message to the other takes now, in microseconds. Null if it does not arrive. */
  lagTo(to: Replication | null): Micros | null {
    const { replicaLag } = this.world.scenario.settings.nodes;
    if (!to || replicaLag === 'never') return null;
    const link = this.world.link(this.node, to.node);
    return link.cuts > 0 ? null : fromMs(replicaLag) + link.slowBy;
  }
}

/** The answer to INFO for any section: only the lines that a lock reads. */
export const infoOf = (server: Replication | null): string =>
  `role:${server?.isMaster === false ? 'slave' : 'master'}\r\nconnected_slaves:${server?.connectedCount ?? 0}\r\n`;

class Arrival implements QueuedEvent {
  constructor(
    private readonly follower: Replication,
    private readonly connection: number,
    private readonly news: LogEntry[],
  ) {}
  fire(): void {
    this.follower.arrive(this.connection, this.news);
  }
}

class Acknowledgement implements QueuedEvent {
  constructor(
    private readonly follower: Replication,
    private readonly connection: number,
    private readonly upTo: number,
  ) {}
  fire(): void {
    this.follower.acknowledge(this.connection, this.upTo);
  }
}
