// Callers' mistakes are reported before anything is sent. Unusual but sensible input is accepted.
import { describe, expect, it } from 'vitest';
import {
  type AcquireSettings,
  ContendedError,
  type Lock,
  NoQuorumError,
  Redlock,
  ReleaseFailedError,
  SingleNodeLocks,
  WaitingLocks,
  WatchedLocks,
} from '../../src/redlock/all';
import { SimulatedRedis } from '../../src/redlock/simulated';
import { pause, within } from './adapters';
import { goByFakeClock } from './fakeClock';
import { nodesOf } from './simulatedNodes';

goByFakeClock();

const once = { retryCount: 0 } as const;
const day = 86_400_000;

/** A node that counts its requests. */
function countingNode() {
  const node = new SimulatedRedis();
  const sent: string[] = [];
  const request = (command: readonly (string | number)[]): Promise<unknown> => {
    sent.push(String(command[0]));
    return node.request(command);
  };
  return { request, sent, node };
}

describe.each(Object.entries({ Redlock, SingleNodeLocks, WatchedLocks, WaitingLocks }))('%s', (_, Kind) => {
  const make = (settings?: object) => {
    const node = countingNode();
    const locks = Kind === Redlock ? new Redlock([node], settings) : new (Kind as typeof WaitingLocks)(node, settings);
    return { locks, node };
  };

  it.each<[string, unknown, unknown]>([
    ['Duration must be an integer value in milliseconds.', ['a'], 10.5],
    ['Duration must be an integer value in milliseconds.', ['a'], '1000'],
    ['Duration must be an integer value in milliseconds.', ['a'], Number.POSITIVE_INFINITY],
    ['Duration must be at least 1 ms, not 0.', ['a'], 0],
    ["Resources must be a list of names, not 'abc'.", 'abc', 1000],
    ['A resource must be a name, not undefined.', [undefined], 1000],
  ])('%s', async (message, resources, duration) => {
    const { locks, node } = make();
    await expect(locks.acquire(resources as string[], duration as number)).rejects.toThrow(message);
    expect(node.sent).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['retryCount', '3'],
    ['retryCount', 2.5],
    ['retryCount', -2],
    ['retryCount', Number.NaN],
    ['retryDelay', -1],
    ['retryJitter', Number.POSITIVE_INFINITY],
    ['driftFactor', 2],
    ['nodeTimeout', 0],
    ['releaseRetryCount', true],
    ['token', 'yes'],
    ['tokenLifetime', 0],
    ['tokenLifetime', 1.5],
    ['deadline', Number.NaN],
    ['signal', new AbortController()],
  ])('says that %s must not be %s, and what it may be', async (name, value) => {
    const { locks, node } = make();
    const settings = { [name]: value } as AcquireSettings;
    await expect(locks.acquire(['a'], 1000, settings)).rejects.toThrow(
      new RegExp(`^${name} must be an? .+\\.$|^token must`),
    );
    expect(node.sent).toEqual([]);
    if (name !== 'deadline' && name !== 'signal') expect(() => make(settings)).toThrow(TypeError);
  });

  it.each<[string, (locks: ReturnType<typeof make>['locks'], settings: object) => Promise<unknown>]>([
    ['acquire', (locks, settings) => locks.acquire(['a'], 1000, settings)],
    ['tryAcquire', (locks, settings) => locks.tryAcquire(['a'], 1000, settings)],
    ['using', (locks, settings) => locks.using(['a'], 1000, settings, async () => {})],
    ['extend', async (locks, settings) => locks.extend(await locks.acquire(['a'], 1000), 1000, settings)],
    ['release', async (locks, settings) => locks.release(await locks.acquire(['a'], 1000), settings)],
  ])('refuses settings that there are not in %s, with the name that is nearest', async (place, call) => {
    await expect(call(make().locks, { retrycount: 1 })).rejects.toThrow(
      'There is no setting retrycount here. Did you mean retryCount?',
    );
    await expect(call(make().locks, { colour: 'red' })).rejects.toThrow(
      /^There is no setting colour here\. There are: driftFactor,/,
    );
    const waits = !['extend', 'release'].includes(place);
    await expect(call(make().locks, { singal: null })).resolves.not.toThrow();
    await expect(call(make().locks, { deadlne: 1 })).rejects.toThrow(waits ? 'Did you mean deadline?' : 'There are:');
  });

  it('refuses unknown settings in its constructor', () => {
    expect(() => make({ retryDelayMs: 1 })).toThrow('Did you mean retryDelay?');
    expect(() => make({ signal: new AbortController().signal })).toThrow('There is no setting signal here. There are:');
  });

  it('accepts missing settings, and an infinite wait', async () => {
    const { locks } = make({ retryCount: null, retryDelay: undefined });
    const settings = { retryCount: Number.POSITIVE_INFINITY, deadline: Number.POSITIVE_INFINITY };
    await (await locks.acquire(['a'], 2000, settings)).release();
  });
});

it('a simulated node refuses unknown settings', () => {
  expect(() => new SimulatedRedis({ latency: 5 } as object)).toThrow('Did you mean latencyMs?');
});

it('the clients must be a list of clients', () => {
  expect(() => new Redlock(new SimulatedRedis() as never)).toThrow('Clients must be a list');
  expect(() => new Redlock([undefined as never])).toThrow(
    'A client must be one of ioredis, node-redis or Valkey GLIDE',
  );
  expect(() => new SingleNodeLocks(nodesOf(1) as never)).toThrow(
    'A client must be one of ioredis, node-redis or Valkey GLIDE',
  );
});

it('a deadline beyond the reach of a timer ends nothing', async () => {
  const redlock = new Redlock(nodesOf(1), { retryDelay: 20, retryJitter: 0 });
  const first = await redlock.acquire(['a'], 60);
  const second = await redlock.acquire(['a'], 1000, { deadline: Date.now() + 40 * day });
  expect(second.value).not.toBe(first.value);
});

it.each([Redlock, SingleNodeLocks])('a lock of 30 days is not extended all the time: %o', async (Kind) => {
  const node = countingNode();
  const locks = Kind === Redlock ? new Redlock([node]) : new SingleNodeLocks(node);
  await locks.using(['a'], 30 * day, async (signal) => {
    await pause(60);
    expect(signal.aborted).toBe(false);
  });
  expect(node.sent.length).toBeLessThan(5);
});

it('a resource that is named twice is locked once, and given back', async () => {
  const nodes = nodesOf(3);
  const redlock = new Redlock(nodes, once);
  for (const resources of [
    ['a', 'a'],
    ['b', 'a', 'b'],
  ]) {
    const lock = await (await redlock.acquire(resources, 1000)).extend(2000);
    expect(lock.resources).toEqual(resources);
    expect((await (await lock.release()).attempts[0])?.votesFor.size).toBe(3);
  }
  expect(nodes.map((node) => node.keys())).toEqual([[], [], []]);
});

it('a lock that was saved elsewhere can be released from the saved data', async () => {
  const nodes = nodesOf(3);
  const redlock = new Redlock(nodes, once);
  const { value, resources } = await redlock.acquire(['a'], 5000);
  await redlock.release({ value, resources } as Lock);
  expect(nodes.map((node) => node.keys())).toEqual([[], [], []]);
});

it('a release that nobody needs any more asks the nodes like any other', async () => {
  const redlock = new Redlock(
    Array.from({ length: 3 }, () => new SimulatedRedis({ latencyMs: 5 })),
    once,
  );
  const heard: Error[] = [];
  redlock.on('error', (error) => heard.push(error));
  const lock = await redlock.acquire(['a'], 5000);
  await lock.release();
  const again = await (await lock.release()).attempts[0];
  expect(again?.votesAgainst.size).toBe(3);
  expect(heard).toEqual([]);
});

it('a release accepts retry settings of its own', async () => {
  const nodes = nodesOf(3);
  const redlock = new Redlock(nodes, { nodeTimeout: 20 });
  const lock = await redlock.acquire(['a'], 5000);
  for (const node of nodes) node.halt();
  const startedAt = performance.now();
  const error = await redlock.release(lock, { releaseRetryCount: 1, releaseRetryDelay: 0 }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ReleaseFailedError);
  expect(error.attempts).toHaveLength(2);
  expect(performance.now() - startedAt).toBeLessThan(50);
});

it('a node that cannot count tokens is not reported as contention', async () => {
  const nodes = nodesOf(3);
  await Promise.all(nodes.map((node) => node.request(['SET', 'a:quorum-lock-token', 'no number'])));
  const acquiring = new Redlock(nodes, { ...once, token: 'quorum' }).tryAcquire(['a'], 1000);
  await expect(acquiring).rejects.toBeInstanceOf(NoQuorumError);
});

it('a listener that throws does not stop the others from hearing that time is up', async () => {
  const nodes = nodesOf(3);
  for (const node of nodes) node.halt();
  const redlock = new Redlock(nodes, { ...once, nodeTimeout: 20 });
  const thrown: unknown[] = [];
  const hear = (error: unknown): number => thrown.push(error);
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', hear);
  redlock.on('error', () => {
    throw new Error('of the listener');
  });
  try {
    for (let i = 0; i < 2; i++)
      await expect(within(1000, redlock.acquire(['a'], 1000))).rejects.toBeInstanceOf(NoQuorumError);
  } finally {
    await pause(50);
    process.off('uncaughtException', hear);
    for (const other of others) process.on('uncaughtException', other);
  }
  expect(thrown.length).toBeGreaterThan(0);
});

it('an extension on one node counts from its request, and without an answer the earlier end counts', async () => {
  const node = new SimulatedRedis({ latencyMs: 30 });
  const lock = await new SingleNodeLocks(node, { ...once, nodeTimeout: 2000 }).acquire(['a'], 5000);
  const askedAt = Date.now();
  await lock.extend(10_000);
  expect(lock.expiration - askedAt).toBeLessThanOrEqual(10_005);
  node.halt();
  await expect(lock.extend(2000)).rejects.toBeInstanceOf(NoQuorumError);
  expect(lock.expiration - askedAt).toBeLessThan(3000);
});

it('an error at the deadline says that others had the lock', async () => {
  const redlock = new Redlock(nodesOf(1));
  await redlock.acquire(['a'], 1000);
  const acquiring = redlock.acquire(['a'], 1000, { deadline: Date.now() + 20 });
  await expect(acquiring).rejects.toBeInstanceOf(ContendedError);
});

it('nodes that answer with an error are not called silent', async () => {
  const refusal = "CROSSSLOT Keys in request don't hash to the same slot";
  const nodes = [1, 2, 3].map(() => ({ request: () => Promise.reject(new Error(refusal)) }));
  const error = await new Redlock(nodes, once).acquire(['a', 'b'], 1000).catch((thrown) => thrown);
  expect(error.message).toMatch(/ [23] of 3 nodes did not answer, or gave an error: .*node 1.*: CROSSSLOT Keys/);
});

it('resources in different slots of a cluster are refused at once, with what would help', async () => {
  const sent: unknown[] = [];
  const refusal = new Error("CROSSSLOT Keys in request don't hash to the same slot");
  const cluster = {
    request: (command: unknown) => {
      sent.push(command);
      return Promise.reject(refusal);
    },
  };
  await expect(new Redlock([cluster], { retryCount: -1 }).acquire(['a', 'b'], 1000)).rejects.toThrow(
    "CROSSSLOT Keys in request don't hash to the same slot. Resources of one lock need the same {hash tag}.",
  );
  expect(sent).toHaveLength(2); // The request, and the deletion of its keys.
});

it.each([
  ['a pipeline of ioredis', { call: () => {}, exec: () => {}, isPipeline: true, sendCommand: () => {} }],
  ['a MULTI of node-redis', { addCommand: () => {}, exec: () => {}, sendCommand: () => {} }],
])('%s is not a client', (_, client) => {
  for (const make of [() => new Redlock([client as never]), () => new SingleNodeLocks(client as never)])
    expect(make).toThrow('A client must not be a pipeline or a MULTI: give the client itself.');
});

it('a client that is in MULTI is named as such', async () => {
  const client = { request: async () => 'QUEUED' };
  await expect(new Redlock([client], once).acquire(['a'], 1000)).rejects.toThrow(
    "The client answered 'QUEUED' to SET. The client is in MULTI.",
  );
});
