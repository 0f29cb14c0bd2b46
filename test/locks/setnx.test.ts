// The two locks from before a single SET could do everything, against a node that answers from a table, and in the runs
// of the articles.
import { describe, expect, test } from 'vitest';
import { setnxExpire } from '../../src/locks/setnxExpire';
import { setnxGetset } from '../../src/locks/setnxGetset';
import { withDefaults } from '../../src/model/fields';
import type { Held, Lock } from '../../src/model/lock';
import { ok, type Reply, timedOut } from '../../src/model/request';
import type { Setting } from '../../src/model/scenario';
import { toMs, wallEpoch } from '../../src/model/time';
import { DrivenWorld, silence } from '../support/drive';
import { atStep, crashAt, outcomesOf, pauseAt, runOf, type Told } from '../support/runOf';

const epochMs = toMs(wallEpoch);
const error: Reply = { kind: 'error', message: 'ERR of the test' };

/** Answers each command from its own list, and repeats the last answer. Each takes 20 ms. */
function drive(
  lock: Lock,
  settings: Readonly<Record<string, Setting>>,
  answers: Readonly<Record<string, readonly Reply[]>>,
) {
  const asked: Record<string, number> = {};
  const world = new DrivenWorld({
    answer: ({ request: { command } }) => {
      const list = answers[command] ?? [];
      const nth = asked[command] ?? 0;
      asked[command] = nth + 1;
      const reply = list[Math.min(nth, list.length - 1)];
      if (reply === undefined) throw new Error(`The table has no answer to ${command}.`);
      return reply.kind === 'timeout' ? silence : { reply, afterMs: 20 };
    },
  });
  const context = {
    me: 'client1' as const,
    nodes: ['nodeA'] as const,
    key: 'stock',
    settings: withDefaults(lock.fields, settings),
    hold: 1,
  };
  const answer = world.run(lock.acquire(context));
  const texts = () => world.sent.map(({ text }) => text.replace(/\d{13}/, (stamp) => `+${Number(stamp) - epochMs}`));
  return { world, context, answer, texts };
}

describe('SETNX, then EXPIRE', () => {
  test('is valid for the seconds of EXPIRE, from when that was sent', () => {
    const { answer, texts } = drive(setnxExpire, { expire: 2 }, { SETNX: [ok(1)], EXPIRE: [ok(1)] });
    expect(texts()).toEqual(['SETNX stock 1', 'EXPIRE stock 2']);
    expect(answer).toMatchObject({ kind: 'held', validFor: 1_980_000, owner: '1' });
  });

  test.each<readonly [string, Readonly<Record<string, readonly Reply[]>>, string]>([
    ['the key is there', { SETNX: [ok(0)] }, 'held'],
    ['nobody answers to SETNX', { SETNX: [timedOut] }, 'error'],
    ['nobody answers to EXPIRE, and it leaves its key', { SETNX: [ok(1)], EXPIRE: [timedOut] }, 'error'],
  ])('is refused where %s', (_, answers, reason) => {
    expect(drive(setnxExpire, {}, answers).answer).toEqual({ kind: 'refused', reason });
  });

  test.each([
    [ok(1), 'none'],
    [ok(0), 'gone'],
    [error, 'error'],
  ] as const)('deletes whatever is there: %j is %s', (reply, reason) => {
    const { world, context, answer, texts } = drive(setnxExpire, {}, { SETNX: [ok(1)], EXPIRE: [ok(1)], DEL: [reply] });
    expect(world.run(setnxExpire.release(context, answer as Held))).toBe(reason);
    expect(texts().at(-1)).toBe('DEL stock');
  });
});

describe('SETNX, GET, GETSET', () => {
  const past = ok(String(epochMs - 1));

  test('the value is when it is over, by the own wall clock', () => {
    const { answer, texts } = drive(setnxGetset, {}, { SETNX: [ok(1)] });
    expect(texts()).toEqual(['SETNX stock +3000']);
    expect(answer).toMatchObject({ kind: 'held', validFor: 2_980_000 });
  });

  test('a stamp that is not past means that it is held', () => {
    const { answer, texts } = drive(setnxGetset, {}, { SETNX: [ok(0)], GET: [ok(String(epochMs + 40))] });
    expect(texts()).toEqual(['SETNX stock +3000', 'GET stock']);
    expect(answer).toEqual({ kind: 'refused', reason: 'held' });
  });

  test.each([
    ['wins where GETSET answers what GET did', past, 'held'],
    ['loses where another was quicker, and has changed that one’s stamp', ok(String(epochMs + 9)), 'refused'],
    ['loses where the key was deleted meanwhile, and has made one that is nobody’s', ok(null), 'refused'],
  ] as const)('%s', (_, before, kind) => {
    const { answer, texts } = drive(setnxGetset, {}, { SETNX: [ok(0)], GET: [past], GETSET: [before] });
    expect(texts()).toEqual(['SETNX stock +3000', 'GET stock', 'GETSET stock +3040']);
    expect(answer.kind).toBe(kind);
  });

  test('begins again at once where GET finds nothing, as often as it may try', () => {
    const answers = { SETNX: [ok(0), ok(1)], GET: [ok(null)] };
    expect(drive(setnxGetset, { tries: 2 }, answers).answer).toMatchObject({ kind: 'held' });
    expect(drive(setnxGetset, { tries: 2 }, answers).world.sleepsMs).toEqual([]);
    expect(drive(setnxGetset, {}, answers).answer).toEqual({ kind: 'refused', reason: 'gone' });
  });

  test.each([
    [true, 2979, ['DEL stock'], 'none'],
    [true, 2980, [], 'expired'],
    [false, 9000, ['DEL stock'], 'none'],
  ] as const)('compares its time before DEL: %s, after %d ms', (comparesTime, ms, sent, reason) => {
    const { world, context, answer, texts } = drive(setnxGetset, { comparesTime }, { SETNX: [ok(1)], DEL: [ok(1)] });
    world.pass(ms);
    expect(world.run(setnxGetset.release(context, answer as Held))).toBe(reason);
    expect(texts().slice(1)).toEqual(sent);
  });

  test('what is left is what the wall clock says, and never less than nothing', () => {
    const { world, context, answer } = drive(setnxGetset, {}, { SETNX: [ok(1)] });
    const left = () => toMs(world.run(setnxGetset.remaining(context, answer as Held)));
    world.setWallClock(1000);
    expect(left()).toBe(1980);
    world.pass(5000);
    expect(left()).toBe(0);
  });
});

describe('in the articles’ runs', () => {
  test('3: a crash between SETNX and EXPIRE: stuck', () => {
    expect(outcomesOf({ lock: { id: 'setnx-expire' }, faults: { crash: crashAt('client1', 'expire') } })).toEqual([
      'stuck',
    ]);
  });

  const stamped = (settings: Readonly<Record<string, Setting>> = {}) => ({
    id: 'setnx-getset',
    settings: { ttl: 2000, ...settings },
  });
  const often = { tries: 30, retryDelay: 150, retryJitter: 0 };

  const twoRacers: Told = {
    lock: stamped(often),
    settings: { clients: 3, duration: 9000, latency: 10, own: { client2: { start: 300 }, client3: { start: 302 } } },
    faults: { crash: crashAt('client1', 'work') },
  };
  test('7a: a crashed holder is replaced by one of two racers: held', () => {
    expect(outcomesOf(twoRacers)).toEqual(['held']);
    const { facts, requests } = runOf(twoRacers);
    expect(facts('deleted-another')).toEqual([]);
    expect(requests('client3').filter((text) => text.startsWith('GETSET'))).toHaveLength(1);
  });

  test('7b: a clock ahead by more than the remaining life takes over a live lock: overlap', () => {
    const ahead: Told = {
      lock: stamped({ tries: 2 }),
      storage: { id: 'version' },
      settings: { work: 1000, own: { client2: { clock: { offset: 4000 } } } },
    };
    expect(outcomesOf(ahead)).toEqual(['overlap']);
  });

  test('7c: an old stamp written late shortens the lock of another, who then shares it: overlap', () => {
    const oldStamp: Told = {
      lock: stamped(),
      storage: { id: 'version' },
      settings: {
        clients: 4,
        work: 1500,
        latency: 5,
        duration: 12_000,
        own: { client1: { start: 2200 }, client2: { start: 2230 }, client3: { start: 3000 }, client4: { start: 0 } },
      },
      faults: { crash: crashAt('client4', 'work', 4100), pause: pauseAt('client1', 'getset', 1900) },
    };
    expect(outcomesOf(oldStamp)).toEqual(['overlap']);
    expect(runOf(oldStamp).facts('overlap')[0]).toBe('client3 client4');
  });

  test('7d: a GETSET that lands after the release leaves a key without an owner: unavailable for a TTL', () => {
    const ghost: Told = {
      lock: stamped(),
      settings: {
        clients: 3,
        latency: 5,
        think: 200,
        patience: 1500,
        own: { client2: { start: 1900 }, client3: { start: 1930 } },
      },
      faults: { crash: crashAt('client1', 'work'), pause: pauseAt('client2', 'getset', 800) },
    };
    expect(outcomesOf(ghost)).toEqual(['unavailable']);
    expect(runOf(ghost).times('acquired', 'client2')).toHaveLength(1);
  });

  test('7e: the holder finds that it is in time, pauses, and deletes the key of another', () => {
    const late: Told = {
      lock: stamped({ ...often, ttl: 1500 }),
      storage: { id: 'version' },
      settings: { clients: 3, work: 1000 },
      faults: { pause: { kind: 'pause', process: 'client1', when: atStep('client1', 'del'), for: 1000 } },
    };
    expect(outcomesOf(late)).toEqual(['overlap']);
    expect(runOf(late).facts('deleted-another')[0]).toMatch(/^client1 /);
  });
});
