// The locks in a database: what their clients send, and the runs that the articles tell about rows, sessions and
// transactions.
import { describe, expect, test } from 'vitest';
import { sqlAdvisory } from '../../src/locks/sqlAdvisory';
import { sqlRow } from '../../src/locks/sqlRow';
import type { Fault } from '../../src/model/fault';
import { connectionClosed, type Reply, timedOut } from '../../src/model/request';
import { lockClient, type Replies, type Settings } from '../support/lockClient';
import {
  atStep,
  crashAt,
  cutOffAt,
  outcomesOf,
  pauseAt,
  type RunRow,
  restartAt,
  runOf,
  threadDiesAt,
} from '../support/runOf';

const duplicate: Reply = {
  kind: 'error',
  message: 'ERROR: duplicate key value violates unique constraint "locks_pkey"',
};
const closed: Reply = { kind: 'error', message: 'ERROR: server closed the connection unexpectedly' };

describe('a unique row', () => {
  const acquire = lockClient(sqlRow, {
    nodes: ['service'],
    draw: () => 0,
    replies: { CONNECT: 'OK', 'INSERT INTO locks': 1, 'DELETE FROM locks': 'OK', TERMINATE: 'OK' },
  });
  const insert = 'INSERT INTO locks stock 00000000';
  const takeOver = 'UPDATE locks IF EXPIRED stock 00000000 500';
  const taken = { 'INSERT INTO locks': duplicate };
  const expiry = { expiry: 500 };

  test.each<readonly [string, Settings, Replies, readonly string[], string]>([
    ['is inserted once, and is held for ever', {}, {}, [insert], 'held for ever'],
    ['with an expiry column it is held until then, counted from before', expiry, {}, [`${insert} 500`], 'held 480'],
    ['a duplicate is held by another', {}, taken, [insert], 'refused: held'],
    [
      'a duplicate that has expired is taken over',
      expiry,
      { ...taken, 'UPDATE locks IF EXPIRED': 1 },
      [`${insert} 500`, takeOver],
      'held 460',
    ],
    [
      'a duplicate that has not is held by another',
      expiry,
      { ...taken, 'UPDATE locks IF EXPIRED': 0 },
      [`${insert} 500`, takeOver],
      'refused: held',
    ],
    ['no answer', {}, { 'INSERT INTO locks': timedOut }, [insert, 'TERMINATE'], 'refused: error'],
    ['a closed connection', {}, { 'INSERT INTO locks': closed }, [insert, 'TERMINATE'], 'refused: error'],
    ['no connection', {}, { CONNECT: connectionClosed }, [], 'refused: error'],
    [
      'is asked for as often as it is said, on one connection',
      { tries: 3 },
      taken,
      Array(3).fill(insert),
      'refused: held',
    ],
  ])('%s', (_, settings, replies, sent, ends) => {
    const client = acquire(settings, replies);
    expect([client.sent, client.ends]).toEqual([['CONNECT', ...sent], ends]);
  });

  test('what is left of one that is held for ever is for ever', () => {
    const { held, left } = acquire();
    expect([held.owner, left]).toEqual(['00000000', 'for ever']);
  });

  test.each([
    [1, 'none'],
    [0, 'not-owner'],
    [timedOut, 'error'],
  ])('release deletes the row of its owner: %j is %s', (reply, reason) => {
    const client = acquire({}, { 'DELETE FROM locks': reply });
    expect(client.release()).toBe(reason);
    expect(client.sent[2]).toBe('DELETE FROM locks stock 00000000');
  });
});

describe('an advisory lock', () => {
  const acquire = lockClient(sqlAdvisory, {
    nodes: ['service'],
    draw: () => 0,
    replies: Object.fromEntries(
      ['CONNECT', 'BEGIN', 'COMMIT', 'ROLLBACK', 'TERMINATE', 'SELECT 1', 'SELECT pg_advisory_unlock']
        .concat(['', 'try_'].flatMap((ask) => ['', 'xact_'].map((scope) => `SELECT pg_${ask}advisory_${scope}lock`)))
        .map((command) => [command, 'OK']),
    ),
  });
  const [lock, unlock, tries] = ['SELECT pg_advisory_lock', 'SELECT pg_advisory_unlock', 'SELECT pg_try_advisory_lock'];
  const scope = 'transaction';

  test.each<readonly [Settings, readonly string[], string]>([
    [{}, [`${lock} stock`], `${unlock} stock`],
    [{ ask: 'try' }, [`${tries} stock`], `${unlock} stock`],
    [{ scope }, ['BEGIN', 'SELECT pg_advisory_xact_lock stock'], 'COMMIT'],
    [{ scope, ask: 'try' }, ['BEGIN', 'SELECT pg_try_advisory_xact_lock stock'], 'COMMIT'],
  ])('with %j sends %j, and in the end %s', (settings, statements, last) => {
    const client = acquire(settings);
    expect([client.release(), client.ends]).toEqual(['none', 'held with the session']);
    expect(client.sent).toEqual(['CONNECT', ...statements, last]);
  });

  test.each<readonly [Settings, Replies, string, string]>([
    [{}, { [lock]: timedOut }, 'held', 'TERMINATE'],
    [{}, { [lock]: closed }, 'error', 'TERMINATE'],
    [{}, { CONNECT: timedOut }, 'error', 'CONNECT'],
    [{ ask: 'try' }, { [tries]: 0 }, 'held', `${tries} stock`],
    [{ ask: 'try', scope }, { 'SELECT pg_try_advisory_xact_lock': 0 }, 'held', 'ROLLBACK'],
    [{ scope }, { BEGIN: timedOut }, 'held', 'TERMINATE'],
  ])('with %j and %j: refused, %s, after %s', (settings, replies, reason, last) => {
    const { ends, sent } = acquire(settings, replies);
    expect([ends, sent.at(-1)]).toEqual([`refused: ${reason}`, last]);
  });

  test.each<readonly [Settings, Replies, string]>([
    [{}, { [unlock]: 0 }, 'not-owner'],
    [{}, { [unlock]: closed }, 'gone'],
    [{ scope }, { COMMIT: 'ROLLBACK' }, 'not-owner'],
    [{ scope }, { COMMIT: closed }, 'gone'],
  ])('release with %j and %j: %s', (settings, replies, reason) => {
    expect(acquire(settings, replies).release()).toBe(reason);
  });

  test('a connection that broke is opened anew', () => {
    const client = acquire({}, { [unlock]: closed });
    client.release();
    expect(client.acquire().timesOf('CONNECT')).toHaveLength(2);
  });

  test('pings beside the work; one without an answer tells the client to stop', () => {
    const client = acquire({ pings: true, keepAlive: 1000 }, { 'SELECT 1': timedOut });
    const begun = client.world.atMs;
    expect(client.told).toBe('none');
    client.runTask();
    expect(client.world.atMs - begun).toBe(500);
    expect([client.marks, client.told, client.left]).toEqual([['1 lost: disconnected'], 'disconnected', '0']);
  });
});

describe('in the stories’ runs', () => {
  const row = (settings: Settings = {}) => ({ id: 'sql-row', settings });
  const advisory = (settings: Settings = {}) => ({ id: 'sql-advisory', settings: { keepAlive: 1000, ...settings } });
  const storage = { id: 'version' };
  const inTransaction = advisory({ scope: 'transaction' });
  const oneDatabase = { storage: { id: 'same-database' } };
  const pooled = (settings: Settings) => advisory({ pooler: 'transaction', ...settings });
  const crash = crashAt('client1', 'work');
  const pause = pauseAt('client1', 'write', 2500);
  const death = threadDiesAt('client1', 'work');
  const cut = cutOffAt('client1', 'work');
  const sleep: Fault = { kind: 'suspend', process: 'client1', when: atStep('client1', 'write'), for: 6000 };
  const jump: Fault = { kind: 'clock-jump', process: 'service', when: atStep('client1', 'work'), by: 3000 };
  const restart = restartAt('service', atStep('client1', 'work'));
  const slowNetwork = { min: 12, p50: 16, p99: 20, max: 20 };

  test.each<RunRow>([
    ['47: a row', 'held', row()],
    ['47: its owner crashes', 'stuck', row(), { faults: { crash } }],
    ['47b: with an expiry column', 'held', row({ expiry: 1000 }), { faults: { crash } }],
    ['47b: and a pause', 'lost-update', row({ expiry: 1000 }), { faults: { pause } }],
    [
      '47b: and a clock of the database that jumps',
      'overlap',
      row({ expiry: 2500 }),
      { storage, settings: { work: 1000 }, faults: { jump } },
    ],
    ['47c: a lock of the session', 'held', advisory()],
    ['47c: a crash closes the connection', 'held', advisory(), { faults: { crash } }],
    ['47c: a pause does not matter', 'held', advisory(), { faults: { pause } }],
    ['47c: its thread dies, and its session lives on with the process', 'stuck', advisory(), { faults: { death } }],
    [
      '47c: the same with pings, which a thread of their own sends',
      'stuck',
      advisory({ pings: true }),
      { faults: { death } },
    ],
    ['47d: its thread dies within the transaction', 'stuck', inTransaction, { ...oneDatabase, faults: { death } }],
    [
      '47c: its thread dies, and a cut will end its session',
      'unavailable',
      advisory({ keepAlive: 60_000 }),
      { settings: { duration: 20_000 }, faults: { death, cut } },
    ],
    [
      '47c: its thread dies, and another begins in the same session',
      'held',
      advisory(),
      { faults: { death: threadDiesAt('client1', 'work', 1000) } },
    ],
    [
      '47c: the machine sleeps, and its kernel answers no probe',
      'overlap',
      advisory({ keepAlive: 1500 }),
      { storage, faults: { sleep } },
    ],
    [
      '47c: the machine is moved, and its wall clock stands too',
      'overlap',
      advisory({ keepAlive: 1500 }),
      { storage, faults: { sleep: { ...sleep, wallClock: 'stands' } } },
    ],
    [
      '47c: the machine is awake again before the server gives it up',
      'held',
      advisory({ keepAlive: 10_000 }),
      { settings: { patience: 9000, duration: 20_000 }, faults: { sleep } },
    ],
    [
      '47c: a partition frees it while the client works',
      'overlap',
      advisory(),
      { storage, settings: { work: 2000 }, faults: { cut } },
    ],
    [
      '47c: unless the client notices first',
      'held',
      advisory({ pings: true }),
      { settings: { work: 2000, whenLost: 'at-once' }, faults: { cut } },
    ],
    ['47c: the database restarts', 'overlap', advisory(), { storage, settings: { work: 1500 }, faults: { restart } }],
    ['47d: lock and data in one transaction', 'held', inTransaction, oneDatabase],
    ['47d: with a pause before the write', 'held', inTransaction, { ...oneDatabase, faults: { pause } }],
    [
      '47d: with a crash after the write',
      'held',
      inTransaction,
      { ...oneDatabase, faults: { crash: crashAt('client1', 'commit') } },
    ],
    [
      '47d: with a partition',
      'held',
      advisory({ scope: 'transaction', pings: true }),
      { ...oneDatabase, settings: { work: 2000, whenLost: 'at-once' }, faults: { cut } },
    ],
    [
      '47d: a client that does not notice the partition changes nothing either',
      'overlap',
      inTransaction,
      { ...oneDatabase, settings: { work: 2000 }, faults: { cut } },
    ],
    [
      '52: two clients on one session of a pooler',
      'overlap',
      pooled({ poolSize: 1 }),
      { storage, settings: { stagger: 100 } },
    ],
    [
      '52: a lock that was left in the pool is not stuck, since clients lock again in its session',
      'unavailable',
      pooled({ waitMax: 25 }),
      { settings: { latency: slowNetwork, patience: 500, duration: 2500 } },
    ],
    [
      '52: with the lock and the work in one transaction',
      'held',
      pooled({ poolSize: 1, scope: 'transaction' }),
      { storage, settings: { stagger: 100 } },
    ],
    [
      '52: and with a session for each',
      'held',
      pooled({ poolSize: 2, scope: 'transaction' }),
      { storage, settings: { stagger: 100 } },
    ],
  ])('%s: %s', (_, outcome, lock, more) => {
    expect(outcomesOf({ lock, ...more })).toEqual([outcome]);
  });

  test('47d: a crash before the commit leaves the resource as it was', () => {
    const { trace, times } = runOf({
      lock: inTransaction,
      ...oneDatabase,
      faults: { crash: crashAt('client1', 'commit') },
    });
    expect(trace.header.processes.map(({ id }) => id)).toEqual(['client1', 'client2', 'service']);
    expect(times('wrote', 'service')).toHaveLength(1);
  });

  test('47d: a commit is no late write', () => {
    const { facts, times } = runOf({ lock: inTransaction, ...oneDatabase });
    expect(times('wrote', 'service')[0]).toBeGreaterThan(times('releasing', 'client1')[0] as number);
    expect(facts('late-write')).toEqual([]);
  });

  test('52: no fault was needed', () => {
    const { verdict, facts } = runOf({ lock: pooled({ poolSize: 1 }), storage, settings: { stagger: 100 } });
    expect([verdict.outcome, facts('rejected')]).toEqual(['overlap', ['client2']]);
  });
});
