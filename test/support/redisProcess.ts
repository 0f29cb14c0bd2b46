/**
 * One redis-server as a process that keeps its port and folder. It can be killed, started again, stopped and resumed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedisServer } from '../../scripts/programs.cjs';

export interface RedisProcess {
  readonly port: number;
  /** Returns when it accepts connections. */
  readonly start: () => Promise<void>;
  /** Sends SIGKILL: unwritten data is lost. Returns when the process is gone. */
  readonly kill: () => Promise<void>;
  /** Sends SIGSTOP: it keeps its connections and answers nothing. */
  readonly halt: () => void;
  readonly wake: () => void;
  /** Ends it and removes its folder. */
  readonly stop: () => Promise<void>;
}

interface About {
  /** Additional lines of its configuration, besides port, folder and no snapshots. */
  readonly lines?: readonly string[];
  readonly sentinel?: boolean;
}

/** Starts one on a free port. */
export async function startRedisProcess({ lines = [], sentinel = false }: About = {}): Promise<RedisProcess> {
  const file = findRedisServer();
  if (file === undefined) throw new Error('There is no redis-server on this machine.');
  const folder = mkdtempSync(join(tmpdir(), 'redlock-redis-'));
  const port = await freePort();
  const config = join(folder, 'redis.conf');
  const all = [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, ...(sentinel ? [] : ['save ""']), ...lines];
  writeFileSync(config, `${all.join('\n')}\n`);
  let child: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    child = spawn(file, [config, ...(sentinel ? ['--sentinel'] : [])], { stdio: 'ignore' });
    await whenOpen(port);
  };
  const kill = async (): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const stop = async (): Promise<void> => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  await start();
  return { port, start, kill, halt: () => child?.kill('SIGSTOP'), wake: () => child?.kill('SIGCONT'), stop };
}

/**
 * A free port whose neighbor 10,000 above is free too: the nodes of a cluster talk to each other there. Both lie below
 * the ports of outgoing connections.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = 12_000 + Math.floor(Math.random() * 10_000);
    if ((await isFree(port)) && (await isFree(port + 10_000))) return port;
  }
  throw new Error('No free port was found.');
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

async function whenOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const socket = connect({ port, host: '127.0.0.1' });
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      new Promise<boolean>((resolve) => socket.once('error', () => resolve(false))),
    ]);
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`No server answers on port ${port}.`);
}
