// Redisson's RedLock against nodes that answer from a table, and in runs that show what it does not check.
import { describe, expect, test } from 'vitest';
import { redissonRedlock } from '../../../src/core/locks/redissonRedlock/lock';
import { tryTimesOf } from '../../../src/core/locks/redissonRedlock/settings';
import { connectionClosed, ok } from '../../../src/core/model/effects/request';
import { withDefaults } from '../../../src/core/model/scenario/fields';
import { eventsOf, textOf } from '../../../src/core/model/trace/traceReader';
import { silence } from '../../support/drive';
import { pauseAt } from '../../support/faultsAt';
import { type Given, LockClient, nodesOf, type Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type RunRow, runOf, setupOf } from '../../support/runOf';

const answers = { f: 'free', b: 'busy', c: 'closed', s: 'silent' } as const;
type Node = (typeof answers)[keyof typeof answers];
/** A letter for each node: `fbfcs`. */
const nodesIn = (letters: string): Node[] => [...letters].map((letter) => answers[letter as keyof typeof answers]);
const five = (): Node[] => nodesIn('fffff');

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

  const lock = (letters: string) => each(letters, 'lockHash');
  const unlock = (letters: string) => each(letters, 'unlockHash');
  const allLeased = [...lock('ABCDE'), ...each('ACDE', 'PEXPIRE')];
  const forgotten = [...lock('A'), ...unlock('A'), ...lock('BC'), ...unlock('C'), ...lock('DE')];

  test.each<readonly [string, Settings, string, readonly string[], string, number]>([
    ['takes one node after the other, and watches each', {}, 'fffff', lock('ABCDE'), 'held 30000', 5],
    ['sends a lease time again to what it took, whoever has that by then', leased, 'fbfff', allLeased, 'held 980', 0],
    ['a minority may fail; one that did not answer is told to forget it', {}, 'cfsff', forgotten, 'held 30000', 3],
    ['a failure after the majority ends the asking', {}, 'fffbf', lock('ABCD'), 'held 30000', 3],
    [
      'one failure too many gives back what was taken',
      {},
      'fbbbf',
      [...lock('ABCD'), ...unlock('A')],
      'refused: no-quorum',
      1,
    ],
  ])('%s', (_, settings, letters, commands, ends, watchdogs) => {
    const client = acquire(settings, nodesIn(letters));
    expect([client.commands, client.ends, client.world.forked.length]).toEqual([commands, ends, watchdogs]);
  });

  test('asks each when the one before it has answered', () => {
    expect(acquire({}, five()).timesOf('lockHash')).toEqual([0, 20, 40, 60, 80]);
  });

  test('believes in a whole lease however long it took', () => {
    const atStep: Given['atStep'] = (label, nth, world) =>
      void (label === 'sub-lock' && nth === 5 && world.pass(60_000));
    expect(acquire(leased, five(), { atStep }).ends).toBe('held 980');
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
  const { waitTime, subWait, subLease } = tryTimesOf(withDefaults(redissonRedlock.fields, settings) as never, 5, share);
  expect([waitTime, subWait, subLease]).toEqual(plan);
});

test('release unlocks all nodes, one after the other, and ends every watchdog', () => {
  const client = acquire({}, nodesIn('bffff'));
  const before = client.commands.length;
  expect([client.release(), client.commands.slice(before)]).toEqual(['none', each('ABCDE', 'unlockHash')]);
  expect(client.world.cancelled).toEqual([0, 1, 2, 3]);
});

test('release finds that two of five nodes have no key any more, which is fine, and that three have none', () => {
  const reasons = [2, 3].map((gone) => {
    const nodes = five();
    const client = acquire({}, nodes);
    nodes.fill('busy', 0, gone);
    return client.release();
  });
  expect(reasons).toEqual(['none', 'not-owner']);
});

describe('in runs', () => {
  const redLock = (settings: Settings) => ({
    id: 'redisson-redlock',
    settings: { watchdogTimeout: 1500, ...settings },
  });

  const plain: Rest = { settings: { work: 2500 } };
  /** Nodes that are down from the start. */
  const down = (letters: string): Rest => ({
    faults: Object.fromEntries(
      [...letters].map((letter) => [
        letter,
        { kind: 'crash', process: `node${letter}` as 'nodeA', when: { kind: 'time', at: 10 }, restartAfter: 'never' },
      ]),
    ),
  });
  const quick = redLock({ nodeTimeout: 50, retries: 0 });
  const patience = { settings: { patience: 6000 } };
  const pause = { faults: { pause: pauseAt('client1', 'sub-lock', 1800, 4) } };
  const works: Rest = { storage: { id: 'version' }, settings: { work: 1000 } };

  test.each<RunRow>([
    ['without faults', 'held', redLock({}), plain],
    [
      'a node that keeps it waiting for longer than a lease does not let go of the others',
      'held',
      redLock({ nodeTimeout: 3000 }),
      ...[{ settings: { work: 1000, duration: 60_000, patience: 30_000 } }, down('D')],
    ],
    [
      '25c: a pause among its requests is not noticed',
      'overlap',
      redLock({ leaseTime: 1500, waits: 'not' }),
      works,
      pause,
    ],
    ['two of five down', 'held', quick, patience, down('AD')],
    ['three of five down', 'unavailable', quick, patience, down('ADE')],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('waiters are woken', () => {
    expect(runOf({ lock: redLock({}), ...plain }).verdict.measures.wokenPerRelease).toBeGreaterThan(0);
  });

  test('each node is renewed every third of its lease, and no more once the lock is given back', () => {
    const { trace } = runOf({ lock: redLock({}), settings: { clients: 1, work: 2500, duration: 9000 } });
    const renewed = eventsOf(trace, 'step').filter(({ text }) => textOf(trace, text) === 'renew');
    const acquired = eventsOf(trace, 'acquired')[0]?.at ?? 0;
    const released = eventsOf(trace, 'released')[0]?.at ?? 0;
    expect(renewed.length).toBeGreaterThanOrEqual(5 * Math.floor(2500 / 501));
    // Each node's own clock starts when that node is acquired; the lock exists with the last one.
    const first = renewed.slice(0, 5).map(({ at }) => at);
    expect(new Set(first).size).toBe(5);
    expect(Math.max(...first)).toBe(acquired + 500_000);
    for (const { at } of renewed) expect(at).toBeLessThan(released);
    expect(trace.header.ended).toBe('quiet');
    expect(eventsOf(trace, 'finished').map(({ ok }) => ok)).toEqual([1]);
  });
});
