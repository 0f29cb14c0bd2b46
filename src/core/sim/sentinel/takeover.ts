/**
 * One sentinel's part in a failover: it asks for votes, and as the leader it promotes a replica and orders the others
 * to follow it. Every step is given up if it takes too long.
 */
import type { ProcessId } from '../../model/scenario/processId';
import { fromMs } from '../../model/values/time';
import type { Question } from './sentinelMessage';
import type { Watch } from './watch';
import type { Watched } from './watched';

/** SENTINEL_MAX_DESYNC, SENTINEL_ELECTION_TIMEOUT and SENTINEL_SLAVE_RECONF_TIMEOUT. */
const startsWithin = fromMs(1000);
const electionMax = fromMs(10_000);
const shownMax = fromMs(10_000);

type State = 'none' | 'election' | 'promotion' | 'others';

export class Takeover {
  epoch = 0;
  /** The replica that takes over, once it has reported that it is a master. */
  promoted: ProcessId | null = null;
  private state: State = 'none';
  private selected: ProcessId | null = null;
  private stateAt = 0;
  /** When the last failover that it knows of began, its own or one that it voted for. */
  private startedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly watch: Watch) {}

  get isOn(): boolean {
    return this.state !== 'none';
  }

  /** A sentinel tries again after twice the timeout. */
  mayStart(now: number): boolean {
    return !this.isOn && now - this.startedAt >= 2 * this.watch.limits.failoverTimeout;
  }

  start(now: number): void {
    const { sentinel, master } = this.watch;
    this.epoch = ++sentinel.epoch;
    this.enter('election', now);
    this.putOff(now);
    sentinel.record('+try-failover', master);
    this.watch.askForVotes(now);
  }

  /** Its start is randomized, so that the sentinels do not all try again at the same time. */
  putOff(now: number): void {
    this.startedAt = now + this.watch.sentinel.random('start', startsWithin);
  }

  forget(): void {
    this.state = 'none';
    this.promoted = null;
    this.selected = null;
    this.startedAt = Number.NEGATIVE_INFINITY;
  }

  goOn(now: number): void {
    const { limits } = this.watch;
    const isLate = now - this.stateAt > limits.failoverTimeout;
    if (this.state === 'election') this.count(now);
    else if (this.state === 'promotion' && isLate) this.giveUp('-failover-abort-slave-timeout');
    else if (this.state === 'others') this.notifyOthers(now, isLate);
  }

  /** Called when the server has answered a question. */
  heardFrom(server: Watched, question: Question, now: number): void {
    if (this.state !== 'promotion' || server.id !== this.selected) return;
    const isMaster = question.kind === 'replicaof' || server.state?.follows === null;
    if (!isMaster || this.watch.sentinel.isTilted) return;
    this.promoted = server.id;
    this.enter('others', now);
    this.watch.masterEpoch = this.epoch;
    this.watch.sentinel.record('+promoted-slave', server.id);
    this.watch.spread(now);
    this.goOn(now);
  }

  /** Counts the votes: the leader has a majority of all sentinels, and at least the quorum (sentinelGetLeader). */
  private count(now: number): void {
    const { watch, epoch } = this;
    const { sentinel, limits, others } = watch;
    const votes = new Map<ProcessId, number>();
    const add = (leader: ProcessId | null): void => {
      if (leader !== null) votes.set(leader, (votes.get(leader) ?? 0) + 1);
    };
    for (const { opinion } of others) add(opinion?.leaderEpoch === epoch ? opinion.leader : null);
    const [ahead] = [...votes].sort((a, b) => b[1] - a[1]);
    watch.vote(epoch, ahead?.[0] ?? sentinel.id);
    add(watch.voteIn(epoch));
    const need = Math.max(Math.floor((others.length + 1) / 2) + 1, limits.quorum);
    if ((votes.get(sentinel.id) ?? 0) >= need) {
      sentinel.record('+elected-leader', watch.master);
      this.select(now);
    } else if (now - this.startedAt > Math.min(electionMax, limits.failoverTimeout))
      this.giveUp('-failover-abort-not-elected');
  }

  /** The replica with the longest log among those that answer; if several have the same amount, the first by name. */
  private select(now: number): void {
    const { watch } = this;
    const [best] = watch.servers
      .filter((server) => server.id !== watch.master && !server.isDown && server.isFresh(now))
      .sort((a, b) => (b.state?.offset ?? 0) - (a.state?.offset ?? 0));
    if (best === undefined) return this.giveUp('-failover-abort-no-good-slave');
    this.selected = best.id;
    this.enter('promotion', now);
    watch.sentinel.record('+selected-slave', best.id);
    watch.sentinel.ask(best.id, { kind: 'replicaof', master: null });
  }

  /** Only a few at a time, so that not all are busy with their new master's data at once (parallel-syncs). */
  private notifyOthers(now: number, isLate: boolean): void {
    const { watch, promoted } = this;
    const { sentinel, master, limits } = watch;
    if (promoted === null) return;
    const rest = watch.servers.filter(({ id, isDown }) => id !== promoted && id !== master && !isDown);
    const isDone = ({ state, reportedAt }: Watched): boolean =>
      (state?.follows === promoted && !state.isSyncing) || (reportedAt !== null && now - reportedAt > shownMax);
    const open = rest.filter((server) => !isDone(server));
    const waiting = open.filter(({ reportedAt }) => reportedAt === null);
    const room = isLate ? waiting.length : limits.parallelSyncs - (open.length - waiting.length);
    for (const server of waiting.slice(0, Math.max(0, room))) {
      server.reportedAt = now;
      sentinel.record('+slave-reconf-sent', server.id);
      sentinel.ask(server.id, { kind: 'replicaof', master: promoted });
    }
    if (open.length > 0 && !isLate) return;
    sentinel.record('+failover-end', master);
    watch.switchTo(promoted);
  }

  private enter(state: State, now: number): void {
    this.state = state;
    this.stateAt = now;
    if (state === 'election') for (const server of this.watch.servers) server.reportedAt = null;
  }

  private giveUp(event: string): void {
    this.state = 'none';
    this.selected = null;
    this.watch.sentinel.record(event, this.watch.master);
  }
}
