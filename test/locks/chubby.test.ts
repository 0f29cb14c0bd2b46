// The lock in Chubby: what its client sends and believes, and the runs in the articles about sequencers and lock-delay.
import { describe, expect, test } from 'vitest';
import { chubby } from '../../src/locks/chubby';
import { withDefaults } from '../../src/model/fields';
import type { Held, LockContext } from '../../src/model/lock';
import { newNotice } from '../../src/model/lossNotice';
import { connectionClosed, ok, type Reply, timedOut } from '../../src/model/request';
import { defaultSettings, type Setting, type WhenLost } from '../../src/model/scenario';
import { DrivenWorld, silence } from '../support/drive';
import { atStep, crashAt, outcomesOf, pauseAt, runOf, type Told } from '../support/runOf';

type Settings = Readonly<Record<string, Setting>>;

const expired: Reply = { kind: 'error', message: 'SESSION_EXPIRED' };

function client(settings: Settings = {}, replies: Readonly<Record<string, Reply>> = {}) {
  const table: Readonly<Record<string, Reply>> = {
    OPENSESSION: ok([7, 12_000]),
    ACQUIRE: ok('OK'),
    TRYACQUIRE: ok('OK'),
    GETSEQUENCER: ok('stock:exclusive:33'),
    RELEASE: ok(1),
    CLOSESESSION: ok('OK'),
    ...replies,
  };
  const world = new DrivenWorld({
    answer: ({ request: { command } }) => {
      const reply = table[command] ?? timedOut;
      return reply.kind === 'timeout' ? silence : { reply, afterMs: 20 };
    },
  });
  const context: LockContext<never> = {
    me: 'client1',
    nodes: ['service'],
    key: 'stock',
    settings: withDefaults(chubby.fields, settings) as never,
    hold: 1,
    memory: new Map(),
    notice: { ...newNotice(), hold: 1 },
  };
  return { world, context, texts: () => world.sent.map(({ text }) => text) };
}

describe('acquire', () => {
  test('opens a session, waits for the lock, asks for the sequencer', () => {
    const { world, context, texts } = client();
    const answer = world.run(chubby.acquire(context));
    expect(texts()).toEqual(['OPENSESSION', 'ACQUIRE 7 stock exclusive', 'GETSEQUENCER 7 stock']);
    expect(answer).toMatchObject({
      kind: 'held',
      shared: false,
      readsOnly: false,
      token: 33,
      owner: 'stock:exclusive:33',
      validFor: 11_820_000,
    });
  });

  test('the session is kept for the next acquisition', () => {
    const { world, context, texts } = client({ ask: 'try' });
    const held = world.run(chubby.acquire(context)) as Held;
    expect(world.run(chubby.release(context, held))).toBe('none');
    world.run(chubby.acquire(context));
    expect(texts().filter((text) => text === 'OPENSESSION')).toHaveLength(1);
    expect(texts().at(-2)).toBe('TRYACQUIRE 7 stock exclusive');
  });

  const refusals: readonly (readonly [string, Reply, string, string])[] = [
    ['OPENSESSION', timedOut, 'error', 'OPENSESSION'],
    ['ACQUIRE', timedOut, 'held', 'RELEASE 7 stock'],
    ['ACQUIRE', expired, 'error', 'ACQUIRE 7 stock exclusive'],
    ['ACQUIRE', connectionClosed, 'error', 'ACQUIRE 7 stock exclusive'],
    ['GETSEQUENCER', ok(null), 'error', 'RELEASE 7 stock'],
    ['GETSEQUENCER', timedOut, 'error', 'RELEASE 7 stock'],
  ];
  test.each(refusals)('%s answered with %j: refused, %s, after %s', (command, reply, reason, last) => {
    const { world, context, texts } = client({}, { [command]: reply });
    expect(world.run(chubby.acquire(context))).toEqual({ kind: 'refused', reason });
    expect(texts().at(-1)).toBe(last);
  });

  test('TryAcquire that is answered no: held by another', () => {
    const { world, context } = client({ ask: 'try' }, { TRYACQUIRE: ok(null) });
    expect(world.run(chubby.acquire(context))).toEqual({ kind: 'refused', reason: 'held' });
  });
});

test.each([
  [ok(1), 'none'],
  [ok(0), 'not-owner'],
  [timedOut, 'error'],
] as const)('release answered with %j: %s', (reply, reason) => {
  const { world, context } = client({}, { RELEASE: reply });
  const held = world.run(chubby.acquire(context)) as Held;
  expect(world.run(chubby.release(context, held))).toBe(reason);
});

describe('the mode of each client', () => {
  test.each([
    ['client1', {}, 'exclusive', false],
    ['client1', { readers: 2 }, 'shared', true],
    ['client2', { readers: 2 }, 'shared', true],
    ['client3', { readers: 2 }, 'exclusive', false],
    ['client3', { readers: 2, mode: 'shared' }, 'shared', true],
    ['client1', { readers: 1, readersWrite: true }, 'shared', false],
    ['client2', { readers: 1, readersWrite: true }, 'exclusive', false],
  ] as const)('%s with %j asks in %s mode', (me, settings, mode, readsOnly) => {
    const { world, context, texts } = client(settings);
    const held = world.run(chubby.acquire({ ...context, me }));
    expect(texts()).toContain(`ACQUIRE 7 stock ${mode}`);
    expect(held).toMatchObject({ kind: 'held', shared: mode === 'shared', readsOnly });
  });

  test('readers among readers alone are warned of', () => {
    const warned = (settings: Settings) =>
      chubby.warnings?.(withDefaults(chubby.fields, settings), defaultSettings).map(({ en }) => en);
    expect(warned({ mode: 'shared', readers: 1 })).toHaveLength(1);
    expect([warned({ mode: 'shared' }), warned({ readers: 3 })]).toEqual([[], []]);
  });
});

describe('the session', () => {
  function keptAlive(replies: Readonly<Record<string, Reply>>, settings: Settings = {}) {
    const all = client(settings, replies);
    const held = all.world.run(chubby.acquire(all.context)) as Held;
    const keeper = all.world.forked[0];
    if (keeper === undefined) throw new Error('Nothing keeps the session alive.');
    return { ...all, held, keeper, left: () => all.world.run(chubby.remaining(all.context, held)) };
  }

  test('a KeepAlive renews the lease, counted from when it was asked, and a hundredth shorter than the master’s', () => {
    const { world, keeper, left } = keptAlive({ KEEPALIVE: ok(18_000) });
    world.runUntilMark(keeper, 'extended');
    expect(left()).toBe(17_800_000);
  });

  test('no answer until the lease is over: the client is told to stop', () => {
    const { world, keeper, left, held, context, texts } = keptAlive({});
    world.run(keeper);
    expect(world.marks.at(-1)).toEqual({ mark: 'lost', hold: 1, reason: 'disconnected' });
    expect([left(), context.notice?.reason]).toEqual([0, 'disconnected']);
    expect(world.run(chubby.release(context, held))).toBe('disconnected');
    expect(texts()).not.toContain('RELEASE 7 stock');
  });

  test('the master says that it is over', () => {
    const { world, keeper, context } = keptAlive({ KEEPALIVE: expired });
    world.run(keeper);
    expect(world.marks.at(-1)).toEqual({ mark: 'lost', hold: 1, reason: 'gone' });
    expect(context.notice?.reason).toBe('gone');
  });

  test('after one that was lost a new one is opened', () => {
    const { world, keeper, context, texts } = keptAlive({ KEEPALIVE: expired });
    world.run(keeper);
    world.run(chubby.acquire(context));
    expect(texts().filter((text) => text === 'OPENSESSION')).toHaveLength(2);
  });

  test('is closed with the last round, and nothing keeps it alive any more', () => {
    const { world, context, texts } = keptAlive({});
    const quit = chubby.quit?.(context);
    if (quit) world.run(quit);
    expect(texts().at(-1)).toBe('CLOSESESSION 7');
    expect(world.cancelled).toEqual([0]);
  });
});

describe('in the stories’ runs', () => {
  const lock = (settings: Settings = {}) => ({
    id: 'chubby',
    settings: { sessionTimeout: 800, lockDelay: 0, ...settings },
  });
  const pause = pauseAt('client1', 'write', 2600);

  test('43: the old sequencer is refused before a newer one has been seen', () => {
    const asked: Told = {
      lock: lock(),
      storage: { id: 'check-sequencer' },
      settings: { own: { client2: { start: 300 } }, work: 2400, duration: 9000 },
      faults: { pause },
    };
    expect(outcomesOf(asked)).toEqual(['overlap']);
    const { facts, times } = runOf(asked);
    expect(facts('rejected')).toEqual(['client1']);
    expect(times('rejected', 'storage')[0]).toBeLessThan(times('wrote', 'storage')[0] as number);
  });

  test('43: where the answer is under way while the lock changes hands, it comes too late', () => {
    const late: Told = {
      lock: lock(),
      storage: { id: 'check-sequencer', settings: { askTimeout: 4000 } },
      settings: { work: 900, storageTimeout: 4000 },
      faults: {
        answer: { kind: 'delay', message: { from: 'service', to: 'storage', leg: 'reply', nth: 1 }, by: 1500 },
        pause: {
          kind: 'pause',
          process: 'client1',
          when: { kind: 'request', to: 'storage', from: 'client1', side: 'after', nth: 2 },
          for: 2600,
        },
      },
    };
    expect(outcomesOf(late)).toEqual(['lost-update']);
  });

  test('43: two readers share the lock, and are no overlap', () => {
    const readers: Told = { lock: lock({ mode: 'shared' }), settings: { stagger: 50, work: 600 } };
    const { verdict, facts, times } = runOf(readers);
    expect(times('acquired', 'client2')[0]).toBeLessThan(times('releasing', 'client1')[0] as number);
    expect(facts('overlap')).toEqual([]);
    expect(facts('token-repeated')).toEqual([]);
    expect(verdict.outcome).toBe('held');
  });

  /** The old write arrives between client 2's read and its write. */
  const between: Told = {
    lock: lock(),
    settings: { work: 1600, own: { client2: { start: 300 } }, duration: 12_000 },
    faults: { pause: pauseAt('client1', 'write', 1900) },
  };

  test.each([
    [{}, 'lost-update'],
    [{ markAtRead: true }, 'overlap'],
  ])('44: the newest sequencer seen, with %j: %s', (settings, outcome) => {
    expect(outcomesOf({ ...between, storage: { id: 'newest-sequencer', settings } })).toEqual([outcome]);
  });

  test('44: an old write after the new holder’s first one is refused', () => {
    const after: Told = {
      lock: lock(),
      storage: { id: 'newest-sequencer' },
      settings: { work: 300 },
      faults: { pause },
    };
    expect(outcomesOf(after)).toEqual(['overlap']);
    expect(runOf(after).facts('rejected')).toEqual(['client1']);
  });

  /** The holder sends its write and dies; the write travels for 2 s. */
  const drained = (lockDelay: number): Told => ({
    lock: lock({ lockDelay }),
    settings: { work: 800, duration: 9000, patience: 8000 },
    faults: {
      slow: { kind: 'delay', message: { from: 'client1', to: 'storage', leg: 'request', nth: 2 }, by: 1500 },
      death: {
        kind: 'crash',
        process: 'client1',
        when: { kind: 'request', to: 'storage', from: 'client1', side: 'after', nth: 2 },
        restartAfter: 'never',
      },
    },
  });

  test.each([
    [2500, 'held'],
    [0, 'lost-update'],
  ])('45: lock-delay %i: %s', (lockDelay, outcome) => {
    expect(outcomesOf(drained(lockDelay))).toEqual([outcome]);
    expect(runOf(drained(lockDelay)).facts('overlap')).toEqual([]);
  });

  test('45: the cost: those who wait are blocked', () => {
    const blocked = (lockDelay: number): Told => ({
      lock: lock({ lockDelay }),
      settings: { patience: 3000, duration: 9000 },
      faults: { death: crashAt('client1', 'work') },
    });
    expect([outcomesOf(blocked(0)), outcomesOf(blocked(4000))]).toEqual([['held'], ['unavailable']]);
  });

  test('a client that is cut off stops before its session ends at the master, if its work can be interrupted', () => {
    const cut = (whenLost: WhenLost): Told => ({
      lock: lock(),
      settings: { work: 3000, duration: 9000, whenLost },
      faults: {
        cut: {
          kind: 'cut',
          from: ['client1'],
          to: ['service'],
          bothWays: true,
          when: atStep('client1', 'work'),
          for: 'ever',
        },
      },
    });
    expect(outcomesOf(cut('at-once'))).toEqual(['held']);
    expect(outcomesOf(cut('usual'))).toEqual(['overlap']);
    expect(outcomesOf(cut('never'))).toEqual(['lost-update']);
  });

  test('a master that restarts knows who holds the lock', () => {
    const restarted: Told = {
      lock: lock(),
      settings: { work: 1500 },
      faults: { restart: { kind: 'restart', process: 'service', when: atStep('client1', 'work') } },
    };
    expect(outcomesOf(restarted)).toEqual(['held']);
  });
});
