// What else happens while a lock is kept: the caller extends it to more or finds it lost, others take it, its node is
// silent, its clock is set back.
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Lock, LockLostError, NoQuorumError, Redlock } from '../../src/redlock/all';
import type { LockClient, RedisCommand } from '../../src/redlock/client';
import type { SimulatedRedis } from '../../src/redlock/simulated';
import { pause, within } from './adapters';
import { goByFakeClock } from './fakeClock';
import { failure, kinds, nodesFor, nodesOf } from './simulatedNodes';

goByFakeClock();

const kept = ['Redlock', 'SingleNodeLocks', 'WatchedLocks', 'WaitingLocks'] as const;

const leastLeft = async (nodes: readonly SimulatedRedis[]): Promise<number> =>
  Math.min(...(await Promise.all(nodes.map((node) => node.request(['PTTL', 'a'])))).map(Number));

/** A client that notes what it is asked. */
const noting = (node: SimulatedRedis, asked: RedisCommand[]): LockClient => ({
  request: (command) => {
    asked.push(command);
    return node.request(command);
  },
});

const forget = (nodes: readonly SimulatedRedis[]): void => {
  for (const node of nodes) node.forget();
};

describe.each(kept)('%s', (name) => {
  it('keeps a longer extension of the caller, and extends again at its end', async () => {
    const nodes = nodesFor(name);
    const locks = kinds[name](nodes);
    await locks.using(['a'], 1000, async (signal, lock) => {
      const longer = await lock.extend(20_000);
      await pause(1500);
      expect(longer.remainingMs).toBeGreaterThan(18_000);
      expect(await leastLeft(nodes)).toBeGreaterThan(18_000);
      await pause(20_000);
      expect([signal.aborted, await kinds[name](nodes).tryAcquire(['a'], 1000)]).toEqual([false, null]);
    });
  });

  it('aborts the signal at once when the caller’s own extension finds the lock lost', async () => {
    const nodes = nodesFor(name);
    const locks = kinds[name](nodes);
    const lost = vi.fn();
    locks.on('lost', lost);
    const using = locks.using(['a'], 4000, async (signal, lock) => {
      forget(nodes);
      const error = await failure(lock.extend(4000));
      expect([signal.aborted, signal.error]).toEqual([true, error]);
    });
    expect(await failure(using)).toBeInstanceOf(LockLostError);
    expect(lost).toHaveBeenCalledOnce();
  });

  it.each(['QUEUED', 'OKAY', '', Number.NaN, Number.POSITIVE_INFINITY, 0.5, true, [], Object.create(null)])(
    'takes %o for no grant',
    async (answer) => {
      const nodes = nodesFor(name).map((): LockClient => ({ request: async () => answer }));
      const locks = kinds[name](nodes, { retryCount: 0 });
      expect(await failure(locks.acquire(['a'], 2000))).toBeInstanceOf(NoQuorumError);
    },
  );

  it('locks a resource once that is named by its number and its text', async () => {
    const nodes = nodesFor(name);
    const names: readonly unknown[] = name === 'Redlock' ? [1, '1'] : [1];
    const lock = await kinds[name](nodes).acquire(names as readonly string[], 3000);
    expect(nodes.map((node) => node.keys().includes('1'))).toEqual(nodes.map(() => true));
    expect(await kinds[name](nodes).tryAcquire(['1'], 1000)).toBeNull();
    await lock.release();
  });

  it('refuses a name that Redis cannot keep', async () => {
    const nodes = nodesFor(name);
    await expect(kinds[name](nodes).acquire(['a\ud800'], 1000)).rejects.toThrow('A resource must be well-formed');
  });

  it('stops waiting when the signal is aborted while the first command is sent', async () => {
    const nodes = nodesFor(name);
    await kinds[name](nodes).acquire(['a'], 60_000);
    const controller = new AbortController();
    const aborting = nodes.map(
      (node): LockClient => ({
        request: (command) => {
          controller.abort(new Error('enough'));
          return node.request(command);
        },
      }),
    );
    const waiting = kinds[name](aborting, { retryCount: -1 }).acquire(['a'], 1000, { signal: controller.signal });
    await expect(within(5000, waiting)).rejects.toThrow('enough');
  });

  it('takes null for no deadline', async () => {
    const none = { deadline: null, signal: null, data: null } as object;
    await (await kinds[name](nodesFor(name)).acquire(['a'], 1000, none)).release();
  });

  it('knows when its lock ends though the wall clock was set back', async () => {
    const nodes = nodesFor(name);
    const lock = await kinds[name](nodes).acquire(['a'], 500);
    for (const node of nodes) node.halt();
    vi.setSystemTime(Date.now() - 10_000);
    await pause(600);
    expect(lock.remainingMs).toBe(0);
  });
});

it('no automatic extension takes time away, however far the nodes are', async () => {
  const asked: RedisCommand[] = [];
  const nodes = nodesOf(3, 120).map((node) => noting(node, asked));
  await kinds.Redlock(nodes).using(['a'], 700, async (_, lock) => {
    await lock.extend(1900);
    await pause(4000);
  });
  expect(asked.filter((command) => command.includes('longer')).length).toBeGreaterThan(10);
  expect(asked.filter((command) => command.includes('any'))).toEqual([]);
});

it('a node that falls silent limits no longer extension', async () => {
  const nodes = nodesOf(3);
  await kinds.Redlock(nodes).using(['a'], 1000, async (_, lock) => {
    const longer = await lock.extend(20_000);
    nodes[2]?.halt();
    await pause(1500);
    expect((await longer.extend(20_000)).remainingMs).toBeGreaterThan(19_000);
  });
});

it('a shorter extension that waits for a silent node is followed by no storm', async () => {
  const asked: RedisCommand[] = [];
  const nodes = nodesOf(3);
  const redlock = kinds.Redlock(
    nodes.map((node) => noting(node, asked)),
    { nodeTimeout: 3000 },
  );
  const extended = vi.fn();
  redlock.on('extended', extended);
  await redlock.using(['a'], 5000, async (_, lock) => {
    nodes[2]?.halt();
    const shorter = lock.extend(4000);
    await pause(3300);
    nodes[2]?.wake();
    await shorter;
  });
  expect(extended.mock.calls.length).toBeLessThan(3);
  expect(asked.length).toBeLessThan(60);
});

it('an extension that comes through after the loss revives no lock', async () => {
  let lateBy = 0;
  const nodes = nodesOf(3).map(
    (node): LockClient => ({
      request: async (command) => {
        const answer = await node.request(command);
        if (lateBy > 0) await pause(lateBy);
        return answer;
      },
    }),
  );
  const redlock = kinds.Redlock(nodes, { automaticExtensionThreshold: 10, nodeTimeout: 900 });
  const events: string[] = [];
  for (const event of ['acquired', 'extended', 'lost', 'released'] as const)
    redlock.on(event, () => events.push(event));
  const using = redlock.using(['a'], 1000, async (_, lock) => {
    await pause(850);
    lateBy = 300;
    expect(await failure(lock.extend(5000))).toBeInstanceOf(LockLostError);
    expect(lock.remainingMs).toBe(0);
  });
  expect(await failure(using)).toBeInstanceOf(LockLostError);
  expect(events).toEqual(['acquired', 'lost']);
});

/** A node whose client refuses to send: its connection is closed, its server is loading, the user has no right. */
const failing = (node: SimulatedRedis, message: string): LockClient & { fails: boolean } => {
  const client = {
    fails: false,
    request: (command: RedisCommand) => (client.fails ? Promise.reject(new Error(message)) : node.request(command)),
  };
  return client;
};

describe.each([
  [2, null],
  [4, null],
  [6, null],
  [3, 'Connection is closed.'],
  [5, 'Connection is closed.'],
  [3, 'LOADING Redis is loading the dataset in memory'],
  [5, "NOPERM User default has no permissions to run the 'evalsha' command"],
] as const)('the loss of a lock on %i nodes, of which one says: %s', (count, message) => {
  const lose = async () => {
    const nodes = nodesOf(count);
    const clients = nodes.map((node) => failing(node, message ?? ''));
    const redlock = kinds.Redlock(clients, { retryCount: 2, retryDelay: 50 });
    const lost = vi.fn();
    redlock.on('lost', lost);
    const loseAll = async () => {
      forget(nodes);
      await kinds.Redlock(nodes).acquire(['a'], 20_000);
      const [first] = clients;
      if (first !== undefined) first.fails = message !== null;
    };
    return { redlock, lost, loseAll };
  };

  it('is found by an extension, which aborts the signal', async () => {
    const { redlock, lost, loseAll } = await lose();
    const using = redlock.using(['a'], 5000, async (signal, lock) => {
      await loseAll();
      expect(await failure(lock.extend(5000))).toBeInstanceOf(LockLostError);
      expect([signal.aborted, lock.remainingMs]).toEqual([true, 0]);
    });
    expect(await failure(using)).toBeInstanceOf(LockLostError);
    expect(lost).toHaveBeenCalledOnce();
  });

  it('is found by the release', async () => {
    const { redlock, lost, loseAll } = await lose();
    expect(await failure(redlock.using(['a'], 5000, loseAll))).toBeInstanceOf(LockLostError);
    expect(lost).toHaveBeenCalledOnce();
  });

  it('is a refusal for whoever tries', async () => {
    const { redlock, loseAll } = await lose();
    await loseAll();
    expect(await redlock.tryAcquire(['a'], 1000)).toBeNull();
  });
});

it('a loss that the routine’s own release finds aborts the signal', async () => {
  const nodes = nodesOf(3);
  const using = kinds.Redlock(nodes).using(['a'], 5000, async (signal, lock) => {
    forget(nodes);
    await failure(lock.release());
    expect(signal.aborted).toBe(true);
  });
  expect(await failure(using)).toBeInstanceOf(LockLostError);
});

it('of two extensions at once one object counts, and none after the release', async () => {
  const lock = await kinds.Redlock(nodesOf(3)).acquire(['a'], 3000);
  const both = await Promise.all([lock.extend(5000), lock.extend(6000)]);
  expect([lock, ...both].filter(({ remainingMs }) => remainingMs > 0)).toHaveLength(1);
  await both[0].release();
  expect([lock, ...both].map(({ remainingMs, expiration }) => remainingMs + expiration)).toEqual([0, 0, 0]);
});

it('a grant that comes after the give-back has failed is given back', async () => {
  const [node] = nodesOf(1);
  if (node === undefined) throw new Error('There is no node.');
  let isCut = false;
  // Like a client that sends again what was unanswered when its connection was cut, and queues nothing meanwhile.
  const request = async (command: RedisCommand): Promise<unknown> => {
    if (isCut) throw new Error('The stream is not writable.');
    if (command[0] !== 'SET') return node.request(command);
    isCut = true;
    await pause(100);
    isCut = false;
    return node.request(command);
  };
  const redlock = kinds.Redlock([{ request }], { retryCount: 0, nodeTimeout: 50 });
  expect(await failure(redlock.acquire(['a'], 30_000))).toBeInstanceOf(NoQuorumError);
  await pause(200);
  expect(node.keys()).toEqual([]);
});

it('an answer over another connection than its command is neither a refusal nor a loss', async () => {
  const nodes = nodesOf(1);
  let connection = 1;
  let isCut = true;
  const repeating = nodes.map(
    (node): LockClient => ({
      connection: () => connection,
      request: async (command) => {
        const answer = await node.request(command);
        if (!isCut) return answer;
        isCut = false;
        connection++;
        return node.request(command);
      },
    }),
  );
  const redlock = kinds.Redlock(repeating);
  const lost = vi.fn();
  redlock.on('lost', lost);
  expect(await failure(redlock.tryAcquire(['a'], 1000))).toBeInstanceOf(NoQuorumError);
  const { value } = await kinds.Redlock(nodes).acquire(['b'], 5000);
  isCut = true;
  await new Lock(redlock, ['b'], value, [], Date.now() + 5000).release();
  expect([nodes[0]?.keys(), lost.mock.calls]).toEqual([[], []]);
});

describe('a loss that the watchdog has found', () => {
  const lose = async () => {
    const nodes = nodesFor('WatchedLocks');
    const locks = kinds.WatchedLocks(nodes);
    const lock = await locks.acquire(['a'], 3000);
    forget(nodes);
    await pause(1300);
    return { lock, locks, nodes };
  };

  it('rejects the release, once', async () => {
    const { lock } = await lose();
    expect(await failure(lock.release())).toBeInstanceOf(LockLostError);
    await lock.release();
  });

  it('leaves the lock of the next holder alone', async () => {
    const { lock, locks } = await lose();
    const next = await locks.acquire(['a'], 3000);
    await expect(lock.release()).rejects.toBeInstanceOf(LockLostError);
    expect((await locks.peek('a'))?.value).toBe(next.value);
    await next.release();
  });

  it('rejects the release at the end of a block', async () => {
    const block = async (): Promise<void> => {
      const { lock } = await lose();
      await using _held = lock;
    };
    await expect(block()).rejects.toBeInstanceOf(LockLostError);
  });

  it('is reported once where the caller’s extension has rejected with it', async () => {
    const { lock } = await lose();
    expect(await failure(lock.extend(3000))).toBeInstanceOf(LockLostError);
    await lock.release();
  });
});

describe('fencing tokens', () => {
  it('grow for each resource, whatever lists they are locked in and whichever node is silent', async () => {
    const lists = fc.array(
      fc.record({
        resources: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
        silent: fc.nat(3),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(lists, async (acquires) => {
        const nodes = nodesOf(3);
        const redlock = kinds.Redlock(nodes, { token: 'quorum', nodeTimeout: 20 });
        const greatest = new Map<string, number>();
        for (const { resources, silent } of acquires) {
          nodes[silent]?.halt();
          const { token, ...lock } = await redlock.acquire(resources, 5000).then((one) => ({
            token: Number(one.token),
            release: () => one.release(),
          }));
          for (const name of resources) {
            expect(token).toBeGreaterThan(greatest.get(name) ?? 0);
            greatest.set(name, token);
          }
          await lock.release();
          nodes[silent]?.wake();
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each(kept.filter((name) => name !== 'WaitingLocks'))('of %s stand under no name of a resource', async (name) => {
    const nodes = nodesFor(name);
    const locks = kinds[name](nodes, { token: 'quorum' });
    await (await locks.acquire(['a'], 1000)).release();
    for (const other of ['a:token', '{a}:token', 'a:tokens']) expect(await locks.isLocked([other])).toBe(false);
  });
});

it('a lock made by hand that has no end can be released', async () => {
  const nodes = nodesOf(3, 20);
  const redlock = new Redlock(nodes);
  const { value } = await redlock.acquire(['a'], 5000);
  await new Lock(redlock, ['a'], value, [], Number.POSITIVE_INFINITY).release();
  expect(nodes.map((node) => node.keys())).toEqual([[], [], []]);
});
