// ShedLock over Redis and over a table: what is sent, what an extension comes to, and the runs that its settings decide.
import { describe, expect, test } from 'vitest';
import { shedlock } from '../../src/locks/shedlock';
import { shedlockTable } from '../../src/locks/shedlockTable';
import { type Fields, withDefaults } from '../../src/model/fields';
import type { Held, Lock, LockContext } from '../../src/model/lock';
import { newNotice } from '../../src/model/lossNotice';
import { ok, type Reply, timedOut } from '../../src/model/request';
import type { Setting } from '../../src/model/scenario';
import { toMs, wallEpoch } from '../../src/model/time';
import { DrivenWorld, silence } from '../support/drive';
import { atStep, crashAt, outcomesOf, pauseAt, runOf, type Told } from '../support/runOf';

type Settings = Readonly<Record<string, Setting>>;
type Replies = Readonly<Record<string, Reply>>;

const epochMs = toMs(wallEpoch);
const duplicate: Reply = {
  kind: 'error',
  message: 'ERROR: duplicate key value violates unique constraint "shedlock_pkey"',
};

/** A server that answers 1 unless the test says otherwise, after 20 ms. Times are told from when the world began. */
function acquire(lock: Lock, settings: Settings, replies: Replies = {}) {
  const world = new DrivenWorld({
    answer: ({ request: { command } }) => {
      const reply = replies[command] ?? ok(1);
      return reply.kind === 'timeout' ? silence : { reply, afterMs: 20 };
    },
    draw: () => 0,
  });
  const context: LockContext<never> = {
    me: 'client1',
    nodes: ['nodeA'],
    key: 'job',
    settings: withDefaults<Fields>(lock.fields, settings) as never,
    hold: 1,
    memory: new Map(),
    notice: { ...newNotice(), hold: 1 },
  };
  const answer = world.run(lock.acquire(context));
  const texts = () => world.sent.map(({ text }) => text.replace(/\d{13}/g, (time) => `+${Number(time) - epochMs}`));
  const release = () => {
    const before = world.sent.length;
    const reason = world.run(lock.release(context, answer as Held));
    return { reason, sent: texts().slice(before) };
  };
  return { world, context, answer, texts, release };
}

describe('over Redis', () => {
  test('is asked for once, for lockAtMostFor', () => {
    const { answer, texts } = acquire(shedlock, { lockAtMostFor: 500 });
    expect(texts()).toEqual(['SET job 00000000 NX PX 500']);
    expect(answer).toMatchObject({ kind: 'held', validFor: 480_000, token: null });
  });

  test.each([
    [ok(null), 'held'],
    [timedOut, 'error'],
  ] as const)('%j: the run is skipped, %s', (reply, reason) => {
    expect(acquire(shedlock, {}, { SET: reply }).answer).toEqual({ kind: 'refused', reason });
  });

  test.each<readonly [Settings, string]>([
    [{}, 'DEL job'],
    [{ safeUpdate: true }, 'compareAndDelete job 00000000'],
    // 20 ms of it were over when the lock was there.
    [{ lockAtLeastFor: 1000 }, 'SET job 00000000 XX PX 980'],
    [{ lockAtLeastFor: 1000, safeUpdate: true }, 'compareAndExtend job 00000000 980'],
    [{ lockAtLeastFor: 20 }, 'DEL job'],
  ])('with %j is given back by %s', (settings, request) => {
    expect(acquire(shedlock, settings).release()).toEqual({ reason: 'none', sent: [request] });
  });

  test.each<readonly [Settings, Replies, string]>([
    [{}, { DEL: ok(0) }, 'gone'],
    [{ safeUpdate: true }, { compareAndDelete: ok(0) }, 'not-owner'],
    [{}, { DEL: timedOut }, 'error'],
  ])('with %j and %j, the release says %s', (settings, replies, reason) => {
    expect(acquire(shedlock, settings, replies).release().reason).toBe(reason);
  });
});

describe('an extension', () => {
  const extending = (lock: Lock, settings: Settings, replies: Replies = {}) => {
    const all = acquire(lock, { lockAtMostFor: 1000, ...settings }, replies);
    const [task] = all.world.forked;
    if (task === undefined) throw new Error('Nothing extends the lock.');
    return { ...all, task };
  };
  const byHand = { extension: 'by-hand', extendEvery: 300 };
  const keepAlive = { extension: 'keep-alive' };

  test('by hand is for a whole lockAtMostFor, again and again, and drops lockAtLeastFor', () => {
    const { world, task, texts, release } = extending(shedlock, { ...byHand, lockAtLeastFor: 900 });
    world.runUntilMark(task, 'extended', 2);
    expect(texts().slice(1)).toEqual(Array(2).fill('SET job 00000000 XX PX 1000'));
    expect(release().sent).toEqual(['DEL job']);
  });

  test.each<readonly [Settings, Replies, string]>([
    [{ safeUpdate: true }, { compareAndExtend: ok(0) }, 'not-owner'],
    [{ safeUpdate: true }, { compareAndExtend: timedOut }, 'error'],
  ])('by hand that fails is an exception in the job: %j, %j', (settings, replies, reason) => {
    const { world, task } = extending(shedlock, { ...byHand, ...settings }, replies);
    world.run(task);
    expect(world.marks).toEqual([{ mark: 'lost', hold: 1, reason }]);
  });

  test('that was refused makes the unlock void; one without an answer does not', () => {
    for (const [reply, sent] of [
      [ok(0), []],
      [timedOut, ['compareAndDelete job 00000000']],
    ] as const) {
      const { world, task, release } = extending(
        shedlock,
        { ...byHand, safeUpdate: true },
        { compareAndExtend: reply },
      );
      world.run(task);
      expect(release().sent).toEqual(sent);
    }
  });

  test('is kept up at half of lockAtMostFor, by the clock and not by the answers', () => {
    const { world, task } = extending(shedlock, keepAlive, { SET: ok('OK') });
    world.runUntilMark(task, 'extended', 3);
    expect(world.sent.slice(1).map(({ atMs }) => atMs)).toEqual([520, 1020, 1520]);
  });

  test('kept up ends for good with the first failure, and nobody is told', () => {
    for (const reply of [ok(0), timedOut]) {
      const { world, task } = extending(shedlock, { ...keepAlive, safeUpdate: true }, { compareAndExtend: reply });
      world.run(task);
      expect([world.sent.length, world.marks]).toEqual([2, []]);
    }
  });

  test('kept up does not touch a lock that is over by the scheduler’s own clock', () => {
    const { world, task } = extending(shedlock, keepAlive);
    world.setWallClock(1000);
    world.run(task);
    expect(world.sent).toHaveLength(1);
  });

  test('of a row carries the new end', () => {
    const { world, task, texts } = extending(shedlockTable, byHand);
    world.runUntilMark(task, 'extended');
    expect(texts().at(-1)).toBe('UPDATE shedlock EXTEND job client1 +1340 +340');
  });
});

describe('over a table', () => {
  test('a row is inserted once, and updated from then on', () => {
    const { world, context, texts } = acquire(shedlockTable, { lockAtMostFor: 500 });
    world.run(shedlockTable.acquire(context));
    expect(texts()).toEqual([
      'CONNECT',
      'INSERT INTO shedlock job client1 +520 +20',
      'UPDATE shedlock IF OVER job client1 +540 +40',
    ]);
  });

  test.each<readonly [string, Replies, string]>([
    ['over', {}, 'held'],
    ['not over', { 'UPDATE shedlock IF OVER': ok(0) }, 'refused held'],
    ['silent', { 'UPDATE shedlock IF OVER': timedOut }, 'refused error'],
  ])('a row that is there and %s', (_, replies, expected) => {
    const { answer, texts } = acquire(shedlockTable, {}, { 'INSERT INTO shedlock': duplicate, ...replies });
    expect(answer.kind === 'held' ? 'held' : `refused ${answer.reason}`).toBe(expected);
    expect(texts()[2]).toBe('UPDATE shedlock IF OVER job client1 +3020 +40');
  });

  test('by the database’s time it sends lengths', () => {
    const settings = { usingDbTime: true, lockAtLeastFor: 700 };
    const { texts, release } = acquire(shedlockTable, settings, { 'INSERT INTO shedlock BY DB TIME': ok(0) });
    expect(texts().slice(1)).toEqual([
      'INSERT INTO shedlock BY DB TIME job client1 3000',
      'UPDATE shedlock IF OVER BY DB TIME job client1 3000',
    ]);
    expect(release().sent).toEqual(['UPDATE shedlock UNLOCK BY DB TIME job client1 700']);
  });

  test.each<readonly [Settings, string]>([
    [{}, '+40 +40'],
    [{ lockAtLeastFor: 1000 }, '+1020 +40'],
  ])('with %j it is unlocked by setting the end to %s', (settings, times) => {
    expect(acquire(shedlockTable, settings).release()).toEqual({
      reason: 'none',
      sent: [`UPDATE shedlock UNLOCK job client1 ${times}`],
    });
  });

  test('the row of another is left alone', () => {
    expect(acquire(shedlockTable, {}, { 'UPDATE shedlock UNLOCK': ok(0) }).release().reason).toBe('not-owner');
  });
});

describe('in runs', () => {
  const redis = (settings: Settings = {}) => ({ id: 'shedlock', settings });
  const table = (settings: Settings = {}) => ({ id: 'shedlock-table', settings });
  const version = { id: 'version' };
  const longPause = { pause: pauseAt('client1', 'read', 4000) };
  const longWork = { work: 2500, duration: 20_000 };
  const late: Told['faults'] = {
    late: { kind: 'lose', message: { from: 'nodeA', to: 'client1', leg: 'reply', nth: 2 } },
  };
  /** The clock of client 2 is ahead. */
  const ahead = { ...longWork, own: { client2: { clock: { offset: 2000, ppm: 0 } } } };

  const rows: readonly (readonly [string, Told, string])[] = [
    ['Redis', { lock: redis() }, 'held'],
    [
      'Redis: a crash costs the rest of lockAtMostFor',
      { lock: redis(), faults: { crash: crashAt('client1', 'work') } },
      'held',
    ],
    ['Redis: lockAtLeastFor', { lock: redis({ lockAtLeastFor: 1500 }) }, 'held'],
    [
      'Redis: kept alive',
      { lock: redis({ lockAtMostFor: 1500, extension: 'keep-alive' }), settings: longWork },
      'held',
    ],
    [
      'Redis: one lost answer, and nothing is kept alive any more',
      {
        lock: redis({ lockAtMostFor: 1500, extension: 'keep-alive' }),
        storage: version,
        settings: longWork,
        faults: late,
      },
      'overlap',
    ],
    ['Redis: a pause', { lock: redis(), storage: version, faults: longPause }, 'overlap'],
    ['table', { lock: table() }, 'held'],
    ['table: by the database’s time', { lock: table({ usingDbTime: true }) }, 'held'],
    ['table: a crash', { lock: table(), faults: { crash: crashAt('client1', 'work') } }, 'held'],
    [
      'table: kept alive',
      { lock: table({ lockAtMostFor: 1500, extension: 'keep-alive' }), settings: longWork },
      'held',
    ],
    ['table: a pause', { lock: table(), storage: version, faults: longPause }, 'overlap'],
    ['table: a clock that is ahead', { lock: table(), storage: version, settings: ahead }, 'overlap'],
    [
      'table: by the database’s time it does not matter',
      { lock: table({ usingDbTime: true }), settings: ahead },
      'held',
    ],
    [
      'table: but that of the database does',
      {
        lock: table({ usingDbTime: true }),
        storage: version,
        settings: longWork,
        faults: { jump: { kind: 'clock-jump', process: 'service', when: atStep('client1', 'work'), by: 3000 } },
      },
      'overlap',
    ],
  ];
  test.each(rows)('%s', (_, told, outcome) => {
    expect(outcomesOf(told)).toEqual([outcome]);
  });

  test('lockAtLeastFor keeps a short job from running again for a scheduler that comes a little later', () => {
    const entered = (lockAtLeastFor: number) =>
      runOf({ lock: redis({ lockAtLeastFor }), settings: { work: 50, stagger: 500, rounds: 1 } }).times(
        'acquired',
        'client2',
      )[0] ?? 0;
    expect(entered(0)).toBeLessThan(800);
    expect(entered(2000)).toBeGreaterThan(2000);
  });
});
