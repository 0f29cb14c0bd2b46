// python-redis-lock against a node that answers from a table, including errors, and in the runs of its stories.
import { describe, expect, test } from 'vitest';
import { pythonRedisLock } from '../../../src/core/locks/pythonRedisLock/lock';
import { withDefaults } from '../../../src/core/model/scenario/fields';
import { defaultSettings } from '../../../src/core/model/scenario/scenario';
import { atStep, crashAt, threadDiesAt } from '../../support/faultsAt';
import { type Circumstances, type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type Run, type RunRow, runOf, setupOf } from '../../support/runOf';

const acquire = lockClient(pythonRedisLock, {
  replies: {
    GET: null,
    SET: 'OK',
    BLPOP: ['lock-signal:stock', '1'],
    unlockAndSignal: 0,
    extendIfExpiring: 0,
    resetLock: 1,
  },
});

const id = '80000000';
const names = {
  get: 'GET stock',
  set: `SET stock ${id} NX`,
  setFor2: `SET stock ${id} NX EX 2`,
  setFor9: `SET stock ${id} NX EX 9`,
  wait: 'BLPOP lock-signal:stock 0',
  wait1: 'BLPOP lock-signal:stock 1',
  wait2: 'BLPOP lock-signal:stock 2',
  wait3: 'BLPOP lock-signal:stock 3',
  reset: 'resetLock stock lock-signal:stock 1000',
};

describe('acquire', () => {
  const once = { SET: inTurn(null, 'OK') };
  const busy = { SET: inTurn(null, null, null, 'OK'), BLPOP: null };

  test.each<ClientRow>([
    ['does not expire unless it is told to', {}, 'get, set → held for ever'],
    ['expires after whole seconds', { expire: 2 }, 'get, setFor2 → held 1980'],
    ['waits in BLPOP, and tries again', once, 'get, set, wait, set → held for ever'],
    ['waits for as long as a lock lasts', { expire: 2, ...once }, 'get, setFor2, wait2, setFor2 → held 1980'],
    ['or for its timeout', { expire: 9, timeout: 3, ...once }, 'get, setFor9, wait3, setFor9 → held 8980'],
    [
      'without a timeout it waits again and again',
      { expire: 2, ...busy },
      'get, setFor2, wait2, setFor2, wait2, setFor2, wait2, setFor2 → held 1980',
    ],
    [
      'with one it tries a last time',
      { expire: 2, timeout: 1, ...busy },
      'get, setFor2, wait1, setFor2 → refused: held',
    ],
    ['does not wait where it is not to block', { blocking: false, SET: null }, 'get, set → refused: held'],
    ['resets first where it is told to', { resetsFirst: true }, 'reset, get, set → held for ever'],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test('has no time limit, and owns the lock by its id', () => {
    const { world, held } = acquire();
    expect([world.sent.map(({ timeoutMs }) => timeoutMs), held.owner]).toEqual([[null, null], id]);
  });
});

describe('its errors', () => {
  const errors: readonly (readonly [error: string, settings: Settings, replies: Circumstances])[] = [
    ['ValueError', { autoRenewal: true }, {}],
    ['AlreadyAcquired', { id: 'fixed' }, { GET: '1' }],
    ['TimeoutNotUsable', { blocking: false, timeout: 1 }, {}],
    ['InvalidTimeout', { timeout: -1 }, {}],
    ['TimeoutTooLarge', { expire: 2, timeout: 3 }, {}],
    ['NotExpirable', { extendsTo: 3 }, { extendIfExpiring: 2 }],
    ['NotAcquired', { expire: 2, extendsTo: 3 }, { extendIfExpiring: 1, unlockAndSignal: 1 }],
  ];
  test.each(errors)('%s: %j', (error, settings, replies) => {
    const { ends, world } = acquire({ ...settings, ...replies });
    expect(ends).toBe('refused: error');
    expect(world.steps).toContain(error);
  });

  test('a timeout longer than expire is none while the lock is renewed', () => {
    expect(acquire({ expire: 2, timeout: 3, autoRenewal: true }).ends).toBe('held 1980');
  });

  test('those that settings alone bring about are foretold', () => {
    const predicted = (settings: Settings) =>
      pythonRedisLock.warnings?.(withDefaults(pythonRedisLock.fields, settings), defaultSettings).map(({ en }) => en);
    for (const [error, settings] of errors)
      expect([error, predicted(settings)]).toEqual([
        error,
        error === 'NotAcquired' ? [] : [expect.stringContaining(error)],
      ]);
    expect(predicted({})).toEqual([]);
    expect(predicted({ expire: 2, timeout: 2, autoRenewal: true, extendsTo: 9 })).toEqual([]);
    expect(predicted({ nodeTimeout: 900 })).toHaveLength(1);
    expect(predicted({ nodeTimeout: 900, blocking: false })).toEqual([]);
  });
});

describe('once it is held', () => {
  const renewed = { expire: 3, autoRenewal: true };

  test('is renewed at two thirds of its time, until the script says no', () => {
    const { world, marks, sent } = acquire({ ...renewed, extendIfExpiring: inTurn(0, 0, 1) }).runTask();
    expect(world.sleepsMs).toEqual([2000, 2000, 2000]);
    expect(marks).toEqual(Array(2).fill('1 extended 2980'));
    expect(sent.at(-1)).toBe(`extendIfExpiring stock ${id} 3`);
  });

  test('release: code 0 is a success, 1 is not, and both end the renewal', () => {
    const clients = [0, 1].map((unlockAndSignal) => acquire({ ...renewed, unlockAndSignal }));
    expect(clients.map((client) => client.release())).toEqual(['none', 'not-owner']);
    for (const { world, sent } of clients)
      expect([sent.at(-1), world.cancelled]).toEqual([`unlockAndSignal stock lock-signal:stock ${id} 1000`, [0]]);
  });

  test('an extension of the program’s own gives it another validity', () => {
    expect(acquire({ expire: 2, extendsTo: 9 }).ends).toBe('held 8980');
  });
});

describe('in the stories’ runs', () => {
  const lock = (settings: Settings = {}) => ({ id: 'python-redis-lock', settings: { expire: 2, ...settings } });
  const four: Rest = { settings: { clients: 4, work: 400, stagger: 60 } };
  const three: Rest = { settings: { clients: 3, work: 1000, duration: 12_000 } };
  const crash = { faults: { crash: crashAt('client1', 'write') } };
  const death = { faults: { death: threadDiesAt('client1', 'write') } };
  const died: Rest = {
    settings: { clients: 3, work: 600, stagger: 100, duration: 12_000 },
    faults: { crash: { kind: 'crash', process: 'client2', when: atStep('client2', 'set', 2), restartAfter: 'never' } },
  };
  const long: Rest = { settings: { work: 5000, duration: 14_000, patience: 9000 } };
  const version = { storage: { id: 'version' } };
  /** Each SET is applied after its client has given up the try. */
  const late: Rest = { settings: { connection: { readTimeout: 3 }, duration: 750, patience: 100 } };
  /** Both reset before either has set its key, so one waits. */
  const tied: Rest = { settings: { clients: 3, stagger: 0, work: 1000, latency: 10, duration: 12_000 } };
  const limited = { nodeTimeout: 5000 };
  const long10: Rest = { settings: { connection: { resends: 10 }, duration: 70_000, patience: 14_000 } };
  const reset: Rest = { ...version, settings: { work: 1000 } };

  test.each<RunRow>([
    ['38: one waiter wakes for each release', 'held', lock(), four],
    ['38: nobody is woken by a crash, and its waiters sit out their time', 'held', lock(), three, crash],
    ['38: without expire', 'stuck', lock({ expire: 0 }), three, crash],
    ['38b: the woken waiter dies, and the wake-up with it', 'held', lock(), died],
    ['38: renewed, the lock outlasts the work', 'held', lock({ autoRenewal: true }), long],
    ['38: not renewed', 'overlap', lock(), version, long],
    ['38: it ends with the thread that holds it', 'held', lock({ autoRenewal: true }), three, death],
    ['reset() before locking lets a second in', 'overlap', lock({ resetsFirst: true }), reset],
    ['reset() by the next try frees a key that one left', 'unavailable', lock({ expire: 0, resetsFirst: true }), late],
    ['reset() does not help those who wait already', 'stuck', lock({ expire: 0, resetsFirst: true }), tied, crash],
    ['86d: the key expires, and redis-py 8 never asks', 'unavailable', lock({ expire: 10, ...limited }), crash, long10],
    ['86d: redis-py 7 does', 'held', lock({ expire: 10 }), crash, long10],
    [
      '86d: so does a timeout below the read limit',
      'held',
      lock({ expire: 10, timeout: 4, ...limited }),
      crash,
      long10,
    ],
    ['86c: so does a shorter expiry', 'held', lock({ expire: 4, ...limited }), crash, long10],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('38: one waiter wakes for each release, where a channel wakes them all', () => {
    const channel = { id: 'redisson', settings: { watchdogTimeout: 2000 } };
    const woken = [lock(), channel].map((lock) => runOf({ lock, ...four }).verdict.measures.wokenPerRelease);
    expect(woken).toEqual([0.75, 1.5]);
  });

  test('38: who waits for one that crashed, or for a wake-up that died, sits out its time', () => {
    const crashed = runOf(setupOf(lock(), three, crash));
    const [gone = 0] = crashed.times('entryGone', 'nodeA');
    expect((crashed.times('acquired', 'client2')[0] ?? 0) - gone).toBeGreaterThan(200);
    const run = runOf({ lock: lock(), ...died });
    const [freed = 0] = run.times('released', 'client1');
    expect((run.times('acquired', 'client3')[0] ?? 0) - freed).toBeGreaterThan(1000);
  });

  test('reset() deletes the key of another', () => {
    expect(runOf({ lock: lock({ resetsFirst: true }), ...reset }).facts('deleted-another')).toEqual([
      'client2 client1',
    ]);
  });
});

describe('on a client that ends its reads, as redis-py 8 does', () => {
  const lock = { id: 'python-redis-lock', settings: { nodeTimeout: 1000 } };
  const asked = (work: number, resends: number) =>
    runOf({ lock, settings: { work, stagger: 60, connection: { resends }, duration: 12_000 } });
  const commands = (run: Run, count: number) =>
    run
      .requests('client2')
      .slice(0, count)
      .map((request) => request.split(' ')[0]);

  test('BLPOP is sent again as often as the client resends, without a SET in between, and then acquire raises', () => {
    for (const resends of [0, 2]) {
      const run = asked(6000, resends);
      const reads = Array(resends + 1).fill('BLPOP');
      expect(commands(run, resends + 5)).toEqual(['GET', 'SET', ...reads, 'GET', 'SET']);
      const ends = run.times('timedOut', 'client2').slice(0, resends + 1);
      expect(ends.slice(1).map((at, i) => at - (ends[i] ?? 0))).toEqual(Array(resends).fill(1000));
      expect(run.times('refused', 'client2')[0]).toBe(ends.at(-1));
    }
  });

  test('the signal of a release goes to the BLPOP on its new connection', () => {
    const run = asked(1400, 2);
    expect(commands(run, 9)).toEqual(['GET', 'SET', 'BLPOP', 'BLPOP', 'SET', 'unlockAndSignal']);
    expect([run.times('timedOut', 'client2').length, run.times('refused', 'client2').length]).toEqual([1, 0]);
  });

  test('during a cut its server hears of the closed connection only afterwards, and gives the signal to that one', () => {
    const settings = { work: 2500, stagger: 60, latency: 10, connection: { resends: 9 }, duration: 20_000 };
    const wokenToAcquired = (length: number): number => {
      const [from, to, when] = [['client2'], ['nodeA'], { kind: 'time', at: 900 }] as const;
      const cut = { kind: 'cut', when, from, to, bothWays: true, for: length } as const;
      const run = runOf({ lock, settings, faults: { cut } });
      return (run.times('acquired', 'client2')[0] ?? 0) - (run.times('woken', 'nodeA')[0] ?? 0);
    };
    expect(wokenToAcquired(1000)).toBe(30);
    expect(wokenToAcquired(2500)).toBeGreaterThan(2000);
  });
});
