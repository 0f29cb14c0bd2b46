// The code of the library's README and guides runs as it is written, on simulated nodes. The chapters' code runs on real
// servers: chapters.live.test.ts.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as library from '../../../src/redlock/all';
import * as oneNode from '../../../src/redlock/oneNode';
import { defaultSettings } from '../../../src/redlock/settings';
import * as simulated from '../../../src/redlock/simulated';
import { SimulatedRedis } from '../../../src/redlock/simulated';
import { after, blocksIn, documentOf, runCode } from './codeBlocks';

let nodes: Map<string, SimulatedRedis>;
/** What the nodes had while the work was done. */
let seen: string[];
beforeEach(() => {
  nodes = new Map();
  seen = [];
});

/** A client is the simulated node of its host. */
class Redis {
  constructor({ host }: { readonly host: string }) {
    const node = nodes.get(host) ?? new SimulatedRedis();
    nodes.set(host, node);
    // biome-ignore lint/correctness/noConstructorReturn: stands for the client of a node.
    return node as object;
  }
}

const modules = {
  ioredis: { default: Redis, Redis },
  'quorum-lock': library,
  'quorum-lock/watched': oneNode,
  'quorum-lock/simulated': simulated,
};
const keys = (): readonly string[] => [...nodes.values()].flatMap((node) => node.keys());
const locks = (): readonly string[] => keys().filter((key) => !key.includes('token'));
const work = async (): Promise<void> => void seen.push(...new Set(locks()));

describe('the README', () => {
  const [using, acquiring, without] = blocksIn('README.md', 'ts');

  it('reads and writes while it has the lock', async () => {
    const readBalance = vi.fn(async () => {
      await work();
      return 100;
    });
    const writeBalance = vi.fn(work);
    const { redlock } = await runCode(using ?? '', modules, { readBalance, writeBalance }, ['redlock']);
    expect(writeBalance).toHaveBeenCalledWith(7, 110);
    expect(seen).toEqual(['accounts:7', 'accounts:7']);
    expect(nodes.size).toBe(3);
    expect(keys()).toEqual([]);
    await runCode(acquiring ?? '', modules, { redlock, work });
    expect(seen).toHaveLength(3);
    expect(keys()).toEqual([]);
  });

  it('works without the lock only where no node can be reached, and says so', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const node = new SimulatedRedis();
    const redlock = new library.Redlock([node], { retryCount: 0, nodeTimeout: 50 });
    redlock.on('error', () => {});
    const done = vi.fn(async () => {});
    await runCode(without ?? '', modules, { redlock, work: done });
    expect([done.mock.calls.length, warn.mock.calls.length]).toEqual([1, 0]);
    node.halt();
    await runCode(without ?? '', modules, { redlock, work: done });
    expect([done.mock.calls.length, warn.mock.calls.length]).toEqual([2, 1]);
    const taken = { using: () => Promise.reject(new library.ContendedError('', [])) };
    await expect(runCode(without ?? '', modules, { redlock: taken, work: done })).rejects.toThrow();
    expect(done).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });

  it('has no other code', () => {
    expect(blocksIn('README.md', 'ts')).toHaveLength(3);
  });
});

describe('the guide from', () => {
  it.each([
    ['docs/from-sesamecare.md', 'accounts:7'],
    ['docs/from-redlock-universal.md', 'accounts:7'],
    ['docs/from-redis-semaphore.md', 'mutex:accounts:7'],
  ])('%s ends in code that works', async (name, key) => {
    const [diff = '', ...more] = blocksIn(name, 'diff');
    expect(more).toEqual([]);
    await runCode(after(diff), modules, { something: work });
    expect(seen).toEqual([key]);
    expect(keys()).toEqual([]);
  });

  it('Redisson has code that works, with a token', async () => {
    const [code = '', ...more] = blocksIn('docs/from-redisson.md', 'ts');
    expect(more).toEqual([]);
    const tokens: unknown[] = [];
    await runCode(code, modules, {
      work: async (token: unknown) => {
        tokens.push(token);
        await work();
      },
    });
    expect(tokens).toEqual([1]);
    expect(seen).toEqual(['accounts:7']);
    expect(keys()).toEqual(['redisson_lock_token:{accounts:7}']);
  });
});

describe('the page on settings', () => {
  const rows = documentOf('docs/settings.md').matchAll(/^\| `([a-z]\w+)` \| (?:`([^`]+)`|not set) \|/gm);

  it('has every setting with its default', () => {
    const said = Object.fromEntries([...rows].map(([, name = '', value]) => [name, value]));
    const real = Object.entries({ ...defaultSettings, nodeTimeout: undefined });
    const written = real.map(([name, value]) => [name, typeof value === 'string' ? `'${value}'` : value?.toString()]);
    expect(said).toStrictEqual(Object.fromEntries(written));
  });

  it('shows what a routine returned that did not notice the loss', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const redlock = new library.Redlock([new Redis({ host: 'a' }) as SimulatedRedis]);
    const makeReport = async () => {
      nodes.get('a')?.forget();
      return 'sums';
    };
    const [code = ''] = blocksIn('docs/settings.md', 'ts');
    await runCode(code, modules, { redlock, makeReport });
    expect(warn).toHaveBeenCalledWith(expect.any(String), 'sums');
    warn.mockRestore();
    const other = { using: () => Promise.reject(new TypeError('another')) };
    await expect(runCode(code, modules, { redlock: other, makeReport })).rejects.toThrow('another');
  });

  it('requires the classes', async () => {
    const [code = ''] = blocksIn('docs/settings.md', 'js');
    const found = await runCode(code, modules, {}, ['Redlock', 'SingleNodeLocks', 'same']);
    const { SingleNodeLocks } = oneNode;
    expect(found).toEqual({ Redlock: library.Redlock, SingleNodeLocks, same: library.Redlock });
  });
});

describe('the page on fencing', () => {
  const [code = '', ...more] = blocksIn('docs/fencing.md', 'ts');

  it('reads and writes with the token', async () => {
    expect(more).toEqual([]);
    const redlock = new library.Redlock(['a', 'b', 'c'].map((host) => new Redis({ host }) as SimulatedRedis));
    const used: unknown[] = [];
    const readAs = async (token: number, id: number) => {
      used.push(['read', token, id]);
      return 100;
    };
    const writeAs = async (...given: unknown[]) => void used.push(['write', ...given]);
    await runCode(code, modules, { redlock, readAs, writeAs });
    await runCode(code, modules, { redlock, readAs, writeAs });
    expect(used).toEqual([
      ['read', 1, 7],
      ['write', 1, 7, 110],
      ['read', 2, 7],
      ['write', 2, 7, 110],
    ]);
    expect(new Set(keys())).toEqual(new Set(['accounts:7:quorum-lock-token']));
  });

  it('is right that each resource has a counter', async () => {
    const redlock = new library.Redlock([new Redis({ host: 'a' }) as SimulatedRedis], { token: 'quorum' });
    await (await redlock.acquire(['b', 'a'], 5000)).release();
    expect(keys()).toEqual(['b:quorum-lock-token', 'a:quorum-lock-token']);
  });
});

it('the page on tests fails nodes as it says', async () => {
  const [code = '', ...more] = blocksIn('docs/testing.md', 'ts');
  expect(more).toEqual([]);
  const { lock, other, error } = await runCode(code, modules, {}, ['lock', 'other', 'error']);
  expect([lock, other]).toEqual([expect.any(library.Lock), expect.any(library.Lock)]);
  expect(error).toBeInstanceOf(library.LockLostError);
});
