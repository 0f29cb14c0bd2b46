// ShedLock over Redis and over a table: what is sent, what an extension achieves, and the runs that its settings
// decide.
import { describe, expect, test } from 'vitest';
import { shedlock } from '../../../src/core/locks/shedlock/lock';
import { shedlockTable } from '../../../src/core/locks/shedlockTable/lock';
import { type Reply, timedOut, type Value } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { atStep, crashAt, loseReply, pauseAt } from '../../support/faultsAt';
import { type Circumstances, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type RunRow, runOf, setupOf } from '../../support/runOf';

const duplicate: Reply = {
  kind: 'error',
  message: 'ERROR: duplicate key value violates unique constraint "shedlock_pkey"',
};
const redis = lockClient(shedlock, {
  key: 'job',
  draw: () => 0,
  replies: { SET: 1, DEL: 1, compareAndDelete: 1, compareAndExtend: 1, DELEX: 1 },
});
const statements = ['INSERT INTO', 'UPDATE'].flatMap((verb) =>
  ['', ' IF OVER', ' EXTEND', ' UNLOCK'].flatMap((what) =>
    ['', ' BY DB TIME'].map((time) => `${verb} shedlock${what}${time}`),
  ),
);
const table = lockClient(shedlockTable, {
  key: 'job',
  draw: () => 0,
  replies: Object.fromEntries(['CONNECT', 'TERMINATE', ...statements].map((statement) => [statement, 1])),
});

describe('over Redis', () => {
  test('is asked for once, for lockAtMostFor', () => {
    const { sent, ends } = redis({ lockAtMostFor: 500 });
    expect([sent, ends]).toEqual([['SET job 00000000 NX PX 500'], 'held 480']);
  });

  test.each([
    [null, 'held'],
    [timedOut, 'error'],
  ])('%j: the run is skipped, %s', (reply, reason) => {
    expect(redis({ SET: reply }).ends).toBe(`refused: ${reason}`);
  });

  const [least, safe] = [{ lockAtLeastFor: 1000 }, { safeUpdate: true }];

  test.each<readonly [Circumstances, string, string]>([
    [{}, 'DEL job', 'none'],
    [safe, 'compareAndDelete job 00000000', 'none'],
    [{ ...safe, compareBy: 'command' }, 'DELEX job IFEQ 00000000', 'none'],
    [{ compareBy: 'command' }, 'DEL job', 'none'],
    // 20 ms of it had passed when the lock was acquired.
    [least, 'SET job 00000000 XX PX 980', 'none'],
    [{ ...least, ...safe }, 'compareAndExtend job 00000000 980', 'none'],
    [{ lockAtLeastFor: 20 }, 'DEL job', 'none'],
    [{ DEL: 0 }, 'DEL job', 'gone'],
    [{ ...safe, compareAndDelete: 0 }, 'compareAndDelete job 00000000', 'not-owner'],
    [{ DEL: timedOut }, 'DEL job', 'error'],
  ])('with %j is given back by %s, which says %s', (given, request, reason) => {
    const client = redis(given);
    expect([client.release(), client.sent.slice(1)]).toEqual([reason, [request]]);
  });
});

describe('an extension', () => {
  const lasts = { lockAtMostFor: 1000 };
  const byHand = { ...lasts, extension: 'by-hand', extendEvery: 300 };
  const keepAlive = { ...lasts, extension: 'keep-alive' };

  test('by hand is for a whole lockAtMostFor, again and again, and drops lockAtLeastFor', () => {
    const client = redis({ ...byHand, lockAtLeastFor: 900 });
    client.world.runUntilMark(client.task(), 'extended', 2);
    client.release();
    expect(client.sent.slice(1)).toEqual([...Array(2).fill('SET job 00000000 XX PX 1000'), 'DEL job']);
  });

  test.each<readonly [Value | Reply, string, string, readonly string[]]>([
    [0, 'not-owner', 'the unlock is void', []],
    [timedOut, 'error', 'the unlock is not void', ['compareAndDelete job 00000000']],
  ])('by hand that is answered with %j is an exception in the job, “%s”, and %s', (reply, reason, _, sent) => {
    const client = redis({ ...byHand, safeUpdate: true, compareAndExtend: reply }).runTask();
    expect(client.marks).toEqual([`1 lost: ${reason}`]);
    const before = client.sent.length;
    client.release();
    expect(client.sent.slice(before)).toEqual(sent);
  });

  test('is kept up at half of lockAtMostFor, by the clock and not by the answers', () => {
    const client = redis({ ...keepAlive, SET: 'OK' });
    client.world.runUntilMark(client.task(), 'extended', 3);
    expect(client.timesOf('SET')).toEqual([0, 520, 1020, 1520]);
  });

  test.each([[0], [timedOut]])('kept up ends for good with the first failure, %j, and nobody is told', (reply) => {
    const { sent, marks } = redis({ ...keepAlive, safeUpdate: true, compareAndExtend: reply }).runTask();
    expect([sent.length, marks]).toEqual([2, []]);
  });

  test('kept up does not touch a lock that is over by the scheduler’s own clock', () => {
    const client = redis(keepAlive);
    client.world.setWallClock(1000);
    expect(client.runTask().sent).toHaveLength(1);
  });

  test('of a row carries the new end', () => {
    const client = table(byHand);
    client.world.runUntilMark(client.task(), 'extended');
    expect(client.sent.at(-1)).toBe('UPDATE shedlock EXTEND job client1 +1340 +340');
  });
});

describe('over a table', () => {
  test('a row is inserted once, and updated from then on', () => {
    expect(table({ lockAtMostFor: 500 }).acquire().sent).toEqual([
      'CONNECT',
      'INSERT INTO shedlock job client1 +520 +20',
      'UPDATE shedlock IF OVER job client1 +540 +40',
    ]);
  });

  test.each<readonly [string, Circumstances, string]>([
    ['over', {}, 'held 2960'],
    ['not over', { 'UPDATE shedlock IF OVER': 0 }, 'refused: held'],
    ['silent', { 'UPDATE shedlock IF OVER': timedOut }, 'refused: error'],
  ])('a row that is there and %s', (_, replies, expected) => {
    const { ends, sent } = table({ 'INSERT INTO shedlock': duplicate, ...replies });
    expect([ends, sent[2]]).toEqual([expected, 'UPDATE shedlock IF OVER job client1 +3020 +40']);
  });

  test('by the database’s time it sends lengths', () => {
    const client = table({ usingDbTime: true, lockAtLeastFor: 700, 'INSERT INTO shedlock BY DB TIME': 0 });
    client.release();
    expect(client.sent.slice(1)).toEqual([
      'INSERT INTO shedlock BY DB TIME job client1 3000',
      'UPDATE shedlock IF OVER BY DB TIME job client1 3000',
      'UPDATE shedlock UNLOCK BY DB TIME job client1 700',
    ]);
  });

  test.each<readonly [string, Circumstances, string, string]>([
    ['it is unlocked by setting the end to now', {}, '+40 +40', 'none'],
    ['or to the end of lockAtLeastFor', { lockAtLeastFor: 1000 }, '+1020 +40', 'none'],
    ['the row of another is left alone', { 'UPDATE shedlock UNLOCK': 0 }, '+40 +40', 'not-owner'],
  ])('%s', (_, given, times, reason) => {
    const client = table(given);
    expect([client.release(), client.sent.slice(2)]).toEqual([reason, [`UPDATE shedlock UNLOCK job client1 ${times}`]]);
  });
});

describe('in runs', () => {
  const redis = (settings: Settings = {}) => ({ id: 'shedlock', settings });
  const table = (settings: Settings = {}) => ({ id: 'shedlock-table', settings });
  const keptAlive = { lockAtMostFor: 1500, extension: 'keep-alive' };
  const dbTime = { usingDbTime: true };
  const version = { storage: { id: 'version' } };
  const crash = { faults: { crash: crashAt('client1', 'work') } };
  const pause = { faults: { pause: pauseAt('client1', 'read', 4000) } };
  const late = { faults: { late: loseReply('nodeA', 'client1', 2) } };
  const forward: Fault = { kind: 'clock-jump', process: 'service', when: atStep('client1', 'work'), by: 3000 };
  const jump = { faults: { forward } };
  const longWork = { settings: { work: 2500, duration: 20_000 } };
  /** The clock of client 2 is ahead. */
  const ahead = { settings: { ...longWork.settings, own: { client2: { clock: { offset: 2000, ppm: 0 } } } } };

  test.each<RunRow>([
    ['Redis', 'held', redis()],
    ['Redis: a crash costs the rest of lockAtMostFor', 'held', redis(), crash],
    ['Redis: lockAtLeastFor', 'held', redis({ lockAtLeastFor: 1500 })],
    ['Redis: kept alive', 'held', redis(keptAlive), longWork],
    ['Redis: one lost answer ends what keeps it alive', 'overlap', redis(keptAlive), version, longWork, late],
    ['Redis: a pause', 'overlap', redis(), version, pause],
    ['table', 'held', table()],
    ['table: by the database’s time', 'held', table(dbTime)],
    ['table: a crash', 'held', table(), crash],
    ['table: kept alive', 'held', table(keptAlive), longWork],
    ['table: a pause', 'overlap', table(), version, pause],
    ['table: a clock that is ahead', 'overlap', table(), version, ahead],
    ['table: by the database’s time it does not matter', 'held', table(dbTime), ahead],
    ['table: but that of the database does', 'overlap', table(dbTime), version, longWork, jump],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('lockAtLeastFor keeps a short job from running again for a scheduler that comes a little later', () => {
    const settings = { work: 50, stagger: 500, rounds: 1 };
    const entered = (lockAtLeastFor: number) =>
      runOf({ lock: redis({ lockAtLeastFor }), settings }).times('acquired', 'client2')[0] ?? 0;
    expect(entered(0)).toBeLessThan(800);
    expect(entered(2000)).toBeGreaterThan(2000);
  });
});
