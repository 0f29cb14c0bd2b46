// Each point in which the library should be better than node-redlock 5: the beta fails the check, and ours passes it.
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HaltableServers, startHaltableServers } from '../support/haltableServers';
import { isNightly } from '../support/nightly';
import { beta, type Make, ours } from './adapters';
import { type TestNodes, tenPoints } from './tenPoints';

let servers: HaltableServers;
let others: readonly Redis[];
let opened: Redis[] = [];

beforeAll(async () => {
  servers = await startHaltableServers(5);
  others = await servers.connect();
});
afterAll(() => servers.stop());

beforeEach(async () => {
  await Promise.all(others.map((node) => node.flushall()));
  await Promise.all(others.map((node) => node.config('RESETSTAT')));
});
afterEach(() => {
  for (let index = 0; index < 5; index++) servers.wake(index);
  // A library may leave endless attempts behind. From now on, each of its requests is granted.
  for (const client of opened) {
    client.evalsha = (async (_: string, keyCount: number) => keyCount) as unknown as Redis['evalsha'];
    client.disconnect();
  }
  opened = [];
});

async function testNodes(): Promise<TestNodes> {
  const clients = await servers.connect();
  opened.push(...clients);
  const { ports, halt, wake } = servers;
  return { clients, others, ports, halt, wake };
}

const run = async (name: string, make: Make): Promise<void> => tenPoints[name]?.(make, await testNodes());

describe.each(Object.keys(tenPoints))('%s:', (name) => {
  it('ours', () => run(name, ours));
  // The beta mostly fails by waiting.
  if (isNightly) it('node-redlock 5 beta does not', () => expect(run(name, beta)).rejects.toThrow());
});
