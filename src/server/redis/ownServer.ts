/**
 * A Redis server that belongs to the run. Its process is killed, stopped and started, its log is cut, and its clock is
 * moved. Knows no scenario and no network.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ok, type Reply } from '../../model/request';
import type { NodeSettings, ProcessId } from '../../model/scenario';
import { fromMs } from '../../model/time';
import { type Death, howItEnded } from '../death';
import type { Login } from '../login';
import { nanosNow } from '../nanos';
import type { ClockChange, ClockState } from '../process/contract';
import { trueClock, WallClock } from '../wallClock';
import { cutLog, growingFile, namesIn, SecondBoundary } from './appendOnlyFile';
import { shimEnvironment } from './clockShim';
import type { Guard, KeptKey, PowerLoss, RedisServer } from './contract';
import { readKeys, shiftExpiries, shiftMsOf } from './keptKeys';
import { giveBackPort, takePort } from './ports';
import { stateOf, waitUntilStopped } from './processState';
import { makeUsers, usersInWords } from './rights';
import { kill, lastWordsOf, launch, PortTaken, untilUp } from './serverProcess';
import { ShimFile } from './shimFile';
import { readInfo, withServer } from './withServer';

export interface OwnServerOptions {
  readonly id: ProcessId;
  readonly guard: Guard;
  readonly redisServer: string;
  /** The run's folder; the server makes its own below it. */
  readonly folder: string;
  readonly nodes: Pick<NodeSettings, 'persistence' | 'disk'>;
  /** The login that each server of the run uses with its master, and requires of its replicas. */
  readonly replicaLogin: Login;
  /** The library to preload; null when there is none. */
  readonly shim: string | null;
  readonly clock?: ClockState;
}

const stopTimeoutMs = 5000;
const pollMs = 5;
const portTriesMax = 10;

export class OwnServer implements RedisServer {
  readonly host = '127.0.0.1';
  readonly id: ProcessId;
  readonly replicaLogin: Login;
  private readonly users = makeUsers();
  readonly died: Promise<Death>;
  private tellDeath: (death: Death) => void = () => {};
  private readonly folder: string;
  private readonly shimFile: ShimFile | null;
  private readonly boundary: SecondBoundary | null;
  private readonly clock: WallClock;
  private child: ChildProcess | null = null;
  private up = false;
  private stopped = false;
  private ended = false;
  /** Its process is being killed by this one. */
  private isLeaving = false;
  private masterPort: number | null = null;
  private portNow = 0;
  /** The last order: orders run one after another. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: OwnServerOptions) {
    const { id, nodes, shim, replicaLogin, clock = trueClock } = options;
    this.id = id;
    this.replicaLogin = replicaLogin;
    this.died = new Promise((resolve) => {
      this.tellDeath = resolve;
    });
    this.folder = join(options.folder, id);
    mkdirSync(this.folder);
    this.clock = new WallClock(clock, nanosNow());
    this.shimFile = shim === null ? null : new ShimFile(join(options.folder, `${id}.shim`));
    this.shimFile?.setClock(this.clock.line);
    this.boundary = shim === null && nodes.persistence === 'everysec' ? new SecondBoundary(this.folder) : null;
  }

  get port(): number {
    return this.portNow;
  }

  get url(): string {
    const { username, password } = this.users.own;
    return `redis://${username}:${password}@${this.host}:${this.port}`;
  }

  get login(): Login {
    return this.users.clients;
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  get state(): 'running' | 'paused' | 'down' {
    if (!this.up) return 'down';
    return this.stopped ? 'paused' : 'running';
  }

  /** Starts it for the first time, on a free port that it keeps from then on. */
  begin(): Promise<void> {
    return this.inTurn(async () => {
      for (let tries = 1; ; tries++) {
        this.portNow = await takePort();
        try {
          return await this.bringUp();
        } catch (error) {
          giveBackPort(this.portNow);
          if (!(error instanceof PortTaken) || tries === portTriesMax) throw error;
        }
      }
    });
  }

  crash(): Promise<void> {
    return this.inTurn(() => this.bringDown());
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

  pause(): Promise<void> {
    return this.inTurn(async () => {
      const { child } = this;
      if (child?.pid === undefined) throw new Error(`${this.id} is down: it cannot be paused.`);
      this.stopped = true;
      child.kill('SIGSTOP');
      if (await waitUntilStopped(child.pid, stopTimeoutMs)) return;
      if ((await stateOf(child.pid)) !== 'gone') throw new Error(`${this.id} did not stop.`);
    });
  }

  resume(): void {
    this.stopped = false;
    this.child?.kill('SIGCONT');
  }

  changeClock(change: ClockChange, atNanos: number = nanosNow()): Promise<'shim' | 'shifted-expiry'> {
    const { shimFile } = this;
    if (shimFile !== null) {
      // At once, without waiting for other orders: a clock moves whatever its server is doing.
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

  /** Without waiting for other orders: another order may be what brings it into sync. */
  async synced(timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    while (!this.ended && performance.now() < end) {
      if (this.state === 'running' && (await this.isInSync().catch(() => false))) return true;
      await sleep(pollMs);
    }
    return false;
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

  /** Ends it for good, whatever is in progress. The run removes the folder. */
  async end(): Promise<void> {
    this.ended = true;
    this.boundary?.stop();
    if (this.child !== null) await kill(this.child);
    await this.last;
    giveBackPort(this.portNow);
  }

  private inTurn<T>(order: () => Promise<T>): Promise<T> {
    const done = this.last.then(() => {
      if (this.ended) throw new Error(`${this.id} has been ended.`);
      return order();
    });
    this.last = done.catch(() => undefined);
    return done;
  }

  private async bringUp(): Promise<void> {
    if (this.ended) throw new Error(`${this.id} has been ended.`);
    const { guard, redisServer, nodes, shim } = this.options;
    const { folder, port, masterPort, shimFile, replicaLogin } = this;
    const environment = shim === null || shimFile === null ? {} : shimEnvironment(shim, shimFile);
    const { persistence } = nodes;
    const users = usersInWords(this.users, replicaLogin);
    const place = { folder, port, url: this.url, masterPort };
    const options = { guard, redisServer, ...place, users, replicaLogin, persistence, environment };
    const child = launch(options);
    this.child = child;
    child.once('exit', (code, signal) => {
      if (this.child !== child) return;
      // If the server has not come up, its caller reports that.
      if (this.up && !this.isLeaving && !this.ended)
        this.tellDeath({ how: howItEnded(code, signal), lastWords: lastWordsOf(folder) });
      this.forgetChild();
    });
    await untilUp(child, options);
    this.up = true;
  }

  private async bringDown(): Promise<void> {
    this.isLeaving = true;
    if (this.child !== null) await kill(this.child);
    this.forgetChild();
    this.isLeaving = false;
  }

  private forgetChild(): void {
    this.child = null;
    this.up = false;
    this.stopped = false;
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
   * A master that has not finished with the replica would answer WAIT with 0. Also, the replica's own log starts anew
   * after a full sync.
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
