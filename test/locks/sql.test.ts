// The locks in a database: what their clients send, and the runs that the articles tell about rows, sessions and
// transactions.
import { describe, expect, test } from 'vitest';
import { sqlAdvisory } from '../../src/locks/sqlAdvisory';
import { sqlRow } from '../../src/locks/sqlRow';
import type { Fault } from '../../src/model/fault';
import { withDefaults } from '../../src/model/fields';
import type { Held, Lock, LockContext } from '../../src/model/lock';
import { newNotice } from '../../src/model/lossNotice';
import { connectionClosed, ok, type Reply, timedOut } from '../../src/model/request';
import type { Setting } from '../../src/model/scenario';
import { withSession } from '../../src/model/trace';
import { DrivenWorld, silence } from '../support/drive';
import { atStep, crashAt, outcomesOf, pauseAt, runOf, type Told } from '../support/runOf';

type Settings = Readonly<Record<string, Setting>>;
type Replies = Readonly<Record<string, Reply>>;

const duplicate: Reply = {
  kind: 'error',
  message: 'ERROR: duplicate key value violates unique constraint "locks_pkey"',
};
const closed: Reply = { kind: 'error', message: 'ERROR: server closed the connection unexpectedly' };

/** A client of a database that answers OK unless the test says otherwise; timedOut is silence. */
function client(lock: Lock, settings: Settings, replies: Replies) {
  const world = new DrivenWorld({
    answer: ({ request: { command } }) => {
      const reply = replies[command] ?? ok('OK');
      return reply.kind === 'timeout' ? silence : { reply, afterMs: 20 };
    },
    draw: () => 0,
  });
  const context: LockContext<never> = {
    me: 'client1',
    nodes: ['service'],
    key: 'stock',
    settings: withDefaults(lock.fields, settings) as never,
    hold: 1,
    memory: new Map(),
    notice: { ...newNotice(), hold: 1 },
  };
  return { world, context, texts: () => world.sent.map(({ text }) => text) };
}

describe('a unique row', () => {
  const insert = 'INSERT INTO locks stock 00000000';
  const acquire = (settings: Settings, replies: Replies) => {
    const all = client(sqlRow, settings, replies);
    return { ...all, answer: all.world.run(sqlRow.acquire(all.context)) };
  };

  test('is inserted once, and is held for ever', () => {
    const { answer, texts, world, context } = acquire({}, { 'INSERT INTO locks': ok(1) });
    expect(answer).toMatchObject({ kind: 'held', validFor: -1, token: null, owner: '00000000' });
    expect(world.run(sqlRow.remaining(context, answer as Held))).toBe(-1);
    expect(texts()).toEqual(['CONNECT', insert]);
  });

  test('with an expiry column it is held until then, counted from before the request', () => {
    const { answer, texts } = acquire({ expiry: 500 }, { 'INSERT INTO locks': ok(1) });
    expect(answer).toMatchObject({ kind: 'held', validFor: 480_000 });
    expect(texts()).toEqual(['CONNECT', `${insert} 500`]);
  });

  const rows: readonly (readonly [string, Settings, Replies, string, string])[] = [
    ['a duplicate: held by another', {}, { 'INSERT INTO locks': duplicate }, 'refused held', insert],
    [
      'a duplicate that has expired is taken over',
      { expiry: 500 },
      { 'INSERT INTO locks': duplicate, 'UPDATE locks IF EXPIRED': ok(1) },
      'held',
      'UPDATE locks IF EXPIRED stock 00000000 500',
    ],
    [
      'a duplicate that has not',
      { expiry: 500 },
      { 'INSERT INTO locks': duplicate, 'UPDATE locks IF EXPIRED': ok(0) },
      'refused held',
      'UPDATE locks IF EXPIRED stock 00000000 500',
    ],
    ['no answer', {}, { 'INSERT INTO locks': timedOut }, 'refused error', 'TERMINATE'],
    ['a closed connection', {}, { 'INSERT INTO locks': closed }, 'refused error', 'TERMINATE'],
    ['no connection', {}, { CONNECT: connectionClosed }, 'refused error', 'CONNECT'],
  ];
  test.each(rows)('%s', (_, settings, replies, expected, last) => {
    const { answer, texts } = acquire(settings, replies);
    expect(answer.kind === 'held' ? 'held' : `refused ${answer.reason}`).toBe(expected);
    expect(texts().at(-1)).toBe(last);
  });

  test('is asked for as often as it is said, on one connection', () => {
    const { texts } = acquire({ tries: 3 }, { 'INSERT INTO locks': duplicate });
    expect(texts()).toEqual(['CONNECT', insert, insert, insert]);
  });

  test.each([
    [ok(1), 'none'],
    [ok(0), 'not-owner'],
    [timedOut, 'error'],
  ] as const)('release deletes the row of its owner: %j is %s', (reply, reason) => {
    const { world, context, answer, texts } = acquire({}, { 'DELETE FROM locks': reply });
    expect(world.run(sqlRow.release(context, answer as Held))).toBe(reason);
    expect(texts()).toContain('DELETE FROM locks stock 00000000');
  });
});

describe('an advisory lock', () => {
  const acquire = (settings: Settings, replies: Replies = {}) => {
    const all = client(sqlAdvisory, settings, replies);
    return { ...all, answer: all.world.run(sqlAdvisory.acquire(all.context)) };
  };

  const asked: readonly (readonly [Settings, readonly string[], string])[] = [
    [{}, ['SELECT pg_advisory_lock stock'], 'SELECT pg_advisory_unlock stock'],
    [{ ask: 'try' }, ['SELECT pg_try_advisory_lock stock'], 'SELECT pg_advisory_unlock stock'],
    [{ scope: 'transaction' }, ['BEGIN', 'SELECT pg_advisory_xact_lock stock'], 'COMMIT'],
    [{ scope: 'transaction', ask: 'try' }, ['BEGIN', 'SELECT pg_try_advisory_xact_lock stock'], 'COMMIT'],
  ];
  test.each(asked)('with %j sends %j, and in the end %s', (settings, statements, last) => {
    const { answer, world, context, texts } = acquire(settings);
    expect(texts()).toEqual(['CONNECT', ...statements]);
    expect(answer).toMatchObject({ kind: 'held', validFor: withSession, token: null });
    expect(world.run(sqlAdvisory.release(context, answer as Held))).toBe('none');
    expect(texts().at(-1)).toBe(last);
  });

  const refusals: readonly (readonly [Settings, Replies, string, string])[] = [
    [{}, { 'SELECT pg_advisory_lock': timedOut }, 'held', 'TERMINATE'],
    [{}, { 'SELECT pg_advisory_lock': closed }, 'error', 'TERMINATE'],
    [{}, { CONNECT: timedOut }, 'error', 'CONNECT'],
    [{ ask: 'try' }, { 'SELECT pg_try_advisory_lock': ok(0) }, 'held', 'SELECT pg_try_advisory_lock stock'],
    [{ ask: 'try', scope: 'transaction' }, { 'SELECT pg_try_advisory_xact_lock': ok(0) }, 'held', 'ROLLBACK'],
    [{ scope: 'transaction' }, { BEGIN: timedOut }, 'held', 'TERMINATE'],
  ];
  test.each(refusals)('with %j and %j: refused, %s, after %s', (settings, replies, reason, last) => {
    const { answer, texts } = acquire(settings, replies);
    expect(answer).toEqual({ kind: 'refused', reason });
    expect(texts().at(-1)).toBe(last);
  });

  const releases: readonly (readonly [Settings, Replies, string])[] = [
    [{}, { 'SELECT pg_advisory_unlock': ok(0) }, 'not-owner'],
    [{}, { 'SELECT pg_advisory_unlock': closed }, 'gone'],
    [{ scope: 'transaction' }, { COMMIT: ok('ROLLBACK') }, 'not-owner'],
    [{ scope: 'transaction' }, { COMMIT: closed }, 'gone'],
  ];
  test.each(releases)('release with %j and %j: %s', (settings, replies, reason) => {
    const { answer, world, context } = acquire(settings, replies);
    expect(world.run(sqlAdvisory.release(context, answer as Held))).toBe(reason);
  });

  test('a connection that broke is opened anew', () => {
    const { answer, world, context, texts } = acquire({}, { 'SELECT pg_advisory_unlock': closed });
    world.run(sqlAdvisory.release(context, answer as Held));
    world.run(sqlAdvisory.acquire(context));
    expect(texts().filter((text) => text === 'CONNECT')).toHaveLength(2);
  });

  test('pings beside the work; one without an answer tells the client to stop', () => {
    const { answer, world, context } = acquire({ pings: true, keepAlive: 1000 }, { 'SELECT 1': timedOut });
    const held = answer as Held;
    expect(context.notice?.reason).toBe('none');
    const begun = world.atMs;
    world.run(world.forked[0] as Parameters<DrivenWorld['run']>[0]);
    expect(world.atMs - begun).toBe(500);
    expect(world.marks).toEqual([{ mark: 'lost', hold: 1, reason: 'disconnected' }]);
    expect([context.notice?.reason, world.run(sqlAdvisory.remaining(context, held))]).toEqual(['disconnected', 0]);
  });
});

describe('in the stories’ runs', () => {
  const row = (settings: Settings = {}) => ({ id: 'sql-row', settings });
  const advisory = (settings: Settings = {}) => ({ id: 'sql-advisory', settings: { keepAlive: 1000, ...settings } });
  const version = { id: 'version' };
  const sameDatabase = { id: 'same-database' };
  const crash = { crash: crashAt('client1', 'work') };
  const pause = { pause: pauseAt('client1', 'write', 2500) };
  const threadDies = {
    kind: 'crash',
    only: 'thread',
    process: 'client1',
    when: atStep('client1', 'work'),
    restartAfter: 'never',
  } as const;
  const asleep = (clock: { readonly wallClock?: 'stands' } = {}): Fault => ({
    kind: 'suspend',
    process: 'client1',
    when: atStep('client1', 'write'),
    for: 6000,
    ...clock,
  });
  const cut: Told['faults'] = {
    cut: {
      kind: 'cut',
      from: ['client1'],
      to: ['service'],
      bothWays: true,
      when: atStep('client1', 'work'),
      for: 'ever',
    },
  };

  const rows: readonly (readonly [string, Told, string])[] = [
    ['47: a row', { lock: row() }, 'held'],
    ['47: its owner crashes', { lock: row(), faults: crash }, 'stuck'],
    ['47b: with an expiry column', { lock: row({ expiry: 1000 }), faults: crash }, 'held'],
    ['47b: and a pause', { lock: row({ expiry: 1000 }), faults: pause }, 'lost-update'],
    [
      '47b: and a clock of the database that jumps',
      {
        lock: row({ expiry: 2500 }),
        storage: version,
        settings: { work: 1000 },
        faults: { jump: { kind: 'clock-jump', process: 'service', when: atStep('client1', 'work'), by: 3000 } },
      },
      'overlap',
    ],
    ['47c: a lock of the session', { lock: advisory() }, 'held'],
    ['47c: a crash closes the connection', { lock: advisory(), faults: crash }, 'held'],
    ['47c: a pause does not matter', { lock: advisory(), faults: pause }, 'held'],
    [
      '47c: its thread dies, and its session lives on with the process',
      { lock: advisory(), faults: { death: threadDies } },
      'stuck',
    ],
    [
      '47c: the same with pings, which a thread of their own sends',
      { lock: advisory({ pings: true }), faults: { death: threadDies } },
      'stuck',
    ],
    [
      '47d: its thread dies within the transaction',
      { lock: advisory({ scope: 'transaction' }), storage: sameDatabase, faults: { death: threadDies } },
      'stuck',
    ],
    [
      '47c: its thread dies, and a cut will end its session',
      { lock: advisory({ keepAlive: 60_000 }), settings: { duration: 20_000 }, faults: { death: threadDies, ...cut } },
      'unavailable',
    ],
    [
      '47c: its thread dies, and another begins in the same session',
      { lock: advisory(), faults: { death: { ...threadDies, restartAfter: 1000 } } },
      'held',
    ],
    [
      '47c: the machine sleeps, and its kernel answers no probe',
      { lock: advisory({ keepAlive: 1500 }), storage: version, faults: { sleep: asleep() } },
      'overlap',
    ],
    [
      '47c: the machine is moved, and its wall clock stands too',
      { lock: advisory({ keepAlive: 1500 }), storage: version, faults: { sleep: asleep({ wallClock: 'stands' }) } },
      'overlap',
    ],
    [
      '47c: the machine is awake again before the server gives it up',
      {
        lock: advisory({ keepAlive: 10_000 }),
        settings: { patience: 9000, duration: 20_000 },
        faults: { sleep: asleep() },
      },
      'held',
    ],
    [
      '47c: a partition frees it while the client works',
      { lock: advisory(), storage: version, settings: { work: 2000 }, faults: cut },
      'overlap',
    ],
    [
      '47c: unless the client notices first',
      { lock: advisory({ pings: true }), settings: { work: 2000, whenLost: 'at-once' }, faults: cut },
      'held',
    ],
    [
      '47c: the database restarts',
      {
        lock: advisory(),
        storage: version,
        settings: { work: 1500 },
        faults: { restart: { kind: 'restart', process: 'service', when: atStep('client1', 'work') } },
      },
      'overlap',
    ],
    [
      '47d: lock and data in one transaction',
      { lock: advisory({ scope: 'transaction' }), storage: sameDatabase },
      'held',
    ],
    [
      '47d: with a pause before the write',
      { lock: advisory({ scope: 'transaction' }), storage: sameDatabase, faults: pause },
      'held',
    ],
    [
      '47d: with a crash after the write',
      {
        lock: advisory({ scope: 'transaction' }),
        storage: sameDatabase,
        faults: { crash: crashAt('client1', 'commit') },
      },
      'held',
    ],
    [
      '47d: with a partition',
      {
        lock: advisory({ scope: 'transaction', pings: true }),
        storage: sameDatabase,
        settings: { work: 2000, whenLost: 'at-once' },
        faults: cut,
      },
      'held',
    ],
    [
      '47d: a client that does not notice the partition changes nothing either',
      { lock: advisory({ scope: 'transaction' }), storage: sameDatabase, settings: { work: 2000 }, faults: cut },
      'overlap',
    ],
    [
      '52: two clients on one session of a pooler',
      { lock: advisory({ pooler: 'transaction', poolSize: 1 }), storage: version, settings: { stagger: 100 } },
      'overlap',
    ],
    [
      '52: a lock that was left in the pool is not stuck, since clients lock again in its session',
      {
        lock: advisory({ pooler: 'transaction', waitMax: 25 }),
        settings: { latency: { min: 12, p50: 16, p99: 20, max: 20 }, patience: 500, duration: 2500 },
      },
      'unavailable',
    ],
    [
      '52: with the lock and the work in one transaction',
      {
        lock: advisory({ pooler: 'transaction', poolSize: 1, scope: 'transaction' }),
        storage: version,
        settings: { stagger: 100 },
      },
      'held',
    ],
    [
      '52: and with a session for each',
      {
        lock: advisory({ pooler: 'transaction', poolSize: 2, scope: 'transaction' }),
        storage: version,
        settings: { stagger: 100 },
      },
      'held',
    ],
  ];
  test.each(rows)('%s', (_, told, outcome) => {
    expect(outcomesOf(told)).toEqual([outcome]);
  });

  test('47d: a crash before the commit leaves the resource as it was', () => {
    const { trace, times } = runOf({
      lock: advisory({ scope: 'transaction' }),
      storage: sameDatabase,
      faults: { crash: crashAt('client1', 'commit') },
    });
    expect(trace.header.processes.map(({ id }) => id)).toEqual(['client1', 'client2', 'service']);
    expect(times('wrote', 'service')).toHaveLength(1);
  });

  test('47d: a commit is no late write', () => {
    const { facts, times } = runOf({ lock: advisory({ scope: 'transaction' }), storage: sameDatabase });
    expect(times('wrote', 'service')[0]).toBeGreaterThan(times('releasing', 'client1')[0] as number);
    expect(facts('late-write')).toEqual([]);
  });

  test('52: no fault was needed', () => {
    const { verdict, facts } = runOf({
      lock: advisory({ pooler: 'transaction', poolSize: 1 }),
      storage: version,
      settings: { stagger: 100 },
    });
    expect([verdict.outcome, facts('rejected')]).toEqual(['overlap', ['client2']]);
  });
});
