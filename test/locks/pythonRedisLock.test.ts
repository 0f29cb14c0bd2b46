// python-redis-lock against a node that answers from a table, including errors, and in the runs that the stories tell
// about it.
import { describe, expect, test } from 'vitest';
import { pythonRedisLock } from '../../src/locks/pythonRedisLock';
import { forever } from '../../src/model/effect';
import { withDefaults } from '../../src/model/fields';
import type { Held } from '../../src/model/lock';
import { ok, type Value } from '../../src/model/request';
import { defaultSettings, type Setting } from '../../src/model/scenario';
import { DrivenWorld } from '../support/drive';
import { crashAt, outcomesOf, runOf, type Told } from '../support/runOf';

type Settings = Readonly<Record<string, Setting>>;
const id = '80000000';

/** Answers each command from its own list, and repeats the last answer. Each takes 20 ms. */
function drive(settings: Settings, answers: Readonly<Record<string, readonly Value[]>> = {}) {
  const table: Readonly<Record<string, readonly Value[]>> = {
    GET: [null],
    SET: ['OK'],
    BLPOP: [['lock-signal:stock', '1']],
    unlockAndSignal: [0],
    extendIfExpiring: [0],
    resetLock: [1],
    ...answers,
  };
  const asked: Record<string, number> = {};
  const world = new DrivenWorld({
    answer: ({ request: { command } }) => {
      const list = table[command] ?? [];
      const nth = asked[command] ?? 0;
      asked[command] = nth + 1;
      return { reply: ok(list[Math.min(nth, list.length - 1)] ?? null), afterMs: 20 };
    },
  });
  const context = {
    me: 'client1' as const,
    nodes: ['nodeA'] as const,
    key: 'stock',
    settings: withDefaults(pythonRedisLock.fields, settings),
    hold: 1,
  };
  const answer = world.run(pythonRedisLock.acquire(context));
  return { world, context, answer, texts: () => world.sent.map(({ text }) => text) };
}

describe('acquire', () => {
  test('does not expire unless it is told to', () => {
    const { answer, texts, world } = drive({});
    expect(texts()).toEqual(['GET stock', `SET stock ${id} NX`]);
    expect(world.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([null, null]);
    expect(answer).toMatchObject({ kind: 'held', validFor: forever, owner: id });
  });

  test('expires after whole seconds', () => {
    const { answer, texts } = drive({ expire: 2 });
    expect(texts()[1]).toBe(`SET stock ${id} NX EX 2`);
    expect(answer).toMatchObject({ kind: 'held', validFor: 1_980_000 });
  });

  test.each<readonly [Settings, number]>([
    [{}, 0],
    [{ expire: 2 }, 2],
    [{ expire: 9, timeout: 3 }, 3],
  ])('%j: waits in BLPOP for %d s, and tries again', (settings, seconds) => {
    const { answer, texts } = drive(settings, { SET: [null, 'OK'] });
    expect(texts().filter((text) => text.startsWith('BLPOP'))).toEqual([`BLPOP lock-signal:stock ${seconds}`]);
    expect(answer.kind).toBe('held');
  });

  test('without a timeout it waits again and again, with one it tries a last time', () => {
    const waits = (settings: Settings) =>
      drive({ expire: 2, ...settings }, { SET: [null, null, null, 'OK'], BLPOP: [null] });
    expect(
      waits({})
        .texts()
        .filter((text) => text.startsWith('BLPOP')),
    ).toHaveLength(3);
    expect(waits({ timeout: 1 }).answer).toEqual({ kind: 'refused', reason: 'held' });
    expect(
      waits({ timeout: 1 })
        .texts()
        .filter((text) => text.startsWith('BLPOP')),
    ).toHaveLength(1);
  });

  test('does not wait where it is not to block', () => {
    const { answer, texts } = drive({ blocking: false }, { SET: [null] });
    expect(answer).toEqual({ kind: 'refused', reason: 'held' });
    expect(texts()).toHaveLength(2);
  });

  test('resets first where it is told to', () => {
    expect(drive({ resetsFirst: true }).texts()[0]).toBe('resetLock stock lock-signal:stock 1000');
  });
});

describe('its errors', () => {
  const errors: readonly (readonly [string, Settings, Readonly<Record<string, readonly Value[]>>])[] = [
    ['ValueError', { autoRenewal: true }, {}],
    ['AlreadyAcquired', { id: 'fixed' }, { GET: ['1'] }],
    ['TimeoutNotUsable', { blocking: false, timeout: 1 }, {}],
    ['InvalidTimeout', { timeout: -1 }, {}],
    ['TimeoutTooLarge', { expire: 2, timeout: 3 }, {}],
    ['NotExpirable', { extendsTo: 3 }, { extendIfExpiring: [2] }],
    ['NotAcquired', { expire: 2, extendsTo: 3 }, { extendIfExpiring: [1], unlockAndSignal: [1] }],
  ];
  test.each(errors)('%s: %j', (error, settings, answers) => {
    const { answer, world } = drive(settings, answers);
    expect(answer).toEqual({ kind: 'refused', reason: 'error' });
    expect(world.steps).toContain(error);
  });

  test('a timeout longer than expire is none while the lock is renewed', () => {
    expect(drive({ expire: 2, timeout: 3, autoRenewal: true }).answer.kind).toBe('held');
  });

  test('those that settings alone bring about are foretold', () => {
    const foretold = (settings: Settings) =>
      pythonRedisLock.warnings?.(withDefaults(pythonRedisLock.fields, settings), defaultSettings).map(({ en }) => en);
    for (const [error, settings] of errors)
      expect([error, foretold(settings)]).toEqual([
        error,
        error === 'NotAcquired' ? [] : [expect.stringContaining(error)],
      ]);
    expect(foretold({})).toEqual([]);
    expect(foretold({ expire: 2, timeout: 2, autoRenewal: true, extendsTo: 9 })).toEqual([]);
    expect(foretold({ nodeTimeout: 900 })).toHaveLength(1);
    expect(foretold({ nodeTimeout: 900, blocking: false })).toEqual([]);
  });
});

describe('once it is held', () => {
  const renewerOf = (settings: Settings, codes: readonly Value[]) => {
    const driven = drive({ expire: 3, autoRenewal: true, ...settings }, { extendIfExpiring: codes });
    const [renewer] = driven.world.forked;
    driven.world.run(renewer as NonNullable<typeof renewer>);
    return driven.world;
  };

  test('is renewed at two thirds of its time, until the script says no', () => {
    const world = renewerOf({}, [0, 0, 1]);
    expect(world.sleepsMs).toEqual([2000, 2000, 2000]);
    expect(world.marks.map(({ mark }) => mark)).toEqual(['extended', 'extended']);
    expect(world.sent.at(-1)?.text).toBe(`extendIfExpiring stock ${id} 3`);
  });

  test.each([
    [0, 'none'],
    [1, 'not-owner'],
  ])('release: code %d is %s, and ends the renewal', (code, reason) => {
    const { world, context, answer } = drive({ expire: 3, autoRenewal: true }, { unlockAndSignal: [code] });
    expect(world.run(pythonRedisLock.release(context, answer as Held))).toBe(reason);
    expect(world.cancelled).toEqual([0]);
    expect(world.sent.at(-1)?.text).toBe(`unlockAndSignal stock lock-signal:stock ${id} 1000`);
  });

  test('an extension of the program’s own gives it another validity', () => {
    expect(drive({ expire: 2, extendsTo: 9 }).answer).toMatchObject({ kind: 'held', validFor: 8_980_000 });
  });
});

describe('in the stories’ runs', () => {
  const lock = (settings: Settings = {}) => ({ id: 'python-redis-lock', settings: { expire: 2, ...settings } });
  const four = { clients: 4, work: 400, stagger: 60 };

  test('38: one waiter wakes for each release, where a channel wakes them all: held', () => {
    const signal: Told = { lock: lock(), settings: four };
    const channel: Told = { lock: { id: 'redisson', settings: { watchdogTimeout: 2000 } }, settings: four };
    expect(outcomesOf(signal)).toEqual(['held']);
    expect(runOf(signal).verdict.measures.wokenPerRelease).toBe(0.75);
    expect(runOf(channel).verdict.measures.wokenPerRelease).toBe(1.5);
  });

  const crashed = (settings: Settings): Told => ({
    lock: lock(settings),
    settings: { clients: 3, work: 1000, duration: 12_000 },
    faults: { crash: crashAt('client1', 'write') },
  });

  test('38: nobody is woken by a crash, and its waiters sit out their time: held; without expire: stuck', () => {
    expect(outcomesOf(crashed({}))).toEqual(['held']);
    const run = runOf(crashed({}));
    const [gone = 0] = run.times('entryGone', 'nodeA');
    expect((run.times('acquired', 'client2')[0] ?? 0) - gone).toBeGreaterThan(200);
    expect(outcomesOf(crashed({ expire: 0 }))).toEqual(['stuck']);
  });

  test('38b: the woken waiter dies, and the wake-up with it: the lock is free and the next sits out its time', () => {
    const died: Told = {
      lock: lock(),
      settings: { clients: 3, work: 600, stagger: 100, duration: 12_000 },
      faults: {
        crash: {
          ...crashAt('client2', 'set'),
          when: { kind: 'step', process: 'client2', step: 'set', nth: 2 },
        } as never,
      },
    };
    expect(outcomesOf(died)).toEqual(['held']);
    const run = runOf(died);
    const [, freed = 0] = [0, run.times('released', 'client1')[0]];
    expect((run.times('acquired', 'client3')[0] ?? 0) - freed).toBeGreaterThan(1000);
  });

  test('38: renewed, the lock outlasts the work; it ends with the thread that holds it', () => {
    const long: Told = {
      lock: lock({ autoRenewal: true }),
      settings: { work: 5000, duration: 14_000, patience: 9000 },
    };
    expect(outcomesOf(long)).toEqual(['held']);
    expect(outcomesOf({ ...long, lock: lock(), storage: { id: 'version' } })).toEqual(['overlap']);
    const death = { ...crashAt('client1', 'write'), only: 'thread' as const };
    expect(outcomesOf({ ...crashed({ autoRenewal: true }), faults: { death } as never })).toEqual(['held']);
  });

  test('reset() before locking lets a second in: overlap', () => {
    const reset: Told = { lock: lock({ resetsFirst: true }), storage: { id: 'version' }, settings: { work: 1000 } };
    expect(outcomesOf(reset)).toEqual(['overlap']);
    expect(runOf(reset).facts('deleted-another')).toEqual(['client2 client1']);
  });
});
