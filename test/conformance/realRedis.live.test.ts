// Each case on real Redis servers: the same programs, the same expectations.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardForFile, ownSource } from '../server/redisServers';
import { sampled } from '../support/nightly';
import { allCases } from './allCases';
import { runLiveCase } from './liveCase';
import { SharedServers } from './servers';

const guard = guardForFile();
let servers: SharedServers;

beforeAll(async () => {
  servers = new SharedServers(guard, await ownSource({ shim: true }));
});

afterAll(() => servers.close());

// On a busy machine, even a server that answers may miss a timeout. Such a failure proves nothing.
test.each(sampled(allCases, 4).map((one) => [one.name, one] as const))('%s', { retry: 2 }, async (_, one) => {
  const { tells, rows, missed } = await runLiveCase(servers)(one);
  expect(tells).toEqual(one.tells);
  expect(missed).toEqual(one.missed ?? []);
  if (one.rows !== undefined) expect(rows).toEqual(one.rows);
});
