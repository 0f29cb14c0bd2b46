// The code of the library's README and guides runs as it is written, on simulated nodes. The chapters' code runs on real
// servers: chapters.live.test.ts.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as library from '../../../src/redlock/all';
import * as oneNode from '../../../src/redlock/oneNode';
import { SimulatedRedis } from '../../../src/redlock/simulated';
import { after, blocksIn, runCode } from './codeBlocks';

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

const modules = { ioredis: { default: Redis, Redis }, 'quorum-lock': library, 'quorum-lock/watched': oneNode };
const keys = (): readonly string[] => [...nodes.values()].flatMap((node) => node.keys());
const locks = (): readonly string[] => keys().filter((key) => !key.includes('token'));
const work = async (): Promise<void> => void seen.push(...new Set(locks()));

describe('the README', () => {
  const [using, acquiring] = blocksIn('README.md', 'ts');

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

  it('has no other code', () => {
    expect(blocksIn('README.md', 'ts')).toHaveLength(2);
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
