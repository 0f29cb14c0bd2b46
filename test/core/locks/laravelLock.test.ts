// Laravel's lock in a database: what an acquire sends and how long it waits; then runs with pauses, clocks and crashes.
import { describe, expect, test } from 'vitest';
import { laravelLock } from '../../../src/core/locks/laravelLock/lock';
import { type Reply, timedOut } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Settings as RunSettings } from '../../../src/core/model/scenario/scenario';
import { toMs, wallEpoch } from '../../../src/core/model/values/time';
import { atStep, crashAt, pauseAt, restartAt } from '../../support/faultsAt';
import { type Circumstances, type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type RunRow, setupOf } from '../../support/runOf';

const duplicate: Reply = {
  kind: 'error',
  message: 'ERROR: duplicate key value violates unique constraint "cache_locks_pkey"',
};
const me = '80000000';
const [insertInto, updateOver] = ['INSERT INTO cache_locks', 'UPDATE cache_locks IF MINE OR OVER'];
const [deleteFrom, deleteOver] = ['DELETE FROM cache_locks', 'DELETE FROM cache_locks IF OVER'];

const acquire = lockClient(laravelLock, {
  nodes: ['service'],
  replies: { CONNECT: 'OK', TERMINATE: 'OK', [insertInto]: 1, [updateOver]: 1, [deleteFrom]: 1, [deleteOver]: 1 },
});

describe('acquire', () => {
  const second = (after: number): number => Math.floor(toMs(wallEpoch) / 1000) + after;
  const insert = (at = 0): string => `${insertInto} stock ${me} ${second(at + 10)}`;
  const update = (at = 0): string => `${updateOver} stock ${me} ${second(at + 10)} ${second(at)}`;
  const names = { connect: 'CONNECT', insert: insert(), update: update(), prune: `${deleteOver} ${second(0)}` };
  const taken = { [insertInto]: duplicate };
  const refused = { ...taken, [updateOver]: 0 };

  test.each<ClientRow>([
    ['inserts the row', {}, 'connect, insert → held 10000'],
    ['takes over a row that is over', taken, 'connect, insert, update → held 10000'],
    ['get() asks once', { ...refused, block: 0 }, 'connect, insert, update → refused: held'],
    [
      'block() asks each 250 ms, and not again once the time would be over',
      { ...refused, block: 1 },
      'connect, insert, update, insert, update, insert, update, insert, update → refused: held',
    ],
    [
      'an insert without an answer is looked for',
      { [insertInto]: timedOut },
      `connect, insert, ${update(2)} → held 8000`,
    ],
    [
      'an update without an answer ends it',
      { ...taken, [updateOver]: timedOut },
      'connect, insert, update, TERMINATE → refused: error',
    ],
    ['0 s last for a day', { seconds: 0 }, `connect, ${insertInto} stock ${me} ${second(86_400)} → held 86400000`],
    [
      'with the database’s clock it sends no time',
      {
        ...refused,
        clock: 'database',
        block: 0,
        [`${insertInto} BY DB TIME`]: duplicate,
        [`${updateOver} BY DB TIME`]: 0,
      },
      `connect, ${insertInto} BY DB TIME stock ${me} 10, ${updateOver} BY DB TIME stock ${me} 10 → refused: held`,
    ],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test('2 acquires of 100 delete every row that is over by the own clock, whether or not they get the lock', () => {
    const pruned = [0.0199, 0.02].map((drawn) => acquire({}, { draw: () => drawn }).timesOf(deleteOver).length);
    expect(pruned).toEqual([1, 0]);
    expect(acquire({ ...refused, block: 0, lottery: 100 }).went(names)).toBe(
      'connect, insert, update, prune → refused: held',
    );
  });

  test('counts in whole seconds of its wall clock', () => {
    const client = acquire();
    client.world.pass(9899);
    expect(client.left).toBe('1000');
    client.world.pass(1000);
    expect(client.left).toBe('0');
  });
});

test.each<readonly [string, Circumstances, string]>([
  ['a release deletes its own row', {}, 'none'],
  ['a release finds no row of its own', { [deleteFrom]: 0 }, 'not-owner'],
  ['a release gets no answer', { [deleteFrom]: timedOut }, 'error'],
  ['a release looks at the first answer only', { [deleteFrom]: inTurn(1, 0) }, 'none'],
])('%s', (_, given, reason) => {
  const client = acquire(given);
  expect([client.release(), client.sent[2]]).toEqual([reason, `${deleteFrom} stock ${me}`]);
});

describe('in runs', () => {
  const lock = (settings: Settings = {}) => ({ id: 'laravel-lock', settings });
  const times: Partial<RunSettings> = { rounds: 1, work: 3000, duration: 60_000, patience: 40_000 };
  const pausedFor = (ms: number) => ({ pause: pauseAt('client1', 'write', ms) });
  const ahead = (ms: number): Partial<RunSettings> => ({ ...times, own: { client2: { clock: { offset: ms } } } });
  const jumps: Readonly<Record<string, Fault>> = {
    jump: { kind: 'clock-jump', process: 'service', when: atStep('client1', 'work'), by: 3_600_000 },
  };
  const unheard: Fault = { kind: 'lose', message: { from: 'service', to: 'client1', leg: 'reply', nth: 2 } };
  const crashed = { crash: crashAt('client1', 'work') };

  // Each verdict was written down from the source before the first run.
  test.each<RunRow>([
    // A name is unique in the table.
    ['three clients', 'held', lock(), { settings: { ...times, clients: 3 } }],
    // The row is over after 10 s, and the other asks again after its block().
    ['a crash: the other waits for the seconds', 'held', lock(), { settings: times, faults: crashed }],
    // Nothing is over before 10 s have passed.
    ['a pause of less than the seconds', 'held', lock(), { settings: times, faults: pausedFor(5000) }],
    // Nobody renews, and nobody is asked before the write.
    ['a longer pause', 'lost', lock(), { settings: times, faults: pausedFor(16_000) }],
    [
      'the same with writes that name the version',
      'overlap',
      lock(),
      { storage: { id: 'version' }, settings: times, faults: pausedFor(16_000) },
    ],
    // The lock is shorter than the work.
    ['work of 12 s, and no fault', 'lost', lock(), { settings: { ...times, work: 12_000 } }],
    // expiration = second of A + 10 <= second of A + 12.
    ['a clock that is 12 s ahead', 'lost', lock(), { settings: ahead(12_000) }],
    ['the same with the database’s clock', 'held', lock({ clock: 'database' }), { settings: ahead(12_000) }],
    [
      'the same with writes that name the version',
      'overlap',
      lock(),
      { storage: { id: 'version' }, settings: ahead(12_000) },
    ],
    // 10 s less 5 are more than the work of 3 s.
    ['a clock that is 5 s ahead of short work', 'held', lock(), { settings: ahead(5000) }],
    // Its row is over at once by the other's clock.
    [
      'a holder’s clock that is 12 s behind',
      'lost',
      lock(),
      { settings: { ...times, own: { client1: { clock: { offset: -12_000 } } } } },
    ],
    // No statement asks the database for the time,
    ['the database’s clock jumps by an hour', 'held', lock(), { settings: times, faults: jumps }],
    // unless it is the only clock.
    ['the same where it is the only clock', 'lost', lock({ clock: 'database' }), { settings: times, faults: jumps }],
    // The update finds its own name in the row.
    ['the answer to the insert is lost', 'held', lock(), { settings: times, faults: { unheard } }],
    // A day is longer than anybody's patience.
    ['a crash with 0 s', 'unavailable', lock({ seconds: 0 }), { settings: times, faults: crashed }],
    // Rows are on the disk.
    [
      'a restart of the database',
      'held',
      lock(),
      { settings: times, faults: { restart: restartAt('service', atStep('client1', 'work')) } },
    ],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });
});
