// Nothing is left of a backend that was killed in the middle of a run, neither here nor on existing servers, as soon as
// its guard has ended.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { needs } from '../../../support/needs';
import { sampled } from '../../../support/nightly';
import { startRedisServers } from '../../../support/redis';
import { holdsWhenLate } from '../../../support/undecided';
import { startPostgres } from '../postgres';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const lasting = { timeout: 120_000, meta: holdsWhenLate };
/** The pause of story 20 lasts 3 s. On a busy machine it takes a while to begin. */
const untilStopped = { timeout: 60_000, interval: 100 };

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly letter: string;
  readonly line: string;
}

function processes(): readonly Seen[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const [letter = 'Z', parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const line = readFileSync(`/proc/${name}/cmdline`, 'latin1');
      return letter === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), letter, line }];
    } catch {
      return [];
    }
  });
}

function childrenOf(pid: number, all = processes()): readonly Seen[] {
  return all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...childrenOf(child.pid, all)]);
}

/** `play 20 --live` in the middle of its pause, with all processes that it started and the token of its guard. */
async function stoppedInStory20(environment: Readonly<Record<string, string>>) {
  const { REDIS_URLS: _, DATABASE_URL: __, ...inherited } = process.env;
  const args = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'src/cli/play.ts'), '20', '--live'];
  const backend = spawn(process.execPath, args, { stdio: 'ignore', env: { ...inherited, ...environment } });
  onTestFinished(() => void backend.kill('SIGKILL'));
  const children = () => childrenOf(backend.pid ?? 0);
  await expect.poll(() => children().some(({ letter }) => letter === 'T'), untilStopped).toBe(true);
  const started = children();
  const guard = started.find(({ line }) => line.includes('guardMain'))?.line ?? '';
  const token = /[0-9a-f]{24}/.exec(guard)?.[0] ?? 'no guard';
  expect(foldersOf(token)).not.toEqual([]);
  return { backend, started, token };
}

const foldersOf = (token: string): readonly string[] => readdirSync(tmpdir()).filter((name) => name.includes(token));

/** Kills the loader's process and the process that it started, as the system does when it runs out of memory. */
async function kill(backend: ChildProcess, started: readonly Seen[]): Promise<void> {
  for (const { pid, parent } of started) if (parent === backend.pid) process.kill(pid, 'SIGKILL');
  backend.kill('SIGKILL');
  await once(backend, 'exit');
}

/** The role of a process in the run. */
function kindOf({ line, parent }: Seen, backend: ChildProcess): 'backend' | 'guard' | 'server' | 'program' {
  if (parent === backend.pid) return 'backend';
  if (line.includes('guardMain')) return 'guard';
  return line.includes('redis-server') ? 'server' : 'program';
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended together with another one.
  }
}

const stillThere = (started: readonly Seen[]): readonly string[] => {
  const pids = new Set(processes().map(({ pid }) => pid));
  return started.filter(({ pid }) => pids.has(pid)).map(({ line }) => line);
};

/**
 * When the guard ends, it has killed and removed everything. It is not a child of this process, so the system is
 * asked.
 */
async function untilEnded(token: string): Promise<void> {
  while (processes().some(({ line }) => line.includes('guardMain') && line.includes(token))) await sleep(20);
}

describe.skipIf(process.platform !== 'linux')('after a backend was killed in the midst of a run', () => {
  it('nothing of it is left, and no key on servers that were there before', lasting, async () => {
    const servers = await startRedisServers({ count: 5 });
    onTestFinished(() => servers.stop());
    const keys = async (): Promise<readonly string[]> =>
      (await Promise.all(servers.clients.map((client) => client.keys('*')))).flat();
    for (const client of servers.clients) await client.set('theirs', 'x');
    const urls = servers.ports.map((port) => `redis://127.0.0.1:${port}`).join(',');
    const { backend, started, token } = await stoppedInStory20({ REDIS_URLS: urls });
    expect((await keys()).filter((key) => key.startsWith('redlock-playground:'))).not.toEqual([]);
    await kill(backend, started);
    const left = async (): Promise<readonly string[]> => [
      ...stillThere(started),
      ...foldersOf(token),
      ...(await keys()).filter((key) => key !== 'theirs'),
    ];
    await untilEnded(token);
    await expect.poll(() => stillThere(started)).toEqual([]);
    expect(await left()).toEqual([]);
    expect(await keys()).toHaveLength(5);
  });

  it.each(
    sampled(
      [
        ['the guard first, and the backend a moment later', ['guard', 'backend']],
        ['backend and guard in one moment, as if by their name', ['backend', 'guard']],
        ['servers first, then the guard, then the backend', ['server', 'guard', 'backend']],
        ['clients and storage first, then backend and guard', ['program', 'backend', 'guard']],
      ] as const,
      3,
    ),
  )('no process of it is left, killed in another order: %s', lasting, async (_, order) => {
    const { backend, started } = await stoppedInStory20({});
    for (const kind of order)
      for (const { pid } of started.filter((one) => kindOf(one, backend) === kind)) killNow(pid);
    backend.kill('SIGKILL');
    expect(started.filter((one) => kindOf(one, backend) === 'server').length).toBe(5);
    await expect.poll(() => stillThere(started)).toEqual([]);
  });

  it('nothing of it is left, and no schema on a Postgres server', {
    ...needs('postgres'),
    ...lasting,
  }, async () => {
    const postgres = await startPostgres();
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    onTestFinished(async () => {
      await client.end();
      await postgres.stop();
    });
    const schemas = async (): Promise<readonly string[]> => {
      const { rows } = await client.query<{ readonly name: string }>(
        "SELECT nspname AS name FROM pg_namespace WHERE starts_with(nspname, 'redlock_playground_')",
      );
      return rows.map(({ name }) => name);
    };
    const before = await schemas();
    const { backend, started, token } = await stoppedInStory20({ DATABASE_URL: postgres.url });
    const made = (await schemas()).filter((name) => !before.includes(name));
    expect(made).toHaveLength(1);
    await kill(backend, started);
    const left = async (): Promise<readonly string[]> => [
      ...stillThere(started),
      ...foldersOf(token),
      ...(await schemas()).filter((name) => made.includes(name)),
    ];
    await untilEnded(token);
    await expect.poll(() => stillThere(started)).toEqual([]);
    expect(await left()).toEqual([]);
  });
});
