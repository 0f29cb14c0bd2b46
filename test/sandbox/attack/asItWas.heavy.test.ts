// An attack on functions patches the thread of somebody's test. When it is over, nothing of the patches is left,
// however it ended.
import { builtinModules } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attack, LockBroken } from '../../../src/cli/attack/attackInTest';
import { changedSince, type NodeState, nodeState } from '../../support/nodeState';

/** All modules except those that change Node, or emit warnings, when they are loaded. */
const modules = builtinModules.filter(
  (name) => !/^(_|domain|inspector|punycode|repl|sys|trace_events|wasi)/.test(name),
);

const free = { acquire: () => ({ validFor: 2000 }), release: () => true };
interface Given {
  readonly redis: readonly { readonly set: (...words: unknown[]) => unknown; readonly del: (key: string) => unknown }[];
  readonly key: string;
}
const holds = {
  acquire: async ({ redis, key }: Given) => (await redis[0]?.set(key, '1', 'NX', 'PX', 2000)) === 'OK',
  release: ({ redis, key }: Given) => redis[0]?.del(key),
};
/** An attack is short. */
const often = { interval: 1 };
const quick = { faults: ['clock-jump'], harm: 'stuck' };
const outcome = (attacked: Promise<unknown>): Promise<unknown> => attacked.catch((error: unknown) => error);

let before: NodeState;
beforeEach(() => {
  before = nodeState(modules);
});

describe('after an attack all of Node is as it was', () => {
  afterEach(() => expect(changedSince(before)).toEqual([]));

  it('when nothing breaks the lock, once and again', async () => {
    for (const _ of [1, 2]) {
      expect(await outcome(attack(holds, quick))).toMatchObject({ runs: expect.any(Number) });
      expect(changedSince(before)).toEqual([]);
    }
  });

  it('when the lock is broken', async () => {
    expect(await outcome(attack(free, { faults: ['pause'] }))).toBeInstanceOf(LockBroken);
  });

  it('when the lock cannot be attacked', async () => {
    expect(String(await outcome(attack({ ...free, acquire: () => null })))).toMatch('client 1 does not get the lock');
    expect(String(await outcome(attack(free, { nodes: 12 })))).toMatch('settings.nodes');
    expect(String(await outcome(attack(free, { faults: ['earthquake'] })))).toMatch('earthquake');
  });

  it('when the function that makes the functions throws', async () => {
    const made = (): never => {
      throw new Error('no lock today');
    };
    expect(String(await outcome(attack(made)))).toMatch('no lock today');
  });

  it('when a client rejects what nobody handles', async () => {
    const acquire = () => {
      void Promise.reject(new Error('nobody handles it'));
      return free.acquire();
    };
    expect(await outcome(attack({ ...free, acquire }, quick))).toBeDefined();
  });

  it('when two attacks go on at once, and one of them ends first', async () => {
    const [first, second] = await Promise.all([outcome(attack(free, { nodes: 12 })), outcome(attack(holds, quick))]);
    expect(String(first)).toMatch('settings.nodes');
    expect(second).toMatchObject({ runs: expect.any(Number) });
  });

  it('but for what somebody else has replaced meanwhile, which stays', async () => {
    const { warn } = console;
    const attacked = outcome(attack(free, quick));
    const others = (): void => {};
    await expect.poll(() => console.warn !== warn, often).toBe(true);
    console.warn = others;
    await attacked;
    expect(console.warn).toBe(others);
    console.warn = warn;
  });
});

it('while an attack goes on, Node is changed for its clients alone', async () => {
  const attacked = outcome(attack(free, quick));
  await expect.poll(() => changedSince(before).length, often).toBeGreaterThan(100);
  const { port1, port2 } = new MessageChannel();
  const heard = new Promise((resolve) =>
    port2.addEventListener('message', ({ data }) => resolve(data), { once: true }),
  );
  port2.start();
  port1.postMessage('sent');
  expect(await heard).toBe('sent');
  port1.close();
  expect(await wait(1, 'waited')).toBe('waited');
  await attacked;
});
