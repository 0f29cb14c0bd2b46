// Nothing outlives the program that started it, however that ends.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { faultPrograms } from '../../../src/core/faults';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import type { Fleet, Guard } from '../../../src/live/server/redis/contract';
import { startGuard } from '../../../src/live/server/redis/guard';
import { stateOf, waitUntilStopped } from '../../../src/live/server/redis/processState';
import { sourceOfExisting } from '../../../src/live/server/redis/source';
import { withServer } from '../../../src/live/server/redis/withServer';
import { whyUnsupported } from '../../../src/live/wire/unsupported';
import { needs } from '../../support/needs';
import { holdsWhenLate } from '../../support/undecided';
import { startPostgres } from './postgres';
import type { Belongings } from './redisParent';
import { ownSource, plain } from './redisServers';

const always = { meta: holdsWhenLate };
const parentFile = fileURLToPath(new URL('redisParent.ts', import.meta.url));

let guard: Guard;
let others: Fleet;
let url = '';

beforeAll(async () => {
  guard = startGuard();
  const source = await ownSource({ shim: true });
  others = await source.open({ guard, processes: ['nodeA'], nodes: plain });
  url = others.servers.get('nodeA')?.url ?? '';
  await withServer(url, (redis) => redis.set('redlock-playground', 'of others'));
});
afterAll(async () => {
  await others.close();
  await guard.close();
});

describe.skipIf(process.platform !== 'linux')(
  'after its parent is gone, no process, port, folder or key is left',
  () => {
    test.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'exit', 'throw'] as const)('%s', always, async (ending) => {
      const { parent, has } = await startParent(ending);
      expect((await keysLeft()).length).toBe(3);
      if (ending.startsWith('SIG')) {
        expect(await Promise.all(has.pids.map(stateOf))).not.toContain('gone');
        parent.kill(ending as NodeJS.Signals);
      }
      await untilGuardEnds(has);
      expect(await whatIsLeft(has)).toEqual([]);
      expect(await withServer(url, (redis) => redis.get('redlock-playground'))).toBe('of others');
    });
  },
);

test.skipIf(process.platform !== 'linux')('a killed guard has a successor that knows everything', always, async () => {
  const { parent, has } = await startParent('SIGKILL');
  const [first] = findGuards(has.guardToken);
  process.kill(first ?? 0, 'SIGKILL');
  while (findGuards(has.guardToken).filter((pid) => pid !== first).length === 0) await sleep(10);
  await sleep(300);
  expect(await Promise.all(has.pids.map(stateOf))).not.toContain('gone');
  parent.kill('SIGKILL');
  await untilGuardEnds(has);
  expect(await whatIsLeft(has)).toEqual([]);
});

test.skipIf(process.platform !== 'linux')(
  'killing backend and guard together leaves no server, and no folder for long',
  always,
  async () => {
    const { parent, has } = await startParent('SIGKILL');
    onTestFinished(async () => {
      const left = (await keysLeft()).filter((key) => key.startsWith('redlock-playground:'));
      await withServer(url, (redis) => redis.del(...left));
    });
    for (const pid of findGuards(has.guardToken)) process.kill(pid, 'SIGKILL');
    parent.kill('SIGKILL');
    const servers = has.pids.slice(0, has.ports.length);
    const rest = has.pids.slice(has.ports.length);
    await expect.poll(() => thereAre(servers)).toEqual([]);
    // The kernel killed the processes that the guard knew. The others were started without it.
    for (const pid of rest) if ((await stateOf(pid)) !== 'gone') process.kill(pid, 'SIGKILL');
    await expect.poll(() => thereAre(rest)).toEqual([]);

    const folders = readdirSync(tmpdir()).filter((name) => name.includes(has.guardToken));
    expect(folders.length).toBeGreaterThan(0);
    for (const name of folders) utimesSync(join(tmpdir(), name), 0, 0);
    const next = startGuard();
    await next.close();
    expect(readdirSync(tmpdir()).filter((name) => name.includes(has.guardToken))).toEqual([]);
  },
);

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'a folder of another user and a link are not swept, whatever their names and ages',
  async () => {
    const kept = mkdtempSync(join(tmpdir(), 'kept-'));
    writeFileSync(join(kept, 'theirs'), 'x');
    const [ours, theirs, link] = ['a', 'b', 'c'].map((letter) =>
      join(tmpdir(), `redlock-playground-${letter.repeat(24)}-run-${process.pid}`),
    ) as [string, string, string];
    for (const folder of [ours, theirs]) mkdirSync(folder);
    chownSync(theirs, 65_534, 65_534);
    symlinkSync(kept, link);
    onTestFinished(() => {
      for (const path of [kept, ours, theirs, link]) rmSync(path, { recursive: true, force: true });
    });
    for (const path of [ours, theirs, kept]) utimesSync(path, 0, 0);
    lutimesSync(link, 0, 0);
    const next = startGuard();
    await next.close();
    expect([ours, theirs, link].map(existsSync)).toEqual([false, true, true]);
    expect(readFileSync(join(kept, 'theirs'), 'utf8')).toBe('x');
  },
);

test('processes that ended by themselves are forgotten, and closing kills the rest', async () => {
  const own = startGuard();
  const folder = own.makeFolder('test');
  const quick = own.spawn('true', [], { stdio: 'ignore' });
  const stopped = own.spawn('sleep', ['600'], { stdio: 'ignore' });
  await once(quick, 'exit');
  stopped.kill('SIGSTOP');
  expect(await waitUntilStopped(stopped.pid ?? 0, 1000)).toBe(true);
  await own.close();
  expect(await stateOf(stopped.pid ?? 0)).toBe('gone');
  expect(existsSync(folder)).toBe(false);
});

test('a program with a guard ends when it has nothing more to do', async () => {
  const module = fileURLToPath(new URL('../../../src/live/server/redis/guard.ts', import.meta.url));
  const script = `import { startGuard } from ${JSON.stringify(module)}; startGuard();`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a watched schema on a Postgres server is dropped, and no other one', needs('postgres'), async () => {
  const postgres = await startPostgres();
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  onTestFinished(async () => {
    await client.query('DROP SCHEMA IF EXISTS redlock_playground_kept CASCADE');
    await client.end();
    await postgres.stop();
  });
  for (const name of ['watched', 'forgotten', 'kept']) await client.query(`CREATE SCHEMA redlock_playground_${name}`);
  const own = startGuard();
  own.watchSchema(postgres.url, 'redlock_playground_watched');
  own.watchSchema(postgres.url, 'redlock_playground_forgotten');
  await client.query('DROP SCHEMA redlock_playground_forgotten');
  own.forgetSchema(postgres.url, 'redlock_playground_forgotten');
  await own.close();
  const { rows } = await client.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'redlock_playground_%'");
  expect(rows).toEqual([{ nspname: 'redlock_playground_kept' }]);
});

describe('servers that exist already', () => {
  test('keep the keys of others, lose those of the run, and explain impossible faults', async () => {
    const found = await sourceOfExisting([url]);
    if (!found.ok) throw new Error(found.problem);
    const { source } = found;
    expect(source).toMatchObject({ kind: 'existing', clock: 'shifted-expiry', fsync: 'none', nodesMax: 1 });
    const crash = { kind: 'crash', when: { kind: 'time', at: 1 }, restartAfter: 'never' } as const;
    const where = { scenario: {} as Scenario, kinds: faultPrograms };
    expect(whyUnsupported(source.unable, { ...crash, process: 'nodeA' }, where)?.en).toContain('REDIS_URLS');
    expect(whyUnsupported(source.unable, { ...crash, process: 'client1' }, where)).toBeNull();

    const fleet = await source.open({ guard, processes: ['nodeA'], nodes: plain });
    const server = fleet.servers.get('nodeA');
    const { keyPrefix } = fleet;
    await withServer(url, async (redis) => {
      await redis.set(`${keyPrefix}lock`, 'x', 'PX', 30_000);
      await redis.set('theirs', 'x', 'PX', 30_000);
      expect((await server?.readKeys())?.map(({ key }) => key)).toEqual(['lock']);
      await server?.changeClock({ jumpMicros: 20_000_000 });
      expect(await redis.pttl(`${keyPrefix}lock`)).toBeLessThan(10_001);
      expect(await redis.pttl('theirs')).toBeGreaterThan(20_000);
    });
    await expect(server?.crash()).rejects.toThrow('only asked');
    await fleet.close();
    expect(await keysLeft()).toEqual(['redlock-playground', 'theirs']);
    await withServer(url, (redis) => redis.del('theirs'));
  });

  test('are named without their password when they do not answer or are not servers', async () => {
    const silent = await sourceOfExisting([url, 'redis://me:secret@127.0.0.1:1']);
    expect(silent).toMatchObject({
      ok: false,
      problem: expect.stringContaining('127.0.0.1:1 cannot be used: connect ECONNREFUSED'),
    });
    const strange = await sourceOfExisting([url, 'http://me:secret@127.0.0.1']);
    expect(strange).toMatchObject({ ok: false, problem: expect.stringContaining('number 2') });
    expect(JSON.stringify([silent, strange])).not.toContain('secret');
    const twice = await sourceOfExisting([url, url.replace('127.0.0.1', 'localhost')]);
    expect(twice).toMatchObject({ ok: false, from: 'existing', problem: expect.stringContaining('twice') });
    expect((await sourceOfExisting([url, `${url}/1`])).ok, 'another database is another node').toBe(true);
  });
});

async function startParent(ending: string): Promise<{ readonly parent: ChildProcess; readonly has: Belongings }> {
  const parent = spawn(process.execPath, ['--import', 'tsx', parentFile, url, ending], {
    stdio: ['ignore', 'pipe', ending === 'throw' ? 'ignore' : 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: parent.stdout as NodeJS.ReadableStream }), 'line')) as [string];
  return { parent, has: JSON.parse(line) as Belongings };
}

/** Each leftover as a word, so that a failure names it. */
async function whatIsLeft({ pids, ports, folders, guardToken }: Belongings): Promise<readonly string[]> {
  const answers = await Promise.all(ports.map((port) => withServer(port, (redis) => redis.ping()).catch(() => null)));
  return [
    ...(await thereAre(pids)).map((pid) => `process ${pid}`),
    ...ports.filter((_, i) => answers[i] !== null).map((port) => `port ${port}`),
    ...folders.filter(existsSync),
    ...readdirSync(tmpdir()).filter((name) => name.includes(guardToken)),
    ...(await keysLeft()).filter((key) => key.startsWith('redlock-playground:')),
    ...findGuards(guardToken).map((pid) => `guard ${pid}`),
  ];
}

async function thereAre(pids: readonly number[]): Promise<readonly number[]> {
  const states = await Promise.all(pids.map(stateOf));
  return pids.filter((_, i) => states[i] !== 'gone');
}

const keysLeft = async (): Promise<readonly string[]> => (await withServer(url, (redis) => redis.keys('*'))).sort();

/**
 * A guard, its successors and the processes that they killed are not children of this process, so the system is
 * asked.
 */
async function untilGuardEnds({ guardToken, pids }: Belongings): Promise<void> {
  while (findGuards(guardToken).length > 0) await sleep(20);
  await expect.poll(() => thereAre(pids)).toEqual([]);
}

/** Finds guards by the token given to them. */
function findGuards(token: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    const line = commandLine(pid);
    return line.includes('guardMain') && line.includes(token);
  });
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
