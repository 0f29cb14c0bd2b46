/**
 * A Redis server that belongs to the run: kills, stops and starts its process, cuts its log, and moves its clock.
 * Knows no scenario and no network. A power loss cuts the log back to the length that the preloaded shim noted at the
 * last fsync. A replica writes `dump.rdb` at its first sync even without snapshots, so every server has a folder of
 * its own.
 */
import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ok, type Reply } from '../../../core/model/effects/request';
import type { ProcessId } from '../../../core/model/scenario/processId';
import type { MinReplicasSettings, NodeSettings } from '../../../core/model/scenario/scenario';
import { fromMs } from '../../../core/model/values/time';
import type { Login } from '../login';
import { nanosNow } from '../nanos';
import type { ClockChange, ClockState } from '../process/contract';
import { trueClock, WallClock } from '../wallClock';
import { cutLog, growingFile, namesIn, SecondBoundary } from './appendOnlyFile';
import { shimEnvironment } from './clockShim';
import type { Guard, KeptKey, PowerLoss, RedisServer } from './contract';
import { readKeys, shiftExpiries, shiftMsOf } from './keptKeys';
import { OwnProcess } from './ownProcess';
import { makeUsers, type OtherProcesses, usersInWords } from './rights';
import { launch } from './serverProcess';
import { ShimFile } from './shimFile';
import { readInfo, withServer } from './withServer';

export interface OwnServerOptions {
  readonly id: ProcessId;
  readonly guard: Guard;
  readonly redisServer: string;
  /** The run's folder; the server makes its own below it. */
  readonly folder: string;
  readonly nodes: Pick<NodeSettings, 'persistence' | 'disk'>;
  /** The login that it uses with its master. */
  readonly replicaLogin: Login;
  /** The peers that it lets in besides backend and clients. */
  readonly fellows: OtherProcesses;
  /** The port that it announces to others; its own port if absent. */
  readonly announcedPort?: number;
  readonly minReplicas?: MinReplicasSettings | undefined;
  /** Its clients have no right to newer commands. */
  readonly isOlder?: boolean;
  /** The library to preload, if any. */
  readonly shim: string | null;
  readonly clock?: ClockState;
}

const pollMs = 5;

export class OwnServer extends OwnProcess implements RedisServer {
  readonly replicaLogin: Login;
  private readonly users = makeUsers();
  private readonly shimFile: ShimFile | null;
  private readonly boundary: SecondBoundary | null;
  private readonly clock: WallClock;
  private masterPort: number | null = null;

  constructor(private readonly options: OwnServerOptions) {
    const { id, nodes, shim, replicaLogin, clock = trueClock } = options;
    super(id, options.folder);
    this.replicaLogin = replicaLogin;
    this.clock = new WallClock(clock, nanosNow());
    this.shimFile = shim === null ? null : new ShimFile(join(options.folder, `${id}.shim`));
    this.shimFile?.setClock(this.clock.line);
    this.boundary = shim === null && nodes.persistence === 'everysec' ? new SecondBoundary(this.folder) : null;
  }

  override get url(): string {
    const { username, password } = this.users.own;
    return `redis://${username}:${password}@${this.host}:${this.port}`;
  }

  get login(): Login {
    return this.users.clients;
  }

  losePower(): Promise<PowerLoss> {
    return this.inTurn(async () => {
      await this.bringDown();
      const { persistence, disk } = this.options.nodes;
      const file = growingFile(this.folder);
      if (persistence === 'none' || file === null)
        return { lostBytes: 0, keptBytes: 0, known: 'none', knows: () => persistence !== 'none' };
      const isKnown = disk === 'lies' || persistence === 'always' || this.shimFile !== null;
      const cut = cutLog(file, this.bytesOnDisk(file));
      return { ...cut, known: isKnown ? 'recorded' : 'estimated', knows: namesIn(file) };
    });
  }

  start(): Promise<{ readonly kept: readonly KeptKey[] }> {
    return this.inTurn(async () => {
      if (!this.up) await this.bringUp();
      return { kept: await withServer(this.url, (redis) => readKeys(redis, '')) };
    });
  }

  changeClock(change: ClockChange, atNanos: number = nanosNow()): Promise<'shim' | 'shifted-expiry'> {
    const { shimFile } = this;
    if (shimFile !== null) {
      // This waits for no other order: a clock moves whatever its server is doing.
      this.clock.change(change, atNanos);
      shimFile.setClock(this.clock.line);
      return Promise.resolve('shim');
    }
    const byMs = shiftMsOf(change);
    if (byMs === null)
      return Promise.reject(new Error(`Without the shim the clock of ${this.id} can only jump forward.`));
    return this.inTurn(async (): Promise<'shifted-expiry'> => {
      if (this.state === 'paused') throw new Error(`${this.id} is paused: its keys cannot be shifted.`);
      if (this.up) await withServer(this.url, (redis) => shiftExpiries(redis, '', byMs));
      this.clock.change({ jumpMicros: fromMs(byMs) }, atNanos);
      return 'shifted-expiry';
    });
  }

  wallMsAt(stampNanos: number): number {
    return this.clock.wallMsAt(stampNanos);
  }

  follow(port: number): Promise<void> {
    return this.inTurn(async () => {
      this.masterPort = port;
      if (this.up) await withServer(this.url, (redis) => redis.replicaof('127.0.0.1', port));
    });
  }

  /** Waits for no other order: another order may bring it into sync. */
  async synced(timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    while (!this.ended && performance.now() < end) {
      if (this.state === 'running' && (await this.isInSync().catch(() => false))) return true;
      await sleep(pollMs);
    }
    return false;
  }

  noteMaster(port: number | null): void {
    this.masterPort = port;
  }

  promote(): Promise<void> {
    return this.inTurn(async () => {
      this.masterPort = null;
      if (this.up) await withServer(this.url, (redis) => redis.replicaof('NO', 'ONE'));
    });
  }

  readKeys(): Promise<readonly KeptKey[]> {
    return this.inTurn(() => withServer(this.url, (redis) => readKeys(redis, '')));
  }

  removeKeys(key: string | null): Promise<{ readonly how: 'all'; readonly answer: Reply }> {
    return this.inTurn(() =>
      withServer(this.url, async (redis) => ({
        how: 'all' as const,
        answer: ok(key === null ? await redis.flushall() : await redis.del(key)),
      })),
    );
  }

  override end(): Promise<void> {
    this.boundary?.stop();
    return super.end();
  }

  protected override launch(): ChildProcess {
    const {
      guard,
      redisServer,
      nodes,
      minReplicas,
      shim,
      announcedPort = null,
      fellows,
      isOlder = false,
    } = this.options;
    const { folder, port, masterPort, shimFile, replicaLogin } = this;
    const environment = shim === null || shimFile === null ? {} : shimEnvironment(shim, shimFile);
    const { persistence } = nodes;
    const users = usersInWords(this.users, fellows, { isOlder });
    const location = { folder, port, announcedPort, masterPort };
    return launch({ guard, redisServer, ...location, users, replicaLogin, persistence, minReplicas, environment });
  }

  private bytesOnDisk(file: string): number {
    const { persistence, disk } = this.options.nodes;
    if (disk === 'lies') return 0;
    const { size, ino } = statSync(file);
    if (this.shimFile !== null) return this.shimFile.syncedLength(ino);
    // It answers nobody before the disk has the write.
    if (persistence === 'always') return size;
    return this.boundary?.syncedLength ?? 0;
  }

  /**
   * A master that has not finished with the replica would answer WAIT with 0. Also, the replica starts a new log after
   * a full sync.
   */
  private isInSync(): Promise<boolean> {
    return withServer(this.url, async (redis) => {
      const replication = await readInfo(redis, 'replication');
      const persistence = await readInfo(redis, 'persistence');
      if (replication.get('role') !== 'slave') return true;
      return (
        replication.get('master_link_status') === 'up' &&
        persistence.get('aof_rewrite_in_progress') === '0' &&
        persistence.get('aof_rewrite_scheduled') === '0'
      );
    });
  }
}
