// An account is true to the events of its run: of any run, and in the sentences that were once wrong. What holds for
// the stories is in `accountChecks.ts`.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import type { Choice } from '../../../src/core/model/scenario/scenario';
import { formatAt } from '../../../src/core/model/values/format';
import { explain, instantOf } from '../../../src/core/narrate/explain';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { anyWorld } from '../../support/anyWorld';
import { byNight } from '../../support/nightly';
import { causesIn, expectInOrder, expectWhenSaid, wrongIn } from './accountChecks';

describe('the account of any run', () => {
  test('is true to its events, its causes in the order of time, each leading to the time that it names', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(anyWorld, (scenario) => {
        const run = runScenario(scenario, parts);
        for (const { rule } of run.verdict.chain) seen.set(rule, (seen.get(rule) ?? 0) + 1);
        expect(wrongIn(run)).toEqual([]);
        expectInOrder(causesIn(run));
        expectWhenSaid(causesIn(run));
      }),
      { numRuns: byNight(150, 10_000) },
    );
    expect(seen.get('released')).toBeGreaterThan(5);
  });

  test('is found where its causes are out of order', () => {
    expect(() => expectInOrder([2, 1, 3].map((first) => ({ rule: 'paused', first, at: first })))).toThrow();
    expect(() => expectWhenSaid([{ rule: 'paused', first: 1, at: 2 }])).toThrow();
  });
});

const chainOf = (scenario: unknown): readonly string[] => {
  const parsed = parseScenario(scenario, parts);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message.en).join(' '));
  const run = runScenario(parsed.scenario, parts);
  const { chain, facts } = explain(run.verdict, speechOf.en);
  return [...chain, ...facts].map((said) => `${formatAt(instantOf(said, run.trace) ?? -1)} ${said.text}`);
};

const two = { clients: 2, stagger: 300, work: 1000, duration: 120_000, patience: 100_000, latency: 5 };
const noCheck = { id: 'no-check' };

test('an account says that a client freed its own key while it was inside: an inner unlock was sent again', () => {
  const lock = { id: 'redisson', settings: { nodeTimeout: 20, retryDelay: 0, entries: 2, unlocksOnceMore: true } };
  const latency = { min: 0, p50: 1, p99: 55, max: 55 };
  const settings = { clients: 3, rounds: 3, work: 0, duration: 30_000, latency };
  const said = chainOf({ version: 2, seed: 0, lock, storage: { id: 'version' }, settings, faults: {} });
  expect(said).toContain(
    '1.395 s An unlock of client 2 freed its own key on node A at 1.395 s, before it called release.',
  );
});

test('an account calls nothing a release that came before it: a lock that counts gives its inner entries back', () => {
  const times = { leaseTime: 1000, watchdogTimeout: 3, nodeTimeout: 400, retryDelay: 0, retryJitter: 0, waitTime: 1 };
  const lock = { id: 'redisson', settings: { ...times, entries: 3 } };
  const nodes = { count: 1, persistence: 'none', disk: 'honest', replicas: 3, replicaLag: 0 };
  const pace = { clients: 1, stagger: 0, think: 200, work: 0, duration: 2500, patience: 5000, storageTimeout: 1 };
  const settings = { ...pace, adds: 'one', latency: 0, loss: 0.2, connectionLife: 100, nodes };
  const storage = { id: 'replicas', settings: { replicas: 1, marks: 'random' } };
  const said = chainOf({ version: 2, seed: 595, lock, storage, settings, faults: {} });
  expect(said.join('\n')).toContain('got the lock');
  expect(said.join('\n')).not.toContain('called release at 2.500 s');
});

test('an account calls no write under way that waits in the database for its commit', () => {
  const said = chainOf({
    version: 2,
    seed: 1,
    lock: { id: 'sql-row' },
    storage: { id: 'same-database', settings: { commitAfter: 400 } },
    settings: { ...two, stagger: 100, work: 600, rounds: 1, own: { client2: { key: 'stock-v2' } } },
    faults: {},
  }).join('\n');
  expect(said).toContain('Client 2 read version 1 at 0.235 s, before that write was committed.');
  expect(said).not.toContain('under way');
});

describe('an account says', () => {
  const heldUp = {
    version: 2,
    seed: 1,
    lock: { id: 'zookeeper-sequential', settings: { sessionTimeout: 10_000, tickTime: 2000 } },
    storage: noCheck,
    settings: { ...two, rounds: 2 },
    faults: {
      x: {
        kind: 'cut',
        from: ['client1'],
        to: ['service'],
        bothWays: true,
        when: { kind: 'step', process: 'client1', step: 'release', nth: 1 },
        for: 8000,
      },
    },
  };
  const sentences = {
    version: 2,
    seed: 1,
    lock: { id: 'consul', settings: { ttl: 10_000, lockDelay: 0, nodeTimeout: 0 } },
    storage: noCheck,
    settings: { ...two, work: 40_000, duration: 150_000 },
    faults: { n: { kind: 'no-leader', process: 'service', when: { kind: 'time', at: 8000 }, for: 3000 } },
  };
  const delayed = {
    version: 2,
    seed: 1,
    lock: { id: 'consul', settings: { ttl: 15_000, lockDelay: 15_000 } },
    storage: noCheck,
    settings: two,
    faults: { x: { kind: 'crash', process: 'client1', when: { kind: 'time', at: 180 }, restartAfter: 'never' } },
  };
  const ownOf = (id: string, settings: Choice['settings'] & {}) => ({ lock: { id, settings } });
  const vanished = (how: 'del' | 'flushall' | undefined) => ({
    version: 2,
    seed: 1,
    lock: { id: 'single-node' },
    storage: noCheck,
    settings: { ...two, work: 3000, duration: 20_000 },
    faults: {
      x: {
        kind: 'key-vanishes',
        process: 'nodeA',
        when: { kind: 'time', at: 1000 },
        ...(how === undefined ? {} : { how }),
      },
    },
  });

  const freed = {
    ...vanished('del'),
    lock: { id: 'etcd' },
    faults: { x: { kind: 'key-vanishes', process: 'service', when: { kind: 'time', at: 1000 }, how: 'del' } },
  };
  const unheard = {
    version: 2,
    seed: 1,
    lock: { id: 'redisson' },
    storage: noCheck,
    settings: { ...two, duration: 60_000, patience: 50_000, nodes: { count: 1 } },
    faults: { x: { kind: 'lose', message: { from: 'nodeA', to: 'client2', leg: 'push', nth: 1 } } },
  };

  test.each([
    [
      'whose wake-up was lost',
      unheard,
      '1.135 s Node A woke client 2 at 1.135 s, but the message never arrived: dropped on the way.',
    ],
    [
      'when a release that a cut held up freed the key',
      heldUp,
      '1.170 s Client 1 called release at 1.170 s, and its key was freed on the lock service at 10.042 s, since the link was cut in between.',
    ],
    [
      'who was told wrongly that its lock is lost',
      sentences,
      '8.005 s Client 1 was wrongly told at 8.005 s that its lock was lost, because one of its requests had failed; it still had the lock, and its round failed after 40.01 s of holding it.',
    ],
    [
      'the two terms of a wait after a crash',
      delayed,
      '45.105 s The key was free 44.925 s after the crash: the session ended at 30.105 s, 29.925 s after the crash (without a renewal it lasts 30 s, twice its TTL), and the lock-delay kept the key closed for 15 s more.',
    ],
    [
      'the two terms where another client has a Consul of other settings',
      { ...delayed, settings: { ...two, own: { client2: ownOf('consul', { ttl: 60_000, lockDelay: 0 }) } } },
      '45.105 s The key was free 44.925 s after the crash: the session ended at 30.105 s, 29.925 s after the crash, and the lock-delay kept the key closed for 15 s more.',
    ],
    [
      'the two terms of a client with settings of its own',
      { ...delayed, settings: { ...two, own: { client1: ownOf('consul', { ttl: 10_000, lockDelay: 4000 }) } } },
      '24.105 s The key was free 23.925 s after the crash: the session ended at 20.105 s, 19.925 s after the crash, and the lock-delay kept the key closed for 4 s more.',
    ],
    [
      'the two terms of the cell of Chubby, whatever a client sets',
      {
        ...delayed,
        lock: { id: 'chubby', settings: { sessionTimeout: 12_000, lockDelay: 15_000 } },
        settings: { ...two, own: { client1: ownOf('chubby', { acquireTimeout: 90_000 }) } },
      },
      '37.605 s The key was free 37.425 s after the crash: the session ended at 22.605 s, 22.425 s after the crash, and the lock-delay kept the key closed for 15 s more.',
    ],
    ['that somebody deleted a key', vanished('del'), '1.000 s Somebody deleted the key on node A at 1.000 s.'],
    ['that somebody freed a lock', freed, '1.000 s Somebody freed the lock in the lock service by hand at 1.000 s.'],
    [
      'whose lock it was',
      freed,
      '1.000 s The lock of client 1 was gone on the lock service, and client 1 never heard of it.',
    ],
    ['that a server evicted a key', vanished(undefined), '1.000 s Node A evicted the key at 1.000 s.'],
  ])('%s', (_, scenario, sentence) => {
    expect(chainOf(scenario)).toContain(sentence);
  });

  test('once that a wake-up was lost', () => {
    expect(chainOf(unheard).filter((said) => /never arrived|was lost at/.test(said))).toHaveLength(1);
  });
});
