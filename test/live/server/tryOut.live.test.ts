// A start refuses existing servers that a run could not use, naming the server and the reason. Usable ones report
// their abilities.
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { processesOfScenario } from '../../../src/core/model/scenario/processes';
import { isRedis } from '../../../src/core/model/scenario/processId';
import { parts } from '../../../src/core/run/parts';
import { lockCommands } from '../../../src/live/server/redis/rights';
import { sourceOfExisting } from '../../../src/live/server/redis/source';
import { trials, triedApart, tryOut } from '../../../src/live/server/redis/tryOut';
import { liveProblem } from '../../../src/live/wire/liveProblem';

import { storyVersions } from '../../content/stories/storyVersions';
import { type RedisServers, startRedisServers } from '../../support/redis';

let servers: RedisServers;
let cluster: RedisServers;
let urls: readonly string[];
beforeAll(async () => {
  [servers, cluster] = await Promise.all([
    startRedisServers({ count: 3 }),
    startRedisServers({ count: 1, args: ['--cluster-enabled', 'yes'] }),
  ]);
  urls = servers.ports.map((port) => `redis://127.0.0.1:${port}`);
});
afterAll(async () => {
  await servers.stop();
  await cluster.stop();
});

const first = (): RedisServers['clients'][number] => {
  const [client] = servers.clients;
  if (client === undefined) throw new Error('There is no server.');
  return client;
};
const url = (): string => urls[0] ?? '';

/** A user of the first server, with its address. */
async function userWith(...rights: readonly string[]): Promise<string> {
  await first().call('ACL', 'SETUSER', 'limited', 'reset', 'on', '>secret', ...rights);
  onTestFinished(async () => void (await first().call('ACL', 'DELUSER', 'limited')));
  return url().replace('redis://', 'redis://limited:secret@');
}

const refusal = async (...asked: readonly string[]): Promise<string> => {
  const found = await sourceOfExisting(asked);
  if (found.ok) throw new Error('It is not refused.');
  expect(JSON.stringify(found)).not.toContain('secret');
  // When the user may not remove anything, the keys expire by themselves.
  for (const client of servers.clients) await expect.poll(() => client.keys('*')).toEqual([]);
  return found.problem;
};

describe('a server of others is refused when it', () => {
  test('is a replica, which takes no writes', async () => {
    await first().replicaof('127.0.0.1', servers.ports[1] ?? 0);
    onTestFinished(async () => void (await first().replicaof('NO', 'ONE')));
    expect(await refusal(...urls)).toBe(
      `REDIS_URLS: 127.0.0.1:${servers.ports[0]} cannot be used: it is a replica of 127.0.0.1:${servers.ports[1]}; name a master, which takes writes.`,
    );
  });

  test('is a node of a cluster', async () => {
    const strange = `redis://127.0.0.1:${cluster.ports[0]}`;
    expect(await refusal(url(), strange)).toMatch(
      new RegExp(`127\\.0\\.0\\.1:${cluster.ports[0]} .*node of a cluster`),
    );
  });

  test.each(lockCommands)('forbids its user %s', async (name) => {
    const limited = await userWith('~*', '&*', '+@all', `-${name}`);
    expect(await refusal(limited)).toMatch(
      new RegExp(`its user may not run (.*, )?${name.toUpperCase()}\\b.*\\(ACL\\)`),
    );
  });

  test('forbids its user keys, channels, or to be asked what it is', async () => {
    expect(await refusal(await userWith('~theirs:*', '&*', '+@all'))).toContain(
      'keys that begin with redlock-playground:',
    );
    expect(await refusal(await userWith('~*', 'resetchannels', '+@all'))).toContain('channels that begin with');
    expect(await refusal(await userWith('~*', '&*', '+@all', '-info'))).toContain('may not run INFO');
  });

  test('lacks the named database, which clients do not report', async () => {
    expect(await refusal(`${url()}/99`)).toContain(
      `127.0.0.1:${servers.ports[0]}/99 cannot be used: it has no database 99`,
    );
    expect(await refusal(`${url()}/locks`)).toContain('names the database "locks"');
  });

  test('removes keys when its memory is full', async () => {
    await first().config('SET', 'maxmemory', '100mb');
    await first().config('SET', 'maxmemory-policy', 'allkeys-lru');
    onTestFinished(async () => {
      await first().config('SET', 'maxmemory', '0');
      await first().config('SET', 'maxmemory-policy', 'noeviction');
    });
    expect(await refusal(url())).toContain('maxmemory-policy allkeys-lru');
    await first().config('SET', 'maxmemory', '0');
    expect(await tryOut([url()])).toMatchObject({ version: expect.any(String) });
  });

  test('has no room, or does not know the password', async () => {
    await first().config('SET', 'maxmemory', '1');
    expect(await refusal(url())).toContain('OOM');
    await first().config('SET', 'maxmemory', '0');
    expect(await refusal(url().replace('redis://', 'redis://:secret@').replace(':secret', 'nobody:secret'))).toContain(
      'does not know this user and password',
    );
  });

  test('is named twice, by whatever names', async () => {
    const other = url().replace('127.0.0.1', 'localhost');
    expect(await refusal(url(), urls[1] ?? '', other)).toBe(
      `REDIS_URLS names a server twice: 127.0.0.1:${servers.ports[0]} and localhost:${servers.ports[0]}.`,
    );
    expect(await refusal(`${url()}/0`, url())).toContain('twice');
    expect(await tryOut([url(), `${url()}/1`]), 'another database is another node').toMatchObject({});
  });

  test('is one of several unusable ones: each has its reason', async () => {
    const problem = await refusal(url(), 'redis://127.0.0.1:1', `${urls[1]}/99`);
    expect(problem).toMatch(/127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.*\/99 cannot be used/);
  });
});

test('every command of a lock is tried', () => {
  const tried = new Set<string>([...trials('redlock-playground:0:').map(([name]) => name), ...triedApart]);
  expect(lockCommands.filter((name) => !tried.has(name))).toEqual([]);
});

test('three servers run every telling that uses at most three nodes and no replica', async () => {
  const found = await sourceOfExisting(urls);
  if (!found.ok) throw new Error(found.problem);
  const fitting = storyVersions.filter(({ scenario }) => {
    const used = processesOfScenario(scenario, parts).filter(isRedis);
    const isRunnable = liveProblem(scenario, parts, { hasPostgres: true }) === null;
    return isRunnable && used.length <= 3 && !used.some((id) => id.startsWith('replica'));
  });
  const refused = fitting.flatMap(({ name, scenario }) => {
    const why = found.source.refusal(scenario, processesOfScenario(scenario, parts));
    return why === null ? [] : [`${name}: ${why.en}`];
  });
  expect(refused).toEqual([]);
  expect(fitting.length).toBeGreaterThan(90);
});

test('tests never see the servers that a person works with', () => {
  const script = "await import('./vitest.config.ts'); console.log(process.env['REDIS_URLS'] ?? 'none')";
  const env = { ...process.env, REDIS_URLS: 'redis://127.0.0.1:1' };
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  expect(execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' }).trim()).toBe('none');
});
