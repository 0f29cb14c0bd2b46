// Redisson's RedLock against nodes that answer from a table, and in runs that show what it does not check.
import { describe, expect, test } from 'vitest';
import { redissonRedlock } from '../../src/locks/redissonRedlock';
import { planOf } from '../../src/locks/redissonRedlockFields';
import { withDefaults } from '../../src/model/fields';
import type { Held } from '../../src/model/lock';
import { connectionClosed, ok } from '../../src/model/request';
import { nodeId, type Setting } from '../../src/model/scenario';
import { eventsOf, textOf } from '../../src/model/traceReader';
import { DrivenWorld, silence, type Table } from '../support/drive';
import { outcomesOf, pauseAt, runOf, type Told } from '../support/runOf';

type Settings = Readonly<Record<string, Setting>>;
type Node = 'free' | 'busy' | 'closed' | 'silent';

function acquire(settings: Settings, nodes: readonly Node[], atStep: Table['atStep'] = () => {}) {
  const ids = nodes.map((_, i) => nodeId(i));
  const world = new DrivenWorld({
    answer: ({ to, request: { command } }) => {
      const node = nodes[ids.indexOf(to)] ?? 'free';
      if (node === 'silent') return silence;
      if (node === 'closed') return { reply: connectionClosed, afterMs: 20 };
      if (command === 'lockHash') return { reply: ok(node === 'free' ? null : 900), afterMs: 20 };
      return { reply: ok(command === 'unlockHash' && node === 'busy' ? null : 1), afterMs: 20 };
    },
    atStep,
  });
  const context = {
    me: 'client1' as const,
    nodes: ids,
    key: 'stock',
    settings: withDefaults(redissonRedlock.fields, { waits: 'not', retries: 0, ...settings }),
    hold: 1,
  };
  const answer = world.run(redissonRedlock.acquire(context));
  const sent = world.sent.map(({ to, command }) => `${to.slice(4)} ${command}`);
  return { world, context, answer, sent };
}

const each = (letters: string, command: string) => [...letters].map((letter) => `${letter} ${command}`);

describe('acquire', () => {
  test('takes one node after the other, all of them, and watches each', () => {
    const { answer, sent, world } = acquire({}, Array(5).fill('free'));
    expect(sent).toEqual(each('ABCDE', 'lockHash'));
    expect(world.sent.map(({ atMs }) => atMs)).toEqual([0, 20, 40, 60, 80]);
    expect(world.forked).toHaveLength(5);
    expect(answer).toMatchObject({ kind: 'held', validFor: 30_000_000 });
  });

  test('believes in a whole lease however long it took', () => {
    const { answer } = acquire({ leaseTime: 1000 }, Array(5).fill('free'), (label, nth, world) => {
      if (label === 'sub-lock' && nth === 5) world.pass(60_000);
    });
    expect(answer).toMatchObject({ kind: 'held', validFor: 980_000 });
  });

  test('with a lease time, sends it again at the end to what it took, whoever has that by then', () => {
    const { sent, world } = acquire({ leaseTime: 1000 }, ['free', 'busy', 'free', 'free', 'free']);
    expect(sent).toEqual([...each('ABCDE', 'lockHash'), ...each('ACDE', 'PEXPIRE')]);
    expect(world.forked).toHaveLength(0);
  });

  test('as many nodes may fail as are not needed; one that did not answer is told to forget it', () => {
    const { answer, sent } = acquire({}, ['closed', 'free', 'silent', 'free', 'free']);
    expect(answer.kind).toBe('held');
    expect(sent).toEqual([
      'A lockHash',
      'A unlockHash',
      'B lockHash',
      'C lockHash',
      'C unlockHash',
      'D lockHash',
      'E lockHash',
    ]);
  });

  test('a failure after the majority ends the asking', () => {
    const { answer, sent } = acquire({}, ['free', 'free', 'free', 'busy', 'free']);
    expect(answer.kind).toBe('held');
    expect(sent).toEqual(each('ABCD', 'lockHash'));
  });

  test('one failure too many gives back what was taken', () => {
    const { answer, sent } = acquire({}, ['free', 'busy', 'busy', 'busy', 'free']);
    expect(answer).toEqual({ kind: 'refused', reason: 'no-quorum' });
    expect(sent).toEqual([...each('ABCD', 'lockHash'), 'A unlockHash']);
  });
});

test.each<readonly [Settings, number, readonly [number, number, number]]>([
  [{ waits: 'not' }, 0, [0, 0, 30_000]],
  [{ waits: 'not', leaseTime: 800 }, 0, [0, 0, 800]],
  [{ waits: 'wait-time', waitTime: 500 }, 0, [500, 100, 30_000]],
  [{ waits: 'wait-time', waitTime: 500, leaseTime: 9000 }, 0, [500, 100, 1000]],
  [{}, 0, [7500, 1500, 30_000]],
  [{ leaseTime: 1000 }, 0.9, [2000, 400, 4000]],
  [{ leaseTime: 4000 }, 0.5, [3000, 600, 6000]],
  [{ leaseTime: 17_500 }, 0.5, [12_500, 2500, 25_000]],
])('%j, drawn %d: waits so long, for a node so long, and takes it for so long: %j', (settings, share, plan) => {
  const { waitTime, subWait, subLease } = planOf(withDefaults(redissonRedlock.fields, settings) as never, 5, share);
  expect([waitTime, subWait, subLease]).toEqual(plan);
});

test('release unlocks all nodes, one after the other, and ends every watchdog', () => {
  const { world, context, answer, sent } = acquire({}, ['busy', 'free', 'free', 'free', 'free']);
  expect(world.run(redissonRedlock.release(context, answer as Held))).toBe('none');
  expect(world.sent.slice(sent.length).map(({ to, command }) => `${to.slice(4)} ${command}`)).toEqual(
    each('ABCDE', 'unlockHash'),
  );
  expect(world.cancelled).toEqual([0, 1, 2, 3]);
});

test.each([
  [2, 'none'],
  [3, 'not-owner'],
] as const)('release finds that %i of five nodes have no key any more: %s', (gone, said) => {
  const nodes = Array<Node>(5).fill('free');
  const { world, context, answer } = acquire({}, nodes);
  nodes.fill('busy', 0, gone);
  expect(world.run(redissonRedlock.release(context, answer as Held))).toBe(said);
});

describe('in runs', () => {
  const redLock = (settings: Settings) => ({
    id: 'redisson-redlock',
    settings: { watchdogTimeout: 1500, ...settings },
  });

  test('without faults: held, and waiters are woken', () => {
    const plain: Told = { lock: redLock({}), settings: { work: 2500 } };
    expect(outcomesOf(plain)).toEqual(['held']);
    expect(runOf(plain).verdict.measures.wokenPerRelease).toBeGreaterThan(0);
  });

  test('each node is renewed every third of its lease, and no more once the lock is given back', () => {
    const alone: Told = { lock: redLock({}), settings: { clients: 1, work: 2500, duration: 9000 } };
    const { trace } = runOf(alone);
    const renewed = eventsOf(trace, 'step').filter(({ text }) => textOf(trace, text) === 'renew');
    const acquired = eventsOf(trace, 'acquired')[0]?.at ?? 0;
    const released = eventsOf(trace, 'released')[0]?.at ?? 0;
    expect(renewed.length).toBeGreaterThanOrEqual(5 * Math.floor(2500 / 501));
    // Each node's own clock starts when that node is taken; the lock is there with the last one.
    const first = renewed.slice(0, 5).map(({ at }) => at);
    expect(new Set(first).size).toBe(5);
    expect(Math.max(...first)).toBe(acquired + 500_000);
    for (const { at } of renewed) expect(at).toBeLessThan(released);
    expect(trace.header.ended).toBe('quiet');
    expect(eventsOf(trace, 'finished').map(({ ok }) => ok)).toEqual([1]);
  });

  test('a node that keeps it waiting for longer than a lease does not let go of the others', () => {
    const silent: Told = {
      lock: redLock({ nodeTimeout: 3000 }),
      settings: { work: 1000, duration: 60_000, patience: 30_000 },
      faults: { down: { kind: 'crash', process: 'nodeD', when: { kind: 'time', at: 10 }, restartAfter: 'never' } },
    };
    expect(outcomesOf(silent)).toEqual(['held']);
  });

  test('25c: a pause among its requests is not noticed: overlap', () => {
    const paused: Told = {
      lock: redLock({ leaseTime: 1500, waits: 'not' }),
      storage: { id: 'version' },
      settings: { work: 1000 },
      faults: { pause: pauseAt('client1', 'sub-lock', 1800, 4) },
    };
    expect(outcomesOf(paused)).toEqual(['overlap']);
  });

  const down = (...letters: readonly string[]): Told => ({
    lock: redLock({ nodeTimeout: 50, retries: 0 }),
    settings: { patience: 6000 },
    faults: Object.fromEntries(
      letters.map((letter) => [
        letter,
        { kind: 'crash', process: `node${letter}` as 'nodeA', when: { kind: 'time', at: 10 }, restartAfter: 'never' },
      ]),
    ),
  });

  test('two of five down: held; three: unavailable', () => {
    expect(outcomesOf(down('A', 'D'))).toEqual(['held']);
    expect(outcomesOf(down('A', 'D', 'E'))).toEqual(['unavailable']);
  });
});
