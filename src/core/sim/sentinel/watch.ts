/**
 * One sentinel's view of one master and its replicas: which of them are down, what the other sentinels report, and
 * which server is the master. The steps of a failover are in `takeover.ts`. The names in quotes are those of Redis'
 * sentinel.c. A replica is chosen by how much of the log it has, then by name, not by priority or by how long its link
 * was down.
 */

import type { ProcessId } from '../../model/scenario/processId';
import type { SentinelSettings } from '../../model/scenario/scenario';
import { fromMs, type Micros } from '../../model/values/time';
import type { Opinion, Question, SentinelMessage } from './sentinelMessage';
import type { SentinelNode } from './sentinelNode';
import { Takeover } from './takeover';
import { pingEvery, Watched } from './watched';

/** SENTINEL_ASK_PERIOD. An opinion is valid for five of them. */
const askEvery = fromMs(1000);
const opinionLasts = 5 * askEvery;

/** SENTINEL_PUBLISH_PERIOD. */
const helloEvery = fromMs(2000);

/** After this time, a server that follows the wrong master gets the order to follow the right one. */
const wrongFor = 4 * helloEvery;

type Of<K extends Question['kind']> = Extract<Question, { readonly kind: K }>;

/** Another sentinel. */
export interface Other {
  readonly id: ProcessId;
  opinion: Opinion | null;
  opinionAt: number;
  askedAt: number;
  helloAt: number;
  /** The epoch of the latest master that the other sentinel has reported. */
  knowsEpoch: number;
}

export interface Limits {
  readonly downAfter: Micros;
  readonly quorum: number;
  readonly failoverTimeout: Micros;
  readonly parallelSyncs: number;
}

export class Watch {
  /** The node, whose name clients and sentinels use for the whole group, and then its replicas. */
  readonly node: ProcessId;
  readonly others: readonly Other[];
  readonly limits: Limits;
  servers: readonly Watched[];
  /** The master that it knows, and the epoch of the failover that made it the master (config_epoch). */
  master: ProcessId;
  masterEpoch = 0;
  /** Its vote. */
  private leader: ProcessId | null = null;
  private leaderEpoch = 0;
  isDownForAll = false;
  private readonly takeover: Takeover;

  constructor(
    readonly sentinel: SentinelNode,
    { servers, others }: { readonly servers: readonly ProcessId[]; readonly others: readonly ProcessId[] },
    { downAfter = 5000, quorum = 2, failoverTimeout = 60_000, parallelSyncs = 1 }: SentinelSettings,
  ) {
    this.node = servers[0] ?? 'nodeA';
    this.master = this.node;
    this.servers = servers.map((id) => new Watched(id, sentinel.now));
    this.others = others.map((id) => ({ id, ...nothingHeard, knowsEpoch: 0 }));
    this.limits = {
      downAfter: fromMs(downAfter),
      quorum,
      failoverTimeout: fromMs(failoverTimeout),
      parallelSyncs,
    };
    this.takeover = new Takeover(this);
  }

  knows(id: ProcessId): boolean {
    return this.servers.some((server) => server.id === id);
  }

  server(id: ProcessId): Watched | undefined {
    return this.servers.find((server) => server.id === id);
  }

  /** One turn of the timer. */
  turn(now: number): void {
    this.ping(now);
    if (this.masterEpoch > 0) this.spread(now);
    if (this.sentinel.isTilted) return;
    for (const server of this.servers) this.judge(server, now);
    this.judgeTogether(now);
    if (this.isDownForAll && this.takeover.mayStart(now)) this.takeover.start(now);
    this.takeover.goOn(now);
    this.askOthers(now);
    if (!this.takeover.isOn) this.correct(now);
  }

  takeAnswer(message: SentinelMessage, now: number): void {
    const { question, from } = message;
    const server = this.server(from.id);
    if (server !== undefined) {
      if (message.state !== null) server.answered(now, message.state);
      this.takeover.heardFrom(server, question, now);
    }
    const other = this.others.find(({ id }) => id === from.id);
    if (other === undefined) return;
    if (question.kind === 'hello' && question.node === this.node)
      other.knowsEpoch = Math.max(other.knowsEpoch, question.epoch);
    if (question.kind !== 'is-down' || question.master !== this.master || message.opinion === null) return;
    other.opinion = message.opinion;
    other.opinionAt = now;
  }

  takeClosing(id: ProcessId): void {
    this.server(id)?.closed();
  }

  /** Answers another sentinel, and votes if asked to. Null: it knows another master. */
  opinionOn({ master, epoch }: Of<'is-down'>, asker: ProcessId): Opinion | null {
    const { sentinel } = this;
    if (master !== this.master) return null;
    if (epoch > 0) this.vote(epoch, asker);
    return {
      isDown: !sentinel.isTilted && this.server(master)?.isDown === true,
      leader: this.leader,
      leaderEpoch: this.leaderEpoch,
    };
  }

  /** The first sentinel that asks in an epoch gets the vote (sentinelVoteLeader). */
  vote(epoch: number, candidate: ProcessId): void {
    const { sentinel } = this;
    sentinel.epoch = Math.max(sentinel.epoch, epoch);
    if (this.leaderEpoch >= epoch || sentinel.epoch > epoch) return;
    this.leader = candidate;
    this.leaderEpoch = epoch;
    sentinel.record('+vote-for-leader', candidate);
    if (candidate !== sentinel.id) this.takeover.putOff(sentinel.now);
  }

  /** The sentinel that got its vote in this epoch. */
  voteIn(epoch: number): ProcessId | null {
    return this.leaderEpoch === epoch ? this.leader : null;
  }

  /** Called when another sentinel knows a master. */
  takeHello({ node, master, epoch }: Of<'hello'>, from: ProcessId): void {
    if (node !== this.node) return;
    const { sentinel } = this;
    sentinel.epoch = Math.max(sentinel.epoch, epoch);
    const other = this.others.find(({ id }) => id === from);
    if (other !== undefined) other.knowsEpoch = Math.max(other.knowsEpoch, epoch);
    if (epoch <= this.masterEpoch) return;
    this.masterEpoch = epoch;
    // A newer failover cancels its own one, even if that is not over.
    if (master !== this.master || this.takeover.promoted !== null) this.switchTo(master);
  }

  /** Makes this the master from now on. The old master is expected to follow it. */
  switchTo(master: ProcessId): void {
    const { sentinel } = this;
    this.master = master;
    this.isDownForAll = false;
    this.takeover.forget();
    this.leader = null;
    for (const other of this.others) Object.assign(other, { opinion: null, askedAt: Number.NEGATIVE_INFINITY });
    for (const server of this.servers) server.state = null;
    sentinel.record('+switch-master', master);
    this.spread(sentinel.now);
  }

  /** Called when the process starts again and has forgotten what it saw. */
  startAgain(now: number): void {
    this.master = this.takeover.promoted ?? this.master;
    this.servers = this.servers.map(({ id }) => new Watched(id, now));
    this.isDownForAll = false;
    this.takeover.forget();
    for (const other of this.others) Object.assign(other, nothingHeard);
  }

  private ping(now: number): void {
    const every = Math.min(pingEvery, this.limits.downAfter);
    for (const server of this.servers) {
      if (now - server.lastPingAt < every) continue;
      server.notePing(now);
      this.sentinel.ask(server.id, { kind: 'ping' });
    }
  }

  /** Notifies clients and other sentinels where the master is, until they know. */
  spread(now: number): void {
    const { node, master, masterEpoch, sentinel } = this;
    if (!this.takeover.isOn) sentinel.notifyClients({ node, master, epoch: masterEpoch });
    for (const other of this.others) {
      if (other.knowsEpoch >= masterEpoch || now - other.helloAt < helloEvery) continue;
      other.helloAt = now;
      sentinel.ask(other.id, { kind: 'hello', node, master: this.takeover.promoted ?? master, epoch: masterEpoch });
    }
  }

  private judge(server: Watched, now: number): void {
    const isDown = server.isSilentFor(now, this.limits.downAfter);
    if (isDown === server.isDown) return;
    server.isDown = isDown;
    this.sentinel.record(isDown ? '+sdown' : '-sdown', server.id);
  }

  private judgeTogether(now: number): void {
    const { quorum } = this.limits;
    const isDown = this.server(this.master)?.isDown === true && 1 + this.othersWhoAgree(now) >= quorum;
    if (isDown === this.isDownForAll) return;
    this.isDownForAll = isDown;
    this.sentinel.record(isDown ? '+odown' : '-odown', this.master);
  }

  private othersWhoAgree(now: number): number {
    return this.others.filter(({ opinion, opinionAt }) => opinion?.isDown === true && now - opinionAt <= opinionLasts)
      .length;
  }

  /**
   * Asks the others about a master that is down in its own view, and for their votes once a failover is in progress.
   */
  private askOthers(now: number): void {
    if (this.server(this.master)?.isDown !== true) return;
    for (const other of this.others) if (now - other.askedAt >= askEvery) this.askOther(other, now);
  }

  /** Asks for votes at once. */
  askForVotes(now: number): void {
    for (const other of this.others) this.askOther(other, now);
  }

  private askOther(other: Other, now: number): void {
    other.askedAt = now;
    const epoch = this.takeover.isOn ? this.takeover.epoch : 0;
    this.sentinel.ask(other.id, { kind: 'is-down', master: this.master, epoch });
  }

  /**
   * Orders a server that has followed the wrong master for long enough to follow the right one (+convert-to-slave,
   * +fix-slave-config).
   */
  private correct(now: number): void {
    const { master, sentinel } = this;
    const leader = this.server(master);
    if (leader === undefined || leader.isDown || !leader.isFresh(now) || leader.state?.follows !== null) return;
    for (const server of this.servers) {
      if (server === leader || server.isDown || !server.isFresh(now) || server.state === null) continue;
      if (server.state.follows === master || now - server.followsSince <= wrongFor) continue;
      server.followsSince = now;
      sentinel.record(server.state.follows === null ? '+convert-to-slave' : '+fix-slave-config', server.id);
      sentinel.ask(server.id, { kind: 'replicaof', master });
    }
  }
}

const nothingHeard = {
  opinion: null,
  opinionAt: 0,
  askedAt: Number.NEGATIVE_INFINITY,
  helloAt: Number.NEGATIVE_INFINITY,
} satisfies Partial<Other>;
