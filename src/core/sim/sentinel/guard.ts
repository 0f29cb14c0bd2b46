/**
 * Answers that a server gives instead of executing a request: to sentinels' questions, to writes at a replica, and to
 * writes at a master that has not heard from enough replicas. A script counts as a write. A replica reports to its
 * master once a second, outside the trace. INFO counts connected replicas. A replica behind a cut counts for 60 s
 * (`repl-timeout`), even if it now follows another master. A paused replica counts during its whole pause.
 */
import { ok, type Reply, type Request } from '../../model/effects/request';
import { fromMs } from '../../model/values/time';
import type { QueuedEvent } from '../queue';
import { RedisNode } from '../redisNode';
import type { Replication } from '../replication';
import type { World } from '../world';
import { becomeMaster, becomeReplica } from './changeOver';
import { SentinelMessage } from './sentinelMessage';

/** All other commands write. A test compares the list with the table of commands. */
export const readingCommands: ReadonlySet<string> = new Set([
  'GET',
  'HGET',
  'HEXISTS',
  'HGETALL',
  'LLEN',
  'LRANGE',
  'TTL',
  'PTTL',
  'EXISTS',
  'PING',
  'TIME',
  'PUBLISH',
  'SUBSCRIBE',
  'UNSUBSCRIBE',
  'WAIT',
  'INFO',
]);

const readOnly: Reply = { kind: 'error', message: "READONLY You can't write against a read only replica." };
const noReplicas: Reply = { kind: 'error', message: 'NOREPLICAS Not enough good replicas to write.' };
const okay = ok('OK');
const pong = ok('PONG');

/** The interval of a replica's reports to its master (REPLCONF ACK). */
const reportEvery = fromMs(1000);

const secondOf = (micros: number): number => Math.floor(micros / 1_000_000);

/** Puts a guard before every Redis server of the world. */
export function guardServers(world: World): void {
  const { toWrite = 0, maxLag = 10 } = world.scenario.settings.minReplicas ?? {};
  const reports = toWrite > 0 ? new Reports(world, maxLag) : null;
  for (const node of world.machines) {
    if (!(node instanceof RedisNode)) continue;
    node.guard = (message) => {
      if (message instanceof SentinelMessage) return answered(world, node, message);
      const refusal = refusalOf(node, message.request, reports, toWrite);
      if (refusal !== null) node.reply(message, refusal);
      return refusal !== null;
    };
  }
}

function refusalOf(node: RedisNode, request: Request, reports: Reports | null, toWrite: number): Reply | null {
  if (isRead(request) || node.reads(request)) return null;
  if (node.replication?.isMaster === false) return readOnly;
  return reports !== null && reports.goodReplicas(node) < toWrite ? noReplicas : null;
}

const isRead = ({ command, script }: Request): boolean => script === undefined && readingCommands.has(command);

function answered(world: World, node: RedisNode, message: SentinelMessage): true {
  const { question } = message;
  const { replication } = node;
  if (question.kind === 'replicaof') {
    const master = question.master === null ? null : world.get(question.master);
    if (master === null) becomeMaster(world, node);
    else if (master instanceof RedisNode) becomeReplica(world, node, master);
    message.respond(world, okay, 1);
    return true;
  }
  message.state = {
    follows: replication?.master?.node.id ?? null,
    offset: node.log.entries.length,
    isSyncing: replication?.syncing ?? false,
  };
  message.respond(world, pong, 1);
  return true;
}

/**
 * When each master last heard from each of its replicas. The reports travel like the log: they are not in the trace.
 */
class Reports {
  /** By replica: the reading of its master's wall clock at its latest report. */
  private readonly heardAt = new Map<Replication, { readonly master: Replication; readonly wall: number }>();

  constructor(
    private readonly world: World,
    private readonly maxLag: number,
  ) {
    for (const node of world.machines) {
      if (!(node instanceof RedisNode) || node.replication === null) continue;
      this.noteContact(node.replication);
      this.reportLater(node);
    }
  }

  /**
   * Counts as Redis does: connected replicas whose latest report is at most the allowed number of seconds old, by the
   * wall clock.
   */
  goodReplicas({ replication, clock }: RedisNode): number {
    const now = secondOf(clock.wall(this.world.now));
    return (replication?.followers ?? []).filter((follower) => {
      if (!follower.node.alive || follower.syncing) return false;
      // A replica that has just received a new master's data counts from then on.
      if (this.heardAt.get(follower)?.master !== replication) this.noteContact(follower);
      return now - secondOf(this.heardAt.get(follower)?.wall ?? 0) <= this.maxLag;
    }).length;
  }

  private noteContact(replica: Replication): void {
    const { master } = replica;
    if (master?.node.alive) this.heardAt.set(replica, { master, wall: master.node.clock.wall(this.world.now) });
  }

  private reportLater(node: RedisNode): void {
    const { world } = this;
    const at = world.now + reportEvery;
    if (at <= world.end) world.queue.push(at, new Report(() => this.report(node)));
  }

  private report(node: RedisNode): void {
    this.reportLater(node);
    const { replication, alive, paused } = node;
    const lag = replication?.lagTo(replication.master);
    if (!replication || !alive || paused || replication.syncing || lag == null) return;
    const { master } = replication;
    this.world.queue.push(
      this.world.now + lag,
      new Report(() => {
        if (replication.master === master && !replication.syncing) this.noteContact(replication);
      }),
    );
  }
}

/** A replica's report. A run may end before it arrives. */
class Report implements QueuedEvent {
  constructor(readonly fire: () => void) {}
  isForgotten(): boolean {
    return true;
  }
}
