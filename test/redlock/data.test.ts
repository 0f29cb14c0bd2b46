// `data`: a text beside the owner, in the lock's own value.
import { describe, expect, it } from 'vitest';
import { Lock } from '../../src/redlock/all';
import { goByFakeClock } from './fakeClock';
import { kinds, nodesFor, nodesOf } from './simulatedNodes';

goByFakeClock();

const texts: Readonly<Record<string, string>> = {
  plain: 'worker 7',
  empty: '',
  'with separators': ':a:b:{c}\n\r\n$1\r\n"\0',
  'of other alphabets': 'ключ é 锁 🦊',
  'as long as may be': 'é'.repeat(512),
  'like an owner': `${'0'.repeat(32)}:data`,
};

describe.each(Object.entries(kinds))('%s', (name, make) => {
  it.each(Object.entries(texts))('keeps a text %s through extensions, and others see it', async (_, data) => {
    const nodes = nodesFor(name);
    const locks = make(nodes);
    const lock = await locks.acquire(['a'], 60_000, { data });
    expect(lock.data).toBe(data);
    expect(lock.value).toMatch(/^[0-9a-f]{32}:/);
    expect(nodes[0]?.ownerOf('a')).toBe(lock.value);
    const longer = await lock.extend(90_000);
    expect(longer.data).toBe(data);
    expect(await make(nodes).peek('a')).toMatchObject({ value: lock.value, data });
    await longer.release();
    expect(await make(nodes).peek('a')).toBeNull();
  });

  it('gives it to the routine of `using`', async () => {
    const nodes = nodesFor(name);
    const seen = await make(nodes).using(['a'], 60_000, { data: 'me' }, async (_, lock) => [
      lock.data,
      (await make(nodes).peek('a'))?.data,
    ]);
    expect(seen).toEqual(['me', 'me']);
  });

  it('has the same value as before without it', async () => {
    const nodes = nodesFor(name);
    for (const data of [undefined, null as never]) {
      const lock = await make(nodes).acquire(['a'], 60_000, { data });
      expect(lock.value).toMatch(/^[0-9a-f]{32}$/);
      expect(lock.data).toBeNull();
      expect((await make(nodes).peek('a'))?.data).toBeNull();
      await lock.release();
    }
  });

  it('compares the whole value: the same text of another owner is another lock', async () => {
    const nodes = nodesFor(name);
    const locks = make(nodes, { retryCount: 0 });
    const lock = await locks.acquire(['a'], 60_000, { data: 'same' });
    await expect(locks.acquire(['a'], 60_000, { data: 'same' })).rejects.toMatchObject({ kind: 'contended' });
    const forged = new Lock(locks, ['a'], lock.value.slice(0, 32), [], Date.now() + 60_000);
    await expect(forged.release()).rejects.toMatchObject({ kind: 'lost' });
    expect(await locks.isLocked(['a'])).toBe(true);
    await lock.release();
  });

  it.each([
    [7, 'data must be a string, not 7.'],
    [{}, 'data must be a string'],
    ['x'.repeat(1025), 'data must have at most 1024 bytes, not 1025.'],
    ['é'.repeat(513), 'data must have at most 1024 bytes, not 1026.'],
    ['a\ud83e', 'half of a surrogate pair'],
  ])('refuses what cannot be stored', async (data, text) => {
    const locks = make(nodesFor(name));
    await expect(locks.acquire(['a'], 1000, { data: data as never })).rejects.toThrow(text);
    await expect(locks.using(['a'], 1000, { data: data as never }, async () => 1)).rejects.toThrow(text);
    expect(await locks.isLocked(['a'])).toBe(false);
  });
});

it('is a setting of an acquire alone', async () => {
  const nodes = nodesOf(3);
  expect(() => kinds.Redlock(nodes, { data: 'a' })).toThrow('There is no setting data here.');
});

it('stays through the tries of an acquire, each with an owner of its own', async () => {
  const nodes = nodesOf(3);
  const redlock = kinds.Redlock(nodes, { retryDelay: 300, retryJitter: 0 });
  const others = await redlock.acquire(['a'], 500, { data: 'others' });
  const lock = await redlock.acquire(['a'], 5000, { data: 'me' });
  expect(lock.value.slice(0, 32)).not.toBe(others.value.slice(0, 32));
  expect(await redlock.peek('a')).toMatchObject({ value: lock.value, data: 'me' });
  await lock.release();
  expect(nodes.map((node) => node.keys())).toEqual([[], [], []]);
});

it('several resources have the same text, and a server with DELEX deletes by it', async () => {
  const { SimulatedRedis } = await import('../../src/redlock/simulated');
  const nodes = Array.from({ length: 3 }, () => new SimulatedRedis({ compares: 'DELEX' }));
  const redlock = kinds.Redlock(nodes);
  const lock = await redlock.acquire(['a', 'b'], 5000, { data: 'both' });
  expect((await redlock.peek('b'))?.data).toBe('both');
  await lock.release();
  for (let i = 0; i < 3; i++) await (await redlock.acquire(['a'], 5000, { data: ':é' })).release();
  expect(nodes.map((node) => node.keys())).toEqual([[], [], []]);
});
