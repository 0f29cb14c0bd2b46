// Redisson's RedLock against nodes that answer from a table, and in runs that show what it does not check.
import { describe, expect, test } from 'vitest';
import { redissonRedlock } from '../../src/locks/redissonRedlock';
import { planOf } from '../../src/locks/redissonRedlockFields';
import { withDefaults } from '../../src/model/fields';
import { connectionClosed, ok } from '../../src/model/request';
import { eventsOf, textOf } from '../../src/model/traceReader';
import { silence } from '../support/drive';
import { type Given, LockClient, nodesOf, type Settings } from '../support/lockClient';
import { outcomesOf, pauseAt, runOf, type Told } from '../support/runOf';

type Node = 'free' | 'busy' | 'closed' | 'silent';
const five = (): Node[] => Array<Node>(5).fill('free');

function acquire(settings: Settings, nodes: readonly Node[], more: Given = {}): LockClient {
  const ids = nodesOf(nodes.length);
  return new LockClient(redissonRedlock, {
    nodes: ids,
    settings: { waits: 'not', retries: 0, ...settings },
    answer: ({ to, request: { command } }) => {
      const node = nodes[ids.indexOf(to)] ?? 'free';
      if (node === 'silent') return silence;
      if (node === 'closed') return { reply: connectionClosed, afterMs: 20 };
      if (command === 'lockHash') return { reply: ok(node === 'free' ? null : 900), afterMs: 20 };
      return { reply: ok(command === 'unlockHash' && node === 'busy' ? null : 1), afterMs: 20 };
    },
    ...more,
  }).acquire();
}

const each = (letters: string, command: string) => [...letters].map((letter) => `${letter} ${command}`);

describe('acquire', () => {
  const leased = { leaseTime: 1000 };

  test.each<readonly [string, Settings, readonly Node[], readonly string[], string, number]>([
    [
      'takes one node after the other, all of them, and watches each',
      {},
      five(),
      each('ABCDE', 'lockHash'),
      'held 30000',
      5,
    ],
    [
      'with a lease time, sends it again at the end to what it took, whoever has that by then',
      leased,
      ['free', 'busy', 'free', 'free', 'free'],
      [...each('ABCDE', 'lockHash'), ...each('ACDE', 'PEXPIRE')],
      'held 980',
      0,
    ],
    [
      'as many nodes may fail as are not needed; one that did not answer is told to forget it',
      {},
      ['closed', 'free', 'silent', 'free', 'free'],
      ['A lockHash', 'A unlockHash', 'B lockHash', 'C lockHash', 'C unlockHash', 'D lockHash', 'E lockHash'],
      'held 30000',
      3,
    ],
    [
      'a failure after the majority ends the asking',
      {},
      ['free', 'free', 'free', 'busy', 'free'],
      each('ABCD', 'lockHash'),
      'held 30000',
      3,
    ],
    [
      'one failure too many gives back what was taken',
      {},
      ['free', 'busy', 'busy', 'busy', 'free'],
      [...each('ABCD', 'lockHash'), 'A unlockHash'],
      'refused: no-quorum',
      1,
    ],
  ])('%s', (_, settings, nodes, commands, ends, watchdogs) => {
    const client = acquire(settings, nodes);
    expect([client.commands, client.ends, client.world.forked.length]).toEqual([commands, ends, watchdogs]);
  });

  test('asks each when the one before it has answered', () => {
    expect(acquire({}, five()).timesOf('lockHash')).toEqual([0, 20, 40, 60, 80]);
  });

  test('believes in a whole lease however long it took', () => {
    const { ends } = acquire(leased, five(), {
      atStep: (label, nth, world) => void (label === 'sub-lock' && nth === 5 && world.pass(60_000)),
    });
    expect(ends).toBe('held 980');
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
  const client = acquire({}, ['busy', 'free', 'free', 'free', 'free']);
  const before = client.commands.length;
  expect([client.release(), client.commands.slice(before)]).toEqual(['none', each('ABCDE', 'unlockHash')]);
  expect(client.world.cancelled).toEqual([0, 1, 2, 3]);
});

test.each([
  [2, 'none'],
  [3, 'not-owner'],
])('release finds that %i of five nodes have no key any more: %s', (gone, said) => {
  const nodes = five();
  const client = acquire({}, nodes);
  nodes.fill('busy', 0, gone);
  expect(client.release()).toBe(said);
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
