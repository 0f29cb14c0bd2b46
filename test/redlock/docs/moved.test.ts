// The examples in the READMEs of node-redlock 5 and 4, moved by exactly what the guides say, run on this library.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import * as library from '../../../src/redlock/all';
import { SimulatedRedis } from '../../../src/redlock/simulated';
import { after, bare, before, blocksOf, documentOf, runCode } from './codeBlocks';

interface Moved {
  readonly example: string;
  /** What becomes of it. The same where the guide has no diff for it. */
  readonly code: string;
  readonly isChanged: boolean;
}

/** The examples of a package's README, each with its diff in the guide. */
function moved(packageName: string, language: string, guide: string) {
  const readme = readFileSync(join(root, 'test/node_modules', packageName, 'README.md'), 'utf8');
  const section = documentOf(guide).split(/^## The README of .*, moved$/m)[1] ?? '';
  const diffs = blocksOf(section).map(({ code }) => code);
  const examples = blocksOf(readme).flatMap((block) => (block.language === language ? [block.code] : []));
  const all: readonly Moved[] = examples.map((example) => {
    const diff = diffs.find((one) => bare(before(one)) === bare(example));
    return { example, code: diff === undefined ? example : after(diff), isChanged: diff !== undefined };
  });
  const unused = diffs.filter((diff) => !examples.some((example) => bare(before(diff)) === bare(example)));
  return { all, unused };
}

const five = moved('redlock', 'ts', 'docs/from-redlock-5.md');
const four = moved('redlock-4', 'js', 'docs/from-redlock-4.md');

let nodes: readonly SimulatedRedis[];
let redlock: library.Redlock;
/** What the nodes had when the example did its work. */
let seen: (readonly (readonly string[])[])[];
beforeEach(() => {
  nodes = Array.from({ length: 3 }, () => new SimulatedRedis());
  redlock = new library.Redlock(nodes, { retryCount: 0 });
  seen = [];
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const work = (): void => void seen.push(nodes.map((node) => [...node.keys()].sort()));
const onAll = (...keys: readonly string[]) => nodes.map(() => [...keys].sort());
const free = () => nodes.every((node) => node.keys().length === 0);

/** Clients by these hosts are the simulated nodes, in order. */
const ioredis = () => {
  const left = [...nodes];
  class Redis {
    constructor() {
      const node = left.shift();
      if (node === undefined) throw new Error('The example has more clients than nodes.');
      // biome-ignore lint/correctness/noConstructorReturn: stands for the client of a node.
      return node as object;
    }
  }
  return { __esModule: true, default: Redis, Redis };
};

describe('the guides', () => {
  it.each([
    ['5', five, 5, 2],
    ['4', four, 9, 9],
  ])('have a diff for no more than what the README of %s has', (_, { all, unused }, count, changed) => {
    expect(unused).toEqual([]);
    expect(all).toHaveLength(count);
    expect(all.filter(({ isChanged }) => isChanged)).toHaveLength(changed);
  });
});

describe('an example of node-redlock 5', () => {
  const [configured, using, acquiring, required, listening] = five.all.map(({ code }) => code);

  it('makes a Redlock with its settings', async () => {
    const { redlock } = await runCode(configured ?? '', { ioredis: ioredis(), 'quorum-lock': library }, {}, [
      'redlock',
    ]);
    expect(redlock).toBeInstanceOf(library.Redlock);
    expect(redlock).toMatchObject({ settings: { retryJitter: 200, retryDelay: 200, driftFactor: 0.01 } });
    await (await (redlock as library.Redlock).acquire(['a'], 5000)).release();
  });

  it('is required', async () => {
    const { Redlock } = await runCode(required ?? '', { 'quorum-lock': library }, {}, ['Redlock']);
    expect(Redlock).toBe(library.Redlock);
  });

  const known = () => ({ redlock, senderId: 's', recipientId: 'r', something: work, somethingElse: work });

  it('uses a lock', async () => {
    await runCode(using ?? '', {}, known());
    expect(seen).toEqual([onAll('r', 's'), onAll('r', 's')]);
    expect(free()).toBe(true);
  });

  it('acquires, extends and releases', async () => {
    await runCode(acquiring ?? '', {}, known());
    expect(seen).toEqual([onAll('a'), onAll('a')]);
    expect(free()).toBe(true);
  });

  it('listens to errors of nodes, not of contention', async () => {
    await runCode(listening ?? '', {}, { redlock, ResourceLockedError: library.ResourceLockedError });
    await redlock.acquire(['a'], 5000);
    expect(await redlock.tryAcquire(['a'], 5000)).toBeNull();
    expect(console.error).not.toHaveBeenCalled();
    redlock.emit('error', new Error('gone'));
    expect(console.error).toHaveBeenCalledOnce();
  });
});

describe('an example of node-redlock 4', () => {
  const place = '// ...do something here...';
  const [configured, listening, ...locking] = four.all.map(({ code }) => code);

  it('makes a Redlock', async () => {
    const { redlock } = await runCode(configured ?? '', { ioredis: ioredis(), 'quorum-lock': library }, {}, [
      'redlock',
    ]);
    expect(redlock).toMatchObject({ settings: { retryJitter: 200, retryCount: 10 } });
    await (await (redlock as library.Redlock).acquire(['a'], 5000)).release();
  });

  it('listens to errors of nodes', async () => {
    await runCode(listening ?? '', {}, { redlock });
    const broken = { request: () => Promise.reject(new Error('gone')) };
    const other = new library.Redlock([...nodes.slice(0, 2), broken]);
    await runCode(listening ?? '', {}, { redlock: other });
    await (await other.acquire(['a'], 5000)).release();
    await vi.waitFor(() =>
      expect(console.error).toHaveBeenCalledWith('A redis error has occurred:', expect.any(Error)),
    );
  });

  it.each(locking.map((code, i) => [i + 3, code] as const))('locks, number %i', async (_, code) => {
    const places = code.split(place).length - 1;
    expect(places).toBeGreaterThan(0);
    const unlockErrorHandler = vi.fn();
    await runCode(code.replaceAll(place, 'work();'), {}, { redlock, work, unlockErrorHandler });
    await vi.waitFor(() => expect([seen.length, free()]).toEqual([places, true]));
    const keys = ['locks:account:322456', 'locks:account:322457', 'locks:account:322458'];
    const wanted = code.includes('322457') ? keys : keys.slice(0, 1);
    expect(seen).toEqual(Array.from({ length: places }, () => onAll(...wanted)));
    expect(console.error).not.toHaveBeenCalled();
  });
});
