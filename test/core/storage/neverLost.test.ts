// What the checks promise under any faults: with these, no run ever loses an update, whatever the lock does.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { resourceKeys } from '../../../src/core/model/scenario/parts';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { guardOf } from '../../../src/core/model/scenario/resource';
import type { Choice, Settings } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { type ArticleRun, articleRun } from '../../support/articleRun';
import { byNight } from '../../support/nightly';

/** Tokens from a counter that never forgets: each write is really on a disk before it is answered. */
const countingLock = (ttl: number): Choice => ({
  id: 'single-node',
  settings: { ttl, nodeTimeout: 300, token: 'counter', tries: 3, retryDelay: 100 },
});

const times = fc.integer({ min: 0, max: 6000 });
const lengths = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 400, max: 3000 }));

function anyFault(processes: readonly ProcessId[]): fc.Arbitrary<Fault> {
  const process = fc.constantFrom(...processes);
  const client = fc.constantFrom(...processes.filter((id) => id.startsWith('client')));
  const storage = fc.constantFrom(...processes.filter((id) => id.startsWith('storage')));
  const nth = fc.integer({ min: 1, max: 12 });
  const when = fc.oneof(
    fc.record({ kind: fc.constant('time' as const), at: times }),
    fc.record({
      kind: fc.constant('step' as const),
      process: client,
      step: fc.constantFrom('read', 'work', 'write', 'release'),
      nth: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({
      kind: fc.constant('request' as const),
      to: storage,
      from: client,
      side: fc.constantFrom('before' as const, 'after' as const),
      nth,
    }),
  );
  const message = fc
    .record({ from: client, to: storage, leg: fc.constantFrom('request' as const, 'reply' as const), nth })
    .map(({ from, to, leg, nth }) => (leg === 'request' ? { from, to, leg, nth } : { from: to, to: from, leg, nth }));
  const restartAfter = fc.oneof(lengths, fc.constant('never' as const));
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('pause' as const), process, when, for: lengths }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('delay' as const), message, by: lengths }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('lose' as const), message }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('crash' as const, 'power-loss' as const),
        process,
        when,
        restartAfter,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('cut' as const),
        when,
        from: fc.tuple(client),
        to: fc.tuple(storage),
        bothWays: fc.boolean(),
        for: lengths,
      }),
    },
  );
}

/** Different names of the lock and different TTLs: with two names, tokens no longer rise for all clients together. */
const anyOwn = (storage: Choice): fc.Arbitrary<Settings['own'] & {}> => {
  const resource = parts.resources.get(storage.id);
  if (resource === undefined || guardOf(resource, storage.settings) === 'while-tokens-rise') return fc.constant({});
  const own = fc.record(
    { key: fc.constantFrom(...resourceKeys), lock: fc.constantFrom(150, 400, 1500).map(countingLock) },
    { requiredKeys: [] },
  );
  return fc.record({ client1: own, client2: own }, { requiredKeys: [] });
};

const anyRun = (storage: Choice, storages: readonly ProcessId[]): fc.Arbitrary<ArticleRun> =>
  fc.record({
    seed: fc.nat(1_000_000),
    faults: fc
      .array(anyFault(['client1', 'client2', 'client3', 'nodeA', ...storages]), { maxLength: 6 })
      .map((faults) => Object.fromEntries(faults.map((fault, i) => [`fault ${i}`, fault]))),
    lock: fc.constantFrom(150, 400, 1500).map(countingLock),
    storage: fc.constant(storage),
    settings: fc.record({
      clients: fc.constant(3),
      rounds: fc.integer({ min: 1, max: 4 }),
      stagger: fc.constantFrom(0, 100, 700),
      think: fc.constantFrom(0, 50, 300),
      work: fc.constantFrom(0, 80, 400),
      storageTimeout: fc.constantFrom(100, 900),
      check: fc.constantFrom('none' as const, 'before-write' as const),
      loss: fc.constantFrom(0, 0, 0.05),
      latency: fc.constantFrom(10, { min: 1, p50: 20, p99: 200, max: 600 }),
      nodes: fc.constant({
        count: 1,
        persistence: 'always' as const,
        disk: 'honest' as const,
        replicas: 0,
        replicaLag: 2,
      }),
      duration: fc.constant(12_000),
      own: anyOwn(storage),
    }),
  });

const one: readonly ProcessId[] = ['storage'];
const three: readonly ProcessId[] = ['storageA', 'storageB', 'storageC'];

const safe: [string, Choice, readonly ProcessId[]][] = [
  ['the version check', { id: 'version' }, one],
  [
    'a version check behind a replica that lags',
    { id: 'lagging-replica', settings: { check: 'version' } },
    ['storage', 'storageA'],
  ],
  ['fencing tokens that reads leave', { id: 'fencing', settings: { readsLeaveToken: true } }, one],
  ['the newest sequencer, marked at the read', { id: 'newest-sequencer', settings: { markAtRead: true } }, one],
  ['a unique token, set before the read, in one step', { id: 'unique-token' }, one],
  ['a resource that serves its marked owner only', { id: 'marked-owner' }, one],
  ['replicas marked with the epoch', { id: 'replicas' }, three],
  ['a plain push after a fetch', { id: 'repository', settings: { fetches: true } }, one],
  ['a push with a lease of what was pulled', { id: 'repository', settings: { pushes: 'force-with-lease' } }, one],
  [
    'a push with the SHA that was pulled, after a fetch',
    { id: 'repository', settings: { pushes: 'force-with-sha', fetches: true } },
    one,
  ],
  [
    'a forced push that the server denies',
    { id: 'repository', settings: { pushes: 'force', denyNonFastForwards: true } },
    one,
  ],
  [
    'five replicas marked with the epoch',
    { id: 'replicas', settings: { replicas: 5 } },
    [...three, 'storageD', 'storageE'],
  ],
  ['replicas marked with the epoch, all of them', { id: 'replicas', settings: { asks: 'all' } }, three],
];

test.each(safe)('%s: no update is ever lost', (_, storage, storages) => {
  fc.assert(
    fc.property(anyRun(storage, storages), (run) => {
      const { verdict } = articleRun(run);
      expect(['refused', 'safe']).toContain(verdict.data);
    }),
    { numRuns: byNight(20, 1000) },
  );
});

const unsafe: [string, Choice, readonly ProcessId[]][] = [
  ['no check', { id: 'no-check' }, one],
  ['a forced push', { id: 'repository', settings: { pushes: 'force' } }, one],
  [
    'a push with a lease of what was fetched',
    { id: 'repository', settings: { pushes: 'force-with-lease', fetches: true } },
    one,
  ],
  ['fencing tokens without a mark at the read', { id: 'fencing' }, one],
  ['check and write in two steps', { id: 'two-step', settings: { readsLeaveToken: true } }, one],
  ['a unique token, in two steps', { id: 'unique-token', settings: { check: 'two-step' } }, one],
  ['replicas that compare tokens without marks', { id: 'replicas', settings: { marks: 'compared' } }, three],
  ['replicas with random marks', { id: 'replicas', settings: { marks: 'random' } }, three],
  [
    'tokens behind a replica that lags',
    { id: 'lagging-replica', settings: { check: 'token' } },
    ['storage', 'storageA'],
  ],
];

test.each(unsafe)('%s: the same faults find a run that loses one', (_, storage, storages) => {
  const found = fc.check(
    fc.property(anyRun(storage, storages), (run) => articleRun(run).verdict.outcome !== 'lost'),
    { numRuns: 2000, endOnFailure: true },
  );
  expect(found.failed).toBe(true);
});

test('mails are never lost updates, whatever happens', () => {
  fc.assert(
    fc.property(anyRun({ id: 'mail' }, one), (run) => {
      expect(articleRun(run).verdict.outcome).not.toBe('lost');
    }),
    { numRuns: byNight(12, 600) },
  );
});
