// Commands that arrive late, one at a time, and what each must not do to a lock that was granted meanwhile.
import { describe, expect, it, vi } from 'vitest';
import { to } from '../../src/core/model/effects/effect';
import { evaluate } from '../../src/core/model/effects/request';
import { fromMs } from '../../src/core/model/values/time';
import { LockLostError, Redlock, SingleNodeLocks, WaitingLocks, WatchedLocks } from '../../src/redlock/all';
import { NodeGroup } from '../../src/redlock/nodeGroup';
import { Operation } from '../../src/redlock/operation';
import { Round } from '../../src/redlock/round';
import { takeOne } from '../../src/redlock/scripts/takeOne';
import { SimulatedRedis } from '../../src/redlock/simulated';
import { pause } from './adapters';
import { goByFakeClock } from './fakeClock';
import { gateTo } from './gate';

goByFakeClock();

const once = { retryCount: 0 } as const;

/** Three nodes behind gates. */
function gated() {
  const nodes = Array.from({ length: 3 }, () => new SimulatedRedis());
  return { nodes, gates: nodes.map(gateTo) };
}

/** The remaining life of a node's key, in ms. */
const lasts = async (node: SimulatedRedis | undefined): Promise<number> => Number(await node?.request(['PTTL', 'a']));

const extends_ = (...words: readonly unknown[]): boolean => words.includes('longer') || words.includes('any');

it('each try has its own value, and the release of an earlier try does not affect a later one', async () => {
  const { nodes, gates } = gated();
  const [first, ...others] = nodes;
  await Promise.all(others.map((node) => node.request(['SET', 'a', 'somebody'])));
  const letGo = gates.map(({ keepBack }) => keepBack(([name]) => String(name).startsWith('EVAL')));
  const redlock = new Redlock(gates, { retryCount: 1, retryDelay: 100, retryJitter: 0 });
  const acquiring = redlock.acquire(['a'], 5000);
  await pause(20);
  const stray = first?.get('a');
  for (const node of others) node.forget();
  const { value } = await acquiring;
  expect(nodes.map((node) => node.get('a'))).toEqual([stray, value, value]);
  for (const go of letGo) go();
  await pause(20);
  expect(nodes.map((node) => node.get('a'))).toEqual([null, value, value]);
});

it('an extension that comes late does not shorten a later one', async () => {
  const { nodes, gates } = gated();
  const redlock = new Redlock(gates, { ...once, nodeTimeout: 20 });
  const lock = await redlock.acquire(['a'], 1000);
  const letGo = gates.slice(0, 2).map(({ keepBack }) => keepBack((command) => extends_(...command)));
  await expect(lock.extend(1500)).rejects.toThrow('quorum');
  for (const { keepBack } of gates.slice(0, 2)) keepBack(() => false);
  const longer = await lock.extend(60_000);
  for (const go of letGo) go();
  await pause(20);
  expect(longer.expiration - Date.now()).toBeGreaterThan(50_000);
  for (const node of nodes) expect(await lasts(node)).toBeGreaterThan(50_000);
});

it('while a shortening extension may still arrive, no later extension counts for more', async () => {
  const { nodes, gates } = gated();
  const redlock = new Redlock(gates, { ...once, nodeTimeout: 20 });
  const lock = await redlock.acquire(['a'], 60_000);
  const letGo = gates.slice(0, 2).map(({ keepBack }) => keepBack((command) => extends_(...command)));
  await expect(lock.extend(2000)).rejects.toThrow('quorum');
  expect(lock.expiration - Date.now()).toBeLessThanOrEqual(2000);
  for (const { keepBack } of gates.slice(0, 2)) keepBack(() => false);
  const { expiration } = await lock.extend(60_000);
  for (const go of letGo) go();
  await pause(20);
  expect(expiration - Date.now()).toBeLessThanOrEqual(2000);
  expect(await lasts(nodes[0])).toBeGreaterThan(expiration - Date.now());
});

it('a shortening extension that every node has answered limits nothing afterwards', async () => {
  const { gates } = gated();
  const lock = await new Redlock(gates, once).acquire(['a'], 60_000);
  const shorter = await lock.extend(1000);
  expect(shorter.expiration - Date.now()).toBeLessThanOrEqual(1000);
  expect((await shorter.extend(60_000)).expiration - Date.now()).toBeGreaterThan(50_000);
});

it('an extension whose lock is released meanwhile does not count', async () => {
  const { gates } = gated();
  const lock = await new Redlock(gates, once).acquire(['a'], 5000);
  const letGo = gates.map(({ keepBack }) => keepBack((command) => extends_(...command)));
  const extending = lock.extend(5000);
  await lock.release();
  for (const go of letGo) go();
  await expect(extending).rejects.toBeInstanceOf(LockLostError);
  expect(lock.expiration).toBe(0);
});

it('a request from before the release that arrives after it is taken back', async () => {
  const { nodes, gates } = gated();
  const letGo = gates[2]?.keepBack(([name]) => name === 'SET');
  const lock = await new Redlock(gates, once).acquire(['a'], 60_000);
  await lock.release();
  letGo?.();
  await pause(20);
  expect(nodes.map((node) => node.keys())).toEqual([[], [], []]);
});

describe('values', () => {
  it.each([SingleNodeLocks, WatchedLocks, WaitingLocks])(
    'of %o are 128 bits from the system’s random source',
    async (Kind) => {
      const locks = new Kind(new SimulatedRedis());
      const values = new Set<string>();
      for (let i = 0; i < 20; i++) {
        const lock = await locks.acquire([`${i}`], 1000);
        expect(lock.value).toMatch(/^[0-9a-f]{32}$/);
        values.add(lock.value);
        await lock.release();
      }
      expect(values.size).toBe(20);
    },
  );
});

it('an operation keeps no more tries than it can give back', () => {
  const group = new NodeGroup([new SimulatedRedis()], { hearFailure: () => {}, waking: null });
  const operation = new Operation(group, { resourceCount: 1, triesMax: 50, floorMs: null, retryDelay: 50 });
  const given = vi.spyOn(Round.prototype, 'takesBack');
  const ask = (label: string): void => {
    operation.step(label);
    const calls = group.ids.map((id) => to(id, evaluate(takeOne, ['a'], ['me', 5000]), { timeout: fromMs(100) }));
    operation.sendAll(calls, { decided: true, take: () => {} });
  };
  for (let tried = 0; tried < 20; tried++) ask('ask');
  ask('give-back');
  expect(given.mock.calls.map(([rounds]) => rounds.length)).toEqual([8]);
});
