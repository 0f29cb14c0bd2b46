// The locks in a database: what their clients send, and the runs of the articles about rows, sessions and
// transactions.
import { describe, expect, test } from 'vitest';
import { sqlAdvisory } from '../../../src/core/locks/sqlAdvisory/lock';
import { sqlRow } from '../../../src/core/locks/sqlRow/lock';
import { connectionClosed, type Reply, timedOut } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { atStep, crashAt, cutOffAt, pauseAt, restartAt, threadDiesAt } from '../../support/faultsAt';
import { type Circumstances, type ClientRow, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type RunRow, runOf, setupOf } from '../../support/runOf';

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
  const names = {
    connect: 'CONNECT',
    insert: 'INSERT INTO locks stock 00000000',
    insertUntil: 'INSERT INTO locks stock 00000000 500',
    takeOver: 'UPDATE locks IF EXPIRED stock 00000000 500',
    close: 'TERMINATE',
  };
  const taken = { 'INSERT INTO locks': duplicate };
  const expiring = (updated: number) => ({ expiry: 500, ...taken, 'UPDATE locks IF EXPIRED': updated });

  test.each<ClientRow>([
    ['is inserted once, and is held for ever', {}, 'connect, insert → held for ever'],
    ['with an expiry is held until then, counted from before', { expiry: 500 }, 'connect, insertUntil → held 480'],
    ['a duplicate is held by another', taken, 'connect, insert → refused: held'],
    ['a duplicate that has expired is taken over', expiring(1), 'connect, insertUntil, takeOver → held 460'],
    ['one that has not is held by another', expiring(0), 'connect, insertUntil, takeOver → refused: held'],
    ['no answer', { 'INSERT INTO locks': timedOut }, 'connect, insert, close → refused: error'],
    ['a closed connection', { 'INSERT INTO locks': closed }, 'connect, insert, close → refused: error'],
    ['no connection', { CONNECT: connectionClosed }, 'connect → refused: error'],
    [
      'is asked for as often as it is said, on one connection',
      { tries: 3, ...taken },
      'connect, insert, insert, insert → refused: held',
    ],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test('what is left of one that is held for ever is for ever', () => {
    const { held, left } = acquire();
    expect([held.owner, left]).toEqual(['00000000', 'for ever']);
  });

  test('release deletes the row of its owner: one is deleted, none is, and no answer', () => {
    const clients = [1, 0, timedOut].map((reply) => acquire({ 'DELETE FROM locks': reply }));
    expect(clients.map((client) => client.release())).toEqual(['none', 'not-owner', 'error']);
    expect(clients.map(({ sent }) => sent[2])).toEqual(Array(3).fill('DELETE FROM locks stock 00000000'));
  });
});

describe('an advisory lock', () => {
  const acquire = lockClient(sqlAdvisory, {
    nodes: ['service'],
    draw: () => 0,
    replies: Object.fromEntries(
      ['CONNECT', 'BEGIN', 'COMMIT', 'ROLLBACK', 'TERMINATE', 'SELECT 1', 'SELECT pg_advisory_unlock']
        .concat(['SELECT FOR UPDATE', 'SELECT FOR UPDATE SKIP LOCKED'])
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
    [{ scope: 'row' }, ['BEGIN', 'SELECT FOR UPDATE stock'], 'COMMIT'],
    [{ scope: 'row', ask: 'try' }, ['BEGIN', 'SELECT FOR UPDATE SKIP LOCKED stock'], 'COMMIT'],
  ])('with %j sends %j, and in the end %s', (settings, statements, last) => {
    const client = acquire(settings);
    expect([client.release(), client.ends]).toEqual(['none', 'held with the session']);
    expect(client.sent).toEqual(['CONNECT', ...statements, last]);
  });

  test.each<readonly [Circumstances, string, string]>([
    [{ [lock]: timedOut }, 'held', 'TERMINATE'],
    [{ [lock]: closed }, 'error', 'TERMINATE'],
    [{ CONNECT: timedOut }, 'error', 'CONNECT'],
    [{ ask: 'try', [tries]: 0 }, 'held', `${tries} stock`],
    [{ ask: 'try', scope, 'SELECT pg_try_advisory_xact_lock': 0 }, 'held', 'ROLLBACK'],
    [{ scope, BEGIN: timedOut }, 'held', 'TERMINATE'],
  ])('with %j: refused, %s, after %s', (given, reason, last) => {
    const { ends, sent } = acquire(given);
    expect([ends, sent.at(-1)]).toEqual([`refused: ${reason}`, last]);
  });

  test.each<readonly [Circumstances, string]>([
    [{ [unlock]: 0 }, 'not-owner'],
    [{ [unlock]: closed }, 'gone'],
    [{ scope, COMMIT: 'ROLLBACK' }, 'not-owner'],
    [{ scope, COMMIT: closed }, 'gone'],
  ])('release with %j: %s', (given, reason) => {
    expect(acquire(given).release()).toBe(reason);
  });

  test('a connection that broke is opened anew', () => {
    const client = acquire({ [unlock]: closed });
    client.release();
    expect(client.acquire().timesOf('CONNECT')).toHaveLength(2);
  });

  test('pings beside the work; one without an answer tells the client to stop', () => {
    const client = acquire({ pings: true, keepAlive: 1000, 'SELECT 1': timedOut });
    const begun = client.world.atMs;
    expect(client.reported).toBe('none');
    client.runTask();
    expect(client.world.atMs - begun).toBe(500);
    expect([client.marks, client.reported, client.left]).toEqual([['1 lost: disconnected'], 'disconnected', '0']);
  });
});

describe('in the stories’ runs', () => {
  const row = (settings: Settings = {}) => ({ id: 'sql-row', settings });
  const advisory = (settings: Settings = {}) => ({ id: 'sql-advisory', settings: { keepAlive: 1000, ...settings } });
  const version = { storage: { id: 'version' } };
  const oneDatabase = { storage: { id: 'same-database' } };
  const commitsLater = { storage: { id: 'same-database', settings: { commitAfter: 100 } } };
  const inTransaction = advisory({ scope: 'transaction' });
  const pooled = (settings: Settings) => advisory({ pooler: 'transaction', ...settings });
  const pooledTransaction = (poolSize: number) => pooled({ poolSize, scope: 'transaction' });
  const driven = (settings: Settings) => advisory({ pooler: 'driver', poolSize: 10, waitMax: 600_000, ...settings });
  const worksLong = { ...version, settings: { work: 12_000, think: 50, duration: 60_000, patience: 50_000 } };
  const works = (work: number) => ({ settings: { work } });
  const staggered = { ...version, settings: { stagger: 100 } };
  const patient = { settings: { patience: 9000, duration: 20_000 } };
  const hasty = { settings: { latency: { min: 12, p50: 16, p99: 20, max: 20 }, patience: 500, duration: 2500 } };
  const atOnce = { settings: { work: 2000, whenLost: 'at-once' } } as const;

  const dies = (restartAfter?: number) => ({ faults: { death: threadDiesAt('client1', 'work', restartAfter) } });
  const crash = (step = 'work') => ({ faults: { crash: crashAt('client1', step) } });
  const pause = { faults: { pause: pauseAt('client1', 'write', 2500) } };
  const cut = { faults: { cut: cutOffAt('client1', 'work') } };
  const restart = { faults: { restart: restartAt('service', atStep('client1', 'work')) } };
  const asleep: Fault = { kind: 'suspend', process: 'client1', when: atStep('client1', 'write'), for: 6000 };
  const [sleep, move] = [{ faults: { asleep } }, { faults: { asleep: { ...asleep, wallClock: 'stands' } as Fault } }];
  const forward: Fault = { kind: 'clock-jump', process: 'service', when: atStep('client1', 'work'), by: 3000 };
  const jump = { faults: { forward } };

  test.each<RunRow>([
    ['47: a row', 'held', row()],
    ['47: its owner crashes', 'stuck', row(), crash()],
    ['47b: with an expiry column', 'held', row({ expiry: 1000 }), crash()],
    ['47b: and a pause', 'lost', row({ expiry: 1000 }), pause],
    ['47b: and a clock of the database that jumps', 'overlap', row({ expiry: 2500 }), version, works(1000), jump],
    ['47c: a lock of the session', 'held', advisory()],
    ['47c: a crash closes the connection', 'held', advisory(), crash()],
    ['47c: a pause does not matter', 'held', advisory(), pause],
    ['47c: its thread dies, and its session lives on with the process', 'stuck', advisory(), dies()],
    ['47c: the same with pings, which a thread of their own sends', 'stuck', advisory({ pings: true }), dies()],
    ['47d: its thread dies within the transaction', 'stuck', inTransaction, oneDatabase, dies()],
    [
      '47c: its thread dies, and a cut will end its session',
      'unavailable',
      advisory({ keepAlive: 60_000 }),
      ...[{ settings: { duration: 20_000 } }, dies(), cut],
    ],
    ['47c: its thread dies, and another begins in the same session', 'held', advisory(), dies(1000)],
    ['47c: the machine sleeps, no probe is answered', 'overlap', advisory({ keepAlive: 1500 }), version, sleep],
    ['47c: it is moved, and its wall clock stands too', 'overlap', advisory({ keepAlive: 1500 }), version, move],
    ['47c: it is awake before the server gives it up', 'held', advisory({ keepAlive: 10_000 }), patient, sleep],
    ['47c: a partition frees it while the client works', 'overlap', advisory(), version, works(2000), cut],
    ['47c: unless the client notices first', 'held', advisory({ pings: true }), atOnce, cut],
    ['47c: the database restarts', 'overlap', advisory(), version, works(1500), restart],
    ['47d: lock and data in one transaction', 'held', inTransaction, oneDatabase],
    ['47d: with a pause before the write', 'held', inTransaction, oneDatabase, pause],
    ['a lock of the session within a transaction that is committed later', 'lost', advisory(), commitsLater],
    ['the same with a pool, which lends one session for the whole transaction', 'lost', pooled({}), commitsLater],
    ['the transaction’s lock ends with it', 'held', inTransaction, commitsLater],
    ['the row of the lock is deleted in the same transaction', 'held', row(), commitsLater, patient],
    ['47d: with a crash after the write', 'held', inTransaction, oneDatabase, crash('commit')],
    ['47d: with a partition', 'held', advisory({ scope: 'transaction', pings: true }), oneDatabase, atOnce, cut],
    ['47d: one that does not notice it changes nothing', 'overlap', inTransaction, oneDatabase, works(2000), cut],
    ['52: two clients on one session of a pooler', 'overlap', pooled({ poolSize: 1 }), staggered],
    [
      '52: a lock that was left in the pool is not stuck, since clients lock again in its session',
      'unavailable',
      pooled({ waitMax: 25 }),
      hasty,
    ],
    ['52: with the lock and the work in one transaction', 'held', pooledTransaction(1), staggered],
    ['52c: a driver’s pool lends the session with the lock as well', 'overlap', driven({ poolSize: 1 }), staggered],
    ['52c: it closes the session under a client that works on', 'overlap', driven({ lends: 'any' }), worksLong],
    ['52c: unless the work is in the transaction', 'held', driven({ scope: 'transaction' }), worksLong],
    ['52: and with a session for each', 'held', pooledTransaction(2), staggered],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('47d: a crash before the commit leaves the resource as it was', () => {
    const { trace, times } = runOf({ lock: inTransaction, ...oneDatabase, ...crash('commit') });
    expect(trace.header.processes.map(({ id }) => id)).toEqual(['client1', 'client2', 'service']);
    expect(times('wrote', 'service')).toHaveLength(1);
  });

  test('47d: a commit is no late write', () => {
    const { facts, times } = runOf({ lock: inTransaction, ...oneDatabase });
    expect(times('wrote', 'service')[0]).toBeGreaterThan(times('releasing', 'client1')[0] as number);
    expect(facts('late-write')).toEqual([]);
  });

  test('a commit after the release: no two were inside, and the account says when the write counted', () => {
    const { verdict, facts } = runOf({ lock: advisory(), ...commitsLater });
    expect([verdict.lock, facts('overlap'), facts('lost-update')]).toEqual(['held', [], ['client2 client1']]);
    const { rule, values } = verdict.chain.find(({ rule }) => rule === 'committedLate') ?? {};
    const [freed, committed] = [Object(values).freedAt, Object(values).at];
    expect([rule, Object(values).client]).toEqual(['committedLate', 'client1']);
    expect(committed - freed).toBeGreaterThan(100_000);
    expect(verdict.chain.find(({ rule }) => rule === 'readBefore')?.values).toMatchObject({ uncommitted: 1 });
  });

  test('a crash between the release and the commit leaves the resource as it was', () => {
    const when = { kind: 'request', to: 'service', from: 'client1', side: 'before', nth: 7 } as const;
    const crash = { kind: 'crash', process: 'client1', when, restartAfter: 'never' } as const;
    const { verdict, times } = runOf({ lock: advisory(), ...commitsLater, faults: { crash } });
    expect([verdict.outcome, times('released', 'client1').length, times('wrote', 'service').length]).toEqual([
      'held',
      1,
      1,
    ]);
  });

  test('52: no fault was needed', () => {
    const { verdict, facts } = runOf({ lock: pooled({ poolSize: 1 }), ...staggered });
    expect([verdict.outcome, facts('rejected')]).toEqual(['overlap', ['client2']]);
  });
});

test('a row whose deletion is to be committed yet is not stuck, and that of a client that dies before is', () => {
  const lockOf = (faults: Readonly<Record<string, Fault>>) =>
    runOf({
      lock: { id: 'sql-row', settings: { tries: 4, retryDelay: 60 } },
      storage: { id: 'same-database', settings: { commitAfter: 1000 } },
      settings: { clients: 2, work: 0, stagger: 300, think: 10, duration: 1200, patience: 500, latency: 1 },
      faults,
    }).verdict.lock;
  const death: Fault = {
    ...crashAt('client1', 'release'),
    when: { ...atStep('client1', 'release'), plus: 200 },
  } as Fault;
  expect([lockOf({}), lockOf({ death })]).toEqual(['unavailable', 'stuck']);
});
