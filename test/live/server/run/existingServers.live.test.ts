// A whole run on existing servers that belong to somebody else, with a password and a database of their own.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge } from '../../../../src/core/judge/judge';
import type { Scenario } from '../../../../src/core/model/scenario/scenario';
import { goneCauses } from '../../../../src/core/model/trace/trace';
import { eventsOf } from '../../../../src/core/model/trace/traceReader';
import { parts } from '../../../../src/core/run/parts';
import { startGuard } from '../../../../src/live/server/redis/guard';
import { sourceOfExisting } from '../../../../src/live/server/redis/source';
import { databaseSource } from '../../../../src/live/server/run/database';
import { runnablePrograms } from '../../../../src/live/server/run/programs';
import type { RunDependencies } from '../../../../src/live/server/run/runDependencies';
import { runLive } from '../../../../src/live/server/run/runLive';
import { storyVersionOf } from '../../../content/stories/storyVersions';
import { type RedisServers, startRedisServers } from '../../../support/redis';
import { repeatsItself } from '../../../support/undecided';
import { untilAsJudged } from '../storyRuns';

const guard = startGuard();
let servers: RedisServers;
let means: RunDependencies;

beforeAll(async () => {
  servers = await startRedisServers({ count: 5 });
  for (const client of servers.clients) {
    await client.config('SET', 'requirepass', 'pass word');
    await client.auth('pass word');
    await client.select(3);
    await client.set('theirs', 'x');
  }
  const found = await sourceOfExisting(servers.ports.map((port) => `redis://:pass%20word@127.0.0.1:${port}/3`));
  if (!found.ok) throw new Error(found.problem);
  const { source } = found;
  means = { parts, guard, source, databases: databaseSource(undefined), programs: await runnablePrograms() };
});

afterAll(async () => {
  await servers.stop();
  await guard.close();
});

const lasting = { timeout: 300_000, meta: repeatsItself };

async function run(scenario: Scenario) {
  const outcome = await runLive(scenario, means, {});
  if (!outcome.ok) throw new Error(outcome.problem.en);
  return outcome;
}

it('strikes clients and network, and leaves only keys that were there before', lasting, async ({ skip }) => {
  const { trace } = await untilAsJudged(run, storyVersionOf('20').scenario, 'lost', skip);
  expect(judge(trace, parts).outcome).toBe('lost');
  for (const client of servers.clients) expect(await client.keys('*')).toEqual(['theirs']);
});

it('explains why a fault that needs the server’s process did not strike', async () => {
  const scenario = storyVersionOf('2').scenario;
  const when = { kind: 'time', at: 100 } as const;
  const faults = { down: { kind: 'crash', process: 'nodeA', when, restartAfter: 'never' } } as const;
  const { trace } = await run({ ...scenario, faults });
  expect(trace.header.missed['down']?.en).toContain('REDIS_URLS');
  expect(eventsOf(trace, 'crashed')).toEqual([]);
}, 300_000);

it.each([
  [undefined, 'eviction-by-del'],
  ['flushall', 'flush-by-del'],
] as const)(
  'a key that vanishes (%s) is the run’s own, and the others stay',
  async (how, standIn) => {
    const scenario = storyVersionOf('1').scenario;
    const when = { kind: 'step', process: 'client1', step: 'work', nth: 1 } as const;
    const faults = {
      gone: { kind: 'key-vanishes', process: 'nodeA', when, ...(how === undefined ? {} : { how }) },
    } as const;
    const { trace } = await run({ ...scenario, faults });
    expect(trace.header).toMatchObject({ missed: {}, emulated: [{ kind: standIn }] });
    const node = trace.header.processes.findIndex(({ id }) => id === 'nodeA');
    const [gone] = eventsOf(trace, 'entryGone').filter(({ process }) => process === node);
    expect([gone?.peer, goneCauses[gone?.cause ?? 0]]).toEqual([-1, 'lost']);
    for (const client of servers.clients) expect(await client.keys('*')).toEqual(['theirs']);
  },
  300_000,
);
