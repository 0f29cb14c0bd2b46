// A lock whose holder's thread is dead while its process keeps renewing is stuck, however often the waiting clients
// give up and come back. It is stuck in a run ten times as long, too, and a lock that can still be acquired is not.
import { env } from 'node:process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fault, When } from '../../../src/core/model/scenario/fault';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Choice, Settings } from '../../../src/core/model/scenario/scenario';
import type { LockFact } from '../../../src/core/model/trace/outcome';
import type { Ms } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { crashAt, pauseAt, threadDiesAt } from '../../support/faultsAt';
import { byNight } from '../../support/nightly';
import { type RunSetup, runOf } from '../../support/runOf';

/**
 * Locks whose process keeps the lock although its thread is dead, and the setting that limits how long a try may
 * wait.
 */
const locks: readonly (readonly [string, Choice, string | null])[] = [
  ['etcd', { id: 'etcd', settings: { lease: 2000 } }, 'waitMax'],
  ['Consul', { id: 'consul', settings: { ttl: 1000, lockDelay: 200 } }, 'waitTime'],
  ['Chubby', { id: 'chubby', settings: { sessionTimeout: 2000, lockDelay: 200 } }, null],
  ['ZooKeeper', { id: 'zookeeper-node' }, null],
  ['ZooKeeper, in sequence', { id: 'zookeeper-sequential' }, null],
  ['Redisson', { id: 'redisson', settings: { watchdogTimeout: 2000 } }, 'waitTime'],
  ['Redisson on five nodes', { id: 'redisson-redlock', settings: { watchdogTimeout: 2000 } }, 'waitTime'],
  ['Redlock that extends', { id: 'redlock', settings: { extensions: 10_000 } }, null],
  ['an advisory lock of a session', { id: 'sql-advisory' }, 'waitMax'],
  ['an advisory lock of a transaction', { id: 'sql-advisory', settings: { scope: 'transaction' } }, 'waitMax'],
  ['a row', { id: 'sql-row' }, null],
];

const plainSettings = { clients: 2, stagger: 300, work: 2000, duration: 30_000, patience: 15_000, latency: 5 } as const;

interface World {
  readonly lock: Choice;
  readonly wait: string | null;
  readonly waitMax: Ms;
  readonly seed?: number;
  readonly settings?: Partial<Omit<Settings, 'nodes'>>;
  readonly faults: Readonly<Record<string, Fault>>;
}

/** The state of the lock in a run of this length and in one ten times as long. */
function bothOf({ lock, wait, waitMax, seed = 1, settings, faults }: World): readonly LockFact[] {
  const given = wait === null ? {} : { [wait]: waitMax };
  const setup: RunSetup = { lock: { ...lock, settings: { ...lock.settings, ...given } }, faults };
  return [1, 10].map((times) => {
    const whole = { ...plainSettings, ...settings, duration: plainSettings.duration * times };
    return runOf({ ...setup, settings: whole }, seed).verdict.lock;
  });
}

const waits = [1000, 600_000] as const;
const stuck = ['stuck', 'stuck'];

describe.each(locks)('%s', (name, lock, wait) => {
  test.each(waits)('is stuck when the thread that has it dies, with tries of up to %i ms', (waitMax) => {
    for (const clients of [2, 3])
      expect(
        bothOf({ lock, wait, waitMax, settings: { clients }, faults: { death: threadDiesAt('client1', 'work') } }),
      ).toEqual(stuck);
  });

  test.each<[string, Fault]>([
    ['is paused and goes on', pauseAt('client1', 'work', 12_000)],
    ['is killed with its process', crashAt('client1', 'work')],
    ['starts again as a new process', crashAt('client1', 'work', 1000)],
  ])('is not when its holder %s', (_, fault) => {
    // A row has no expiry.
    if (name === 'a row' && fault.kind === 'crash') return;
    for (const waitMax of waits)
      for (const end of bothOf({ lock, wait, waitMax, faults: { fault } })) expect(end).not.toBe('stuck');
  });

  test('is stuck in any run exactly if it is in one ten times as long', () => {
    fc.assert(
      fc.property(anyDeath(lock.id), ({ waitMax, seed, settings, first, second }) => {
        const faults = { first, ...(second === null ? {} : { second }) };
        const [short, long] = bothOf({ lock, wait, waitMax, seed, settings, faults });
        expect(short === 'stuck').toBe(long === 'stuck');
      }),
      { numRuns: Number(env['RUNS'] ?? byNight(8, 400)), seed: Number(env['SEED'] ?? 5) },
    );
  });
});

const client = fc.constantFrom('client1' as const, 'client2' as const);
const atMost = (at: number): fc.Arbitrary<When> => fc.nat(at).map((ms) => ({ kind: 'time', at: ms }));
const back = fc.constantFrom<Ms[]>(500, 3000, 6000);

const death = fc.record({
  kind: fc.constant('crash' as const),
  only: fc.constant('thread' as const),
  process: client,
  when: atMost(5000),
  restartAfter: fc.oneof(fc.constant('never' as const), back),
});

/** What may happen to the lock’s server, or to the way to it. */
function anyOfServer(lock: string): fc.Arbitrary<Fault> {
  const service = parts.locks.get(lock)?.service;
  const server: ProcessId = service === undefined ? 'nodeA' : 'service';
  const process = fc.constant(server);
  const cut = fc.record({
    kind: fc.constant('cut' as const),
    from: fc.tuple(client),
    to: fc.tuple(process),
    bothWays: fc.boolean(),
    when: atMost(9000),
    for: back,
  });
  const leaderless = fc.record({ kind: fc.constant('no-leader' as const), process, when: atMost(9000), for: back });
  return service === undefined || service === 'sql' ? cut : fc.oneof(cut, leaderless);
}

/**
 * The thread of some client dies, and also another thread or a process; or a process is paused, or its server has no
 * leader or is cut off.
 */
const anyDeath = (lock: string) =>
  fc.record({
    waitMax: fc.constantFrom(...waits, 2000, 5000),
    seed: fc.nat(9999),
    settings: fc.record({
      clients: fc.constantFrom(2, 3, 4),
      rounds: fc.constantFrom(1, 3, 50),
      work: fc.constantFrom(50, 400, 2000),
      think: fc.constantFrom(0, 200),
    }),
    first: death,
    second: fc.oneof(
      fc.constant(null),
      death,
      fc.record({ kind: fc.constant('pause' as const), process: client, when: atMost(9000), for: back }),
      fc.record({ kind: fc.constant('crash' as const), process: client, when: atMost(9000), restartAfter: back }),
      anyOfServer(lock),
    ),
  });

test('a znode whose owner may still find it is not stuck: a deadline cut its tries short', () => {
  const run = (duration: number) =>
    runOf(
      {
        lock: { id: 'zookeeper-node' },
        storage: { id: 'marked-owner' },
        settings: {
          duration,
          connection: { deadline: 30 },
          own: { client1: { latency: { min: 0, p50: 25, p99: 38, max: 60 } }, service: { latency: 10 } },
        },
      },
      1,
    );
  const [short, long] = [run(2500), run(25_000)];
  expect(short.times('entrySet', 'service').length).toBeGreaterThan(0);
  expect(short.times('acquired', 'client1')).toEqual([]);
  expect(long.times('acquired', 'client1').length).toBeGreaterThan(0);
  expect(short.verdict.lock).not.toBe('stuck');
});
