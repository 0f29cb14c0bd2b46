// `isLocked` and `peek`: what a majority says, and never "free" when nobody knows.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok, type Reply } from '../../src/core/model/effects/request';
import { sightOf } from '../../src/redlock/peeking';
import { goByFakeClock } from './fakeClock';
import { failure, kinds, nodesFor, nodesOf } from './simulatedNodes';

goByFakeClock();

describe.each(Object.entries(kinds))('%s', (name, make) => {
  it('sees a lock of others, with its value, and for how long', async () => {
    const nodes = nodesFor(name);
    const lock = await make(nodes).acquire(['a'], 5000, { data: 'worker 7' });
    const locks = make(nodes);
    expect(await locks.peek('a')).toEqual({ value: lock.value, data: 'worker 7', remainingMs: 5000 });
    expect(await locks.isLocked(['a'])).toBe(true);
    expect(await locks.isLocked(['b', 'a'])).toBe(true);
    await lock.release();
    expect(await locks.peek('a')).toBeNull();
    expect(await locks.isLocked(['b', 'a'])).toBe(false);
  });

  it('changes nothing', async () => {
    const nodes = nodesFor(name);
    const lock = await make(nodes).acquire(['a'], 5000);
    const before = nodes.map((node) => node.keys());
    for (const resource of ['a', 'b']) await make(nodes).peek(resource);
    expect(nodes.map((node) => node.keys())).toEqual(before);
    await lock.release();
  });

  it('rejects when its nodes are silent or answer with an error', async () => {
    const nodes = nodesFor(name);
    const locks = make(nodes, { nodeTimeout: 30 });
    // A value of the other layout.
    const other = name === 'WatchedLocks' ? kinds.SingleNodeLocks : kinds.WatchedLocks;
    for (const node of nodes) await other([node]).acquire(['a'], 60_000);
    const error = await failure(locks.isLocked(['a']));
    expect(error).toMatchObject({ name: 'NoQuorumError', resources: ['a'] });
    expect(error.message).toContain('WRONGTYPE');
    expect(error.votes?.votesAgainst.size).toBe(nodes.length);
    for (const node of nodes) node.halt();
    expect(await failure(locks.peek('b'))).toMatchObject({ name: 'NoQuorumError' });
    expect(await failure(locks.isLocked(['b']))).toMatchObject({ name: 'NoQuorumError' });
  });

  it.each([null, 'OK', 'QUEUED', 0, '', 'held', 'FREE'])('does not take %j for an answer', async (answer) => {
    const client = { request: async () => answer };
    const locks = make([client]);
    await expect(locks.isLocked(['a'])).rejects.toMatchObject({ name: 'NoQuorumError' });
  });

  it('rejects resources that are no names', async () => {
    const locks = make(nodesFor(name));
    await expect(locks.isLocked([])).rejects.toThrow('no resource');
    await expect(locks.isLocked('a' as never)).rejects.toThrow('Resources must be a list');
    await expect(locks.peek({} as never)).rejects.toThrow('A resource must be a name');
  });
});

describe('of Redlock', () => {
  it('counts the time until the majority ends, not until the last node ends', async () => {
    const nodes = nodesOf(5);
    const lock = await kinds.Redlock(nodes).acquire(['a'], 5000);
    [-100, 200, 300, 4000, -200].forEach((ms, i) => {
      nodes[i]?.jumpClock(ms);
    });
    expect((await kinds.Redlock(nodes).peek('a'))?.remainingMs).toBe(4800);
    await lock.release();
  });

  it('says that a resource is locked if one is, even if too few nodes know of the others', async () => {
    const nodes = nodesOf(3);
    const lock = await kinds.Redlock(nodes).acquire(['a'], 60_000);
    nodes[2]?.halt();
    const one = await kinds.Redlock(nodes.slice(0, 1)).acquire(['b'], 60_000);
    const redlock = kinds.Redlock(nodes, { nodeTimeout: 30 });
    // The silent node may have it as well, which would be a majority.
    expect(await failure(redlock.isLocked(['b']))).toMatchObject({ name: 'NoQuorumError' });
    expect(await redlock.isLocked(['b', 'a'])).toBe(true);
    expect(await redlock.isLocked(['c'])).toBe(false);
    await Promise.all([lock.release(), one.release()]);
  });
});

/** What a node may hold, or how it may fail. A truth for each node, of which some are hidden. */
const truth = fc.oneof(
  fc.constant(null),
  fc.record({ value: fc.constantFrom('x', 'y', 'held:1:x'), ms: fc.integer({ min: 0, max: 99 }) }),
);

it('never says more than the nodes that answered know, whatever the silent ones hold', () => {
  const nodes = fc.array(fc.record({ truth, isSilent: fc.boolean() }), { minLength: 1, maxLength: 7 });
  let known = 0;
  fc.assert(
    fc.property(nodes, (all) => {
      const replies = all.map(({ truth: held, isSilent }): Reply => {
        if (isSilent) return { kind: 'timeout' };
        return ok(held === null ? 'free' : `held:${held.ms}:${held.value}`);
      });
      const clients = all.map(() => ({ request: async () => null }));
      const { peeked: found, votes } = sightOf({ clients, nodes: [] }, replies);
      expect(votes.votesFor.size).toBe(all.filter(({ isSilent }) => !isSilent).length);
      if (found === undefined) return void expect(all.some(({ isSilent }) => isSilent)).toBe(true);
      known++;
      const need = Math.floor(all.length / 2) + 1;
      const countOf = (value: string) => all.filter(({ truth: held }) => held?.value === value).length;
      if (found === null) return void expect(['x', 'y', 'held:1:x'].every((value) => countOf(value) < need)).toBe(true);
      const isStillHeld = (ms: number) =>
        all.filter(({ truth: held, isSilent }) => !isSilent && held?.value === found.value && held.ms >= ms).length >=
        need;
      expect([isStillHeld(found.remainingMs), isStillHeld(found.remainingMs + 1)]).toEqual([true, false]);
    }),
    { numRuns: 2000 },
  );
  expect(known).toBeGreaterThan(300);
});

it('says for ever of a key without an end', () => {
  const { peeked: found } = sightOf({ clients: [{ request: async () => null }], nodes: [] }, [ok('held:-1:x\n:y')]);
  expect(found).toEqual({ value: 'x\n:y', data: null, remainingMs: Number.POSITIVE_INFINITY });
});
