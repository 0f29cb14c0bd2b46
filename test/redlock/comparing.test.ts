// How the library gives a lock back where the server can compare and delete by a command: which command is sent, that
// each server is asked once, and what happens when another server answers that does not know it.
import { expect, it } from 'vitest';
import { Redlock, SingleNodeLocks } from '../../src/redlock/all';
import type { LockClient, RedisCommand } from '../../src/redlock/client';
import { SimulatedRedis, type SimulatedRedisOptions } from '../../src/redlock/simulated';
import { failure } from './simulatedNodes';

/** Sends everything to a server, which may be replaced by another, and remembers the names of the commands. */
class Recording implements LockClient {
  readonly sent: string[] = [];

  constructor(
    public server: SimulatedRedis,
    readonly about: Partial<Pick<LockClient, 'keyPrefix' | 'isCluster'>> = {},
    private readonly denies: readonly string[] = [],
  ) {
    Object.assign(this, about);
  }

  readonly request = async (command: RedisCommand): Promise<unknown> => {
    const [name = ''] = command;
    this.sent.push(String(name));
    if (this.denies.includes(String(name)))
      throw new Error(`NOPERM User limited has no permissions to run the '${String(name).toLowerCase()}' command`);
    return this.server.request(command);
  };

  /** The names that were sent since the last look. */
  look(): readonly string[] {
    return this.sent.splice(0);
  }
}

const serverWith = (compares?: SimulatedRedisOptions['compares']): SimulatedRedis =>
  new SimulatedRedis(compares === undefined ? {} : { compares });

/** Two rounds of acquire and release. */
async function twice(client: Recording): Promise<readonly string[]> {
  const locks = new Redlock([client], { retryCount: 0, releaseRetryCount: 0 });
  for (let i = 0; i < 2; i++) await (await locks.acquire(['a'], 5000)).release();
  expect(client.server.keys()).toEqual([]);
  return client.look();
}

it.each(['DELEX', 'DELIFEQ'] as const)('a server with %s is asked once, and is sent no script', async (compares) => {
  expect(await twice(new Recording(serverWith(compares)))).toEqual(['SET', 'COMMAND', compares, 'SET', compares]);
});

it('a server with neither is sent the script, and is asked no second time', async () => {
  expect(await twice(new Recording(serverWith()))).toEqual(['SET', 'COMMAND', 'EVAL', 'SET', 'EVALSHA']);
});

it('a user who may not ask is sent the script', async () => {
  const client = new Recording(serverWith('DELEX'), {}, ['COMMAND']);
  expect(await twice(client)).toEqual(['SET', 'COMMAND', 'EVAL', 'SET', 'EVALSHA']);
});

it.each([{ keyPrefix: 'mine:' }, { isCluster: true }] as const)(
  'a client that must find the keys of a command, %j, gets the script and asks nothing',
  async (about) => {
    expect(await twice(new Recording(serverWith('DELEX'), about))).toEqual(['SET', 'EVAL', 'SET', 'EVALSHA']);
  },
);

it('an older server that takes over gets the script in the same round, and keeps getting it', async () => {
  const moved = new Recording(serverWith('DELEX'));
  const locks = new Redlock([moved], { retryCount: 0, releaseRetryCount: 0 });
  await (await locks.acquire(['a'], 5000)).release();
  moved.server = serverWith();
  for (let i = 0; i < 2; i++) await (await locks.acquire(['a'], 5000)).release();
  expect(moved.server.keys()).toEqual([]);
  expect(moved.look()).toEqual(['SET', 'COMMAND', 'DELEX', 'SET', 'DELEX', 'EVAL', 'SET', 'EVALSHA']);
});

it('releases that were under way together when the server changed all get the script', async () => {
  const client = new Recording(serverWith('DELEX'));
  const locks = new Redlock([client], { retryCount: 0, releaseRetryCount: 0 });
  await (await locks.acquire(['a'], 5000)).release();
  client.server = serverWith();
  const held = await Promise.all(['a', 'b', 'c'].map((name) => locks.acquire([name], 5000)));
  await Promise.all(held.map((lock) => lock.release()));
  expect(client.server.keys()).toEqual([]);
});

it('a user who may send no script releases by the command, and cannot extend', async () => {
  const client = new Recording(serverWith('DELEX'), {}, ['EVAL', 'EVALSHA']);
  expect(await twice(client)).toEqual(['SET', 'COMMAND', 'DELEX', 'SET', 'DELEX']);
  const lock = await new Redlock([client], { retryCount: 0 }).acquire(['a'], 5000);
  expect((await failure(lock.extend(5000))).message).toContain('NOPERM');
});

it('a user who may not send the command gets the script', async () => {
  const client = new Recording(serverWith('DELEX'), {}, ['DELEX']);
  expect(await twice(client)).toEqual(['SET', 'COMMAND', 'DELEX', 'EVAL', 'SET', 'EVALSHA']);
});

it('somebody else’s lock stays, and the release says so', async () => {
  const client = new Recording(serverWith('DELEX'));
  const lock = await new Redlock([client], { retryCount: 0, releaseRetryCount: 0 }).acquire(['a'], 5000);
  await client.server.request(['SET', 'a', 'somebody else']);
  expect((await failure(lock.release())).name).toBe('LockLostError');
  expect(client.server.get('a')).toBe('somebody else');
});

it('several resources are given back by the script, and a lock on one node by the command', async () => {
  const client = new Recording(serverWith('DELEX'));
  const redlock = new Redlock([client], { retryCount: 0 });
  for (let i = 0; i < 2; i++) await (await redlock.acquire(['a', 'b'], 5000)).release();
  expect(client.look()).not.toContain('DELEX');
  const single = new SingleNodeLocks(client);
  for (let i = 0; i < 2; i++) await (await single.acquire(['a'], 5000)).release();
  expect(client.look().at(-1)).toBe('DELEX');
});
