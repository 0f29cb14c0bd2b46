/** The process of one redis-server: its configuration, its start until it answers, its end. Knows no faults. */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MinReplicasSettings, Persistence } from '../../../core/model/scenario/scenario';
import { formatMs } from '../../../core/model/values/format';
import type { Login } from '../login';
import { lastLines } from '../processExit';
import type { Guard } from './contract';
import { readInfo, withServer } from './withServer';

export interface Launch {
  readonly guard: Guard;
  readonly redisServer: string;
  readonly folder: string;
  readonly port: number;
  /** The port that it announces to others; null means its own. */
  readonly announcedPort: number | null;
  /** The lines `user …` of its configuration. */
  readonly users: readonly string[];
  /** The login that it uses with its master. */
  readonly replicaLogin: Login;
  readonly persistence: Persistence;
  readonly minReplicas: MinReplicasSettings | undefined;
  /** The port of its master on 127.0.0.1. */
  readonly masterPort: number | null;
  readonly environment: Readonly<Record<string, string>>;
}

export const logName = 'server.log';
export const configName = 'redis.conf';
const startTimeoutMs = 20_000;
const pollMs = 4;

/** The port is taken; another may be free. */
export class PortTaken extends Error {}

/** Starts a process; `untilUp` resolves when it can be used. */
export function launch(options: Launch): ChildProcess {
  const { folder } = options;
  // A snapshot can only come from the replica's master. A server without a log starts empty.
  for (const name of [logName, configName, 'dump.rdb']) rmSync(join(folder, name), { force: true });
  // Secrets are in a file, because other users may read arguments and environment.
  const config = join(folder, configName);
  writeFileSync(config, configOf(options), { mode: 0o600, flag: 'wx' });
  return spawnServer(options, [config], options.environment);
}

type Program = Pick<Launch, 'guard' | 'redisServer' | 'folder'>;

/** Starts the program in its folder. */
export function spawnServer(
  { guard, redisServer, folder }: Program,
  args: readonly string[],
  environment: Launch['environment'] = {},
): ChildProcess {
  return guard.spawn(redisServer, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    // A session of its own: a Ctrl+C in the terminal would make the server save and quit.
    detached: true,
    stdio: 'ignore',
  });
}

/** Resolves when the server answers and has read its files. If it does not come up, rejects with the end of its log. */
export async function untilUp(child: ChildProcess, { port, url, folder }: ServerPlace): Promise<void> {
  // A program that cannot be run at all has no exit event.
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  const exited = once(child, 'exit').then(() => {
    const log = readLog(folder);
    const message = `The Redis on port ${port} did not start: ${log}`;
    throw /Address already in use/i.test(log) ? new PortTaken(message) : new Error(message);
  });
  for (const end of [failed, exited]) end.catch(() => undefined);
  try {
    await Promise.race([untilReady(child, { port, url, folder }), exited, failed]);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** Sends SIGKILL, which a stopped process obeys too. Resolves when the process is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

function configOf(options: Launch): string {
  const { port, announcedPort, folder, persistence, minReplicas, masterPort, users, replicaLogin } = options;
  const settings: Readonly<Record<string, string>> = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    logfile: join(folder, logName),
    // No snapshots: only the log is kept, and it is never rewritten in the background.
    save: '',
    'auto-aof-rewrite-percentage': '0',
    'aof-load-truncated': 'yes',
    appendonly: persistence === 'none' ? 'no' : 'yes',
    // Keys are searched for in the data that is left on the disk.
    rdbcompression: 'no',
    appendfsync: persistence === 'always' ? 'always' : 'everysec',
    // A replica gets its data at once. A jumping clock must not look like a silent master.
    'repl-diskless-sync': 'yes',
    'repl-diskless-sync-delay': '0',
    'repl-timeout': '1000000',
    masteruser: replicaLogin.username ?? '',
    masterauth: replicaLogin.password ?? '',
    'min-replicas-to-write': String(minReplicas?.toWrite ?? 0),
    'min-replicas-max-lag': String(minReplicas?.maxLag ?? 10),
    ...(announcedPort === null ? {} : { 'replica-announce-port': String(announcedPort) }),
  };
  const lines = linesOf(settings);
  const replicaof = masterPort === null ? [] : [`replicaof 127.0.0.1 ${masterPort}`];
  return [...lines, ...replicaof, ...users, ''].join('\n');
}

/** Lines of a configuration. */
export const linesOf = (settings: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(settings).map(([name, value]) => `${name} ${quoted(value)}`);

/** The name of a folder may contain any character. */
const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;

interface ServerPlace {
  readonly port: number;
  /** The address by which the backend reaches it. */
  readonly url: string;
  readonly folder: string;
}

async function untilReady(child: ChildProcess, server: ServerPlace): Promise<void> {
  const end = performance.now() + startTimeoutMs;
  while (child.exitCode === null && child.signalCode === null && performance.now() < end) {
    if (await answers(child, server)) return;
    await sleep(pollMs);
  }
  throw new Error(`The Redis on port ${server.port} did not answer within ${formatMs(startTimeoutMs)}.`);
}

/** Whether this very process answers, not another one on the same port. It refuses everything while it loads. */
async function answers(child: ChildProcess, { port, url }: ServerPlace): Promise<boolean> {
  try {
    return await withServer(url, async (redis) => {
      const [server, persistence] = [await readInfo(redis, 'server'), await readInfo(redis, 'persistence')];
      if (server.get('process_id') !== String(child.pid))
        throw new PortTaken(`Another program answers on port ${port}.`);
      // A sentinel has no data, and reports nothing about loading.
      return (persistence.get('loading') ?? '0') === '0';
    });
  } catch (error) {
    if (error instanceof PortTaken) throw error;
    return false;
  }
}

/** The last lines of its log. */
export function lastWordsOf(folder: string): readonly string[] {
  const file = join(folder, logName);
  return existsSync(file) ? lastLines(readFileSync(file, 'utf8')) : [];
}

function readLog(folder: string): string {
  const file = join(folder, logName);
  if (!existsSync(file)) return 'it left no log.';
  return readFileSync(file, 'utf8').trim().split('\n').slice(-3).join(' | ');
}
