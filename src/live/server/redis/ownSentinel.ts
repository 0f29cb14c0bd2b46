/**
 * A sentinel that belongs to the run: `redis-server --sentinel` with its own configuration, in which it keeps what it
 * knows, as every sentinel does. Knows no fault and no network: the ports that it gets may be those of a proxy. Redis
 * gives its configuration, in which secrets are, another mode, so the run's folder has mode 0700.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessId } from '../../../core/model/scenario/processId';
import type { SentinelSettings } from '../../../core/model/scenario/scenario';
import { type Login, makeSecret } from '../login';
import type { Guard, SentinelServer } from './contract';
import { OwnProcess } from './ownProcess';
import { sentinelUsersInWords } from './rights';
import { configName, linesOf, logName, spawnServer } from './serverProcess';
import { withServer } from './withServer';

/** A master to watch, and the number of its replicas. */
export interface WatchedMaster {
  readonly id: ProcessId;
  readonly port: number;
  readonly replicas: number;
}

export interface OwnSentinelOptions {
  readonly id: ProcessId;
  readonly guard: Guard;
  readonly redisServer: string;
  readonly folder: string;
  readonly settings: SentinelSettings;
  /** The login that it uses with servers and with other sentinels. */
  readonly login: Login;
  /** The logins of all sentinels. */
  readonly sentinels: readonly Login[];
  /** The port that it announces to the others. */
  readonly announcedPort: number;
  readonly masters: readonly WatchedMaster[];
}

const pollMs = 50;

export class OwnSentinel extends OwnProcess implements SentinelServer {
  readonly name = randomBytes(20).toString('hex');
  private wasUp = false;
  private readonly own = { username: 'playground', password: makeSecret() };

  constructor(private readonly options: OwnSentinelOptions) {
    super(options.id, options.folder);
  }

  override get url(): string {
    const { username, password } = this.own;
    return `redis://${username}:${password}@${this.host}:${this.port}`;
  }

  start(): Promise<void> {
    return this.inTurn(async () => {
      this.wasUp = true;
      if (!this.up) await this.bringUp();
    });
  }

  /** Resolves with whether it has found all replicas and all other sentinels. */
  async knowsAll(timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    while (!this.ended && performance.now() < end) {
      if (await this.hasFoundAll()) return true;
      await sleep(pollMs);
    }
    return false;
  }

  protected override launch(): ChildProcess {
    const { folder, options } = this;
    const config = join(folder, configName);
    // Later starts read what the sentinel has written there meanwhile.
    if (!this.wasUp) {
      rmSync(config, { force: true });
      writeFileSync(config, this.config(), { mode: 0o600, flag: 'wx' });
    }
    return spawnServer({ ...options, folder }, [config, '--sentinel']);
  }

  private config(): string {
    const { port, folder, own, name } = this;
    const { login, sentinels, announcedPort, masters } = this.options;
    const settings = { port: String(port), bind: this.host, dir: folder, logfile: join(folder, logName) };
    const lines = [
      ...linesOf(settings),
      ...sentinelUsersInWords(own, sentinels),
      `sentinel myid ${name}`,
      'sentinel resolve-hostnames no',
      'sentinel deny-scripts-reconfig yes',
      `sentinel announce-ip ${this.host}`,
      `sentinel announce-port ${announcedPort}`,
      ...masters.flatMap((master) => this.watching(master)),
      `sentinel sentinel-user ${login.username}`,
      `sentinel sentinel-pass ${login.password}`,
    ];
    return `${lines.join('\n')}\n`;
  }

  private watching({ id, port }: WatchedMaster): readonly string[] {
    const { settings, login } = this.options;
    const { downAfter = 5000, quorum = 2, failoverTimeout = 60_000, parallelSyncs = 1 } = settings;
    return [
      `sentinel monitor ${id} ${this.host} ${port} ${quorum}`,
      `sentinel auth-user ${id} ${login.username}`,
      `sentinel auth-pass ${id} ${login.password}`,
      `sentinel down-after-milliseconds ${id} ${downAfter}`,
      `sentinel failover-timeout ${id} ${failoverTimeout}`,
      `sentinel parallel-syncs ${id} ${parallelSyncs}`,
    ];
  }

  private hasFoundAll(): Promise<boolean> {
    const { masters, sentinels } = this.options;
    return withServer(this.url, async (redis) => {
      for (const { id, replicas } of masters) {
        const answer = (await redis.call('SENTINEL', 'MASTER', id)) as readonly string[];
        const of = (name: string): string | undefined => answer[answer.indexOf(name) + 1];
        if (Number(of('num-slaves')) < replicas || Number(of('num-other-sentinels')) < sentinels.length - 1)
          return false;
        if (of('flags') !== 'master') return false;
      }
      return true;
    });
  }
}
