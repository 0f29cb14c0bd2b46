// The lock in Chubby: what its client sends and concludes, and the runs in the articles about sequencers and
// lock-delay.
import { describe, expect, test } from 'vitest';
import { chubby } from '../../../src/core/locks/chubby/lock';
import { connectionClosed, type Reply, timedOut } from '../../../src/core/model/effects/request';
import type { When } from '../../../src/core/model/scenario/fault';
import { withDefaults } from '../../../src/core/model/scenario/fields';
import { defaultSettings, type WhenLost } from '../../../src/core/model/scenario/scenario';
import { atStep, crashAt, cutOffAt, pauseAt, restartAt } from '../../support/faultsAt';
import { type ClientRow, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type RunRow, runOf, setupOf } from '../../support/runOf';

const expired: Reply = { kind: 'error', message: 'SESSION_EXPIRED' };

const acquire = lockClient(chubby, {
  nodes: ['service'],
  replies: {
    OPENSESSION: [7, 12_000],
    ACQUIRE: 'OK',
    TRYACQUIRE: 'OK',
    GETSEQUENCER: 'stock:exclusive:33',
    RELEASE: 1,
    CLOSESESSION: 'OK',
    KEEPALIVE: timedOut,
  },
});

describe('acquire', () => {
  const names = {
    session: 'OPENSESSION',
    ask: 'ACQUIRE 7 stock exclusive',
    try: 'TRYACQUIRE 7 stock exclusive',
    sequencer: 'GETSEQUENCER 7 stock',
    release: 'RELEASE 7 stock',
  };

  test.each<ClientRow>([
    ['opens a session, waits, asks for the sequencer', {}, 'session, ask, sequencer → held 11820, token 33'],
    ['no session', { OPENSESSION: timedOut }, 'session → refused: error'],
    ['no answer to Acquire', { ACQUIRE: timedOut }, 'session, ask, release → refused: held'],
    ['a session that has expired', { ACQUIRE: expired }, 'session, ask → refused: error'],
    ['a connection that is closed', { ACQUIRE: connectionClosed }, 'session, ask → refused: error'],
    ['no sequencer', { GETSEQUENCER: null }, 'session, ask, sequencer, release → refused: error'],
    ['no answer about it', { GETSEQUENCER: timedOut }, 'session, ask, sequencer, release → refused: error'],
    ['TryAcquire that is answered no', { ask: 'try', TRYACQUIRE: null }, 'session, try → refused: held'],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test('the owner is the sequencer', () => {
    expect(acquire().held).toMatchObject({ shared: false, readsOnly: false, owner: 'stock:exclusive:33' });
  });

  test('the session is kept for the next acquisition', () => {
    const client = acquire({ ask: 'try' });
    expect(client.release()).toBe('none');
    expect(client.acquire().timesOf('OPENSESSION')).toHaveLength(1);
    expect(client.sent.at(-2)).toBe(names.try);
  });
});

test('release answered with 1, with 0, and not at all', () => {
  const reasons = [1, 0, timedOut].map((reply) => acquire({ RELEASE: reply }).release());
  expect(reasons).toEqual(['none', 'not-owner', 'error']);
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
    const { sent, held } = acquire(settings, { me });
    expect(sent).toContain(`ACQUIRE 7 stock ${mode}`);
    expect(held).toMatchObject({ shared: mode === 'shared', readsOnly });
  });

  test('readers among readers alone are warned of', () => {
    const warned = (settings: Settings) =>
      chubby.warnings?.(withDefaults(chubby.fields, settings), defaultSettings).map(({ en }) => en);
    expect(warned({ mode: 'shared', readers: 1 })).toHaveLength(1);
    expect([warned({ mode: 'shared' }), warned({ readers: 3 })]).toEqual([[], []]);
  });
});

describe('the session', () => {
  test('a KeepAlive renews the lease, counted from when it was asked, and a hundredth shorter than the master’s', () => {
    const client = acquire({ KEEPALIVE: 18_000 });
    client.world.runUntilMark(client.task(), 'extended');
    expect(client.left).toBe('17800');
  });

  test('no answer until the lease is over: the client is told to stop', () => {
    const client = acquire().runTask();
    expect([client.marks.at(-1), client.left, client.reported]).toEqual(['1 lost: disconnected', '0', 'disconnected']);
    expect(client.release()).toBe('disconnected');
    expect(client.sent).not.toContain('RELEASE 7 stock');
  });

  test('the master says that it is over, and for the next acquisition a new one is opened', () => {
    const client = acquire({ KEEPALIVE: expired }).runTask();
    expect([client.marks.at(-1), client.reported]).toEqual(['1 lost: gone', 'gone']);
    expect(client.acquire().timesOf('OPENSESSION')).toHaveLength(2);
  });

  test('is closed with the last round, and nothing keeps it alive any more', () => {
    const client = acquire();
    client.quit();
    expect([client.sent.at(-1), client.world.cancelled]).toEqual(['CLOSESESSION 7', [0]]);
  });
});

describe('in the stories’ runs', () => {
  const lock = (settings: Settings = {}) => ({
    id: 'chubby',
    settings: { sessionTimeout: 800, lockDelay: 0, ...settings },
  });
  const faults = { pause: pauseAt('client1', 'write', 2600) };
  const secondWrite: When = { kind: 'request', to: 'storage', from: 'client1', side: 'after', nth: 2 };

  const asked: Rest = {
    storage: { id: 'check-sequencer' },
    settings: { own: { client2: { start: 300 } }, work: 2400, duration: 9000 },
    faults,
  };
  const late: Rest = {
    storage: { id: 'check-sequencer', settings: { askTimeout: 4000 } },
    settings: { work: 900, storageTimeout: 4000 },
    faults: {
      answer: { kind: 'delay', message: { from: 'service', to: 'storage', leg: 'reply', nth: 1 }, by: 1500 },
      pause: { kind: 'pause', process: 'client1', when: secondWrite, for: 2600 },
    },
  };
  /** The old write arrives between client 2's read and its write. */
  const between = (settings: Settings): Rest => ({
    storage: { id: 'newest-sequencer', settings },
    settings: { work: 1600, own: { client2: { start: 300 } }, duration: 12_000 },
    faults: { pause: pauseAt('client1', 'write', 1900) },
  });
  const after: Rest = { storage: { id: 'newest-sequencer' }, settings: { work: 300 }, faults };
  /** The holder sends its write and dies; the write takes 2 s to arrive. */
  const drained: Rest = {
    settings: { work: 800, duration: 9000, patience: 8000 },
    faults: {
      slow: { kind: 'delay', message: { from: 'client1', to: 'storage', leg: 'request', nth: 2 }, by: 1500 },
      death: { kind: 'crash', process: 'client1', when: secondWrite, restartAfter: 'never' },
    },
  };
  const crashed: Rest = { settings: { patience: 3000, duration: 9000 }, faults: { death: crashAt('client1', 'work') } };
  const cut = (whenLost: WhenLost): Rest => ({
    settings: { work: 3000, duration: 9000, whenLost },
    faults: { cut: cutOffAt('client1', 'work') },
  });
  const restart = { faults: { restart: restartAt('service', atStep('client1', 'work')) } };

  test.each<RunRow>([
    ['43: the old sequencer is refused before a newer one has been seen', 'overlap', lock(), asked],
    ['43: an answer that is under way while the lock changes hands comes too late', 'lost', lock(), late],
    ['44: the newest sequencer seen', 'lost', lock(), between({})],
    ['44: marked at a read, too', 'overlap', lock(), between({ markAtRead: true })],
    ['44: an old write after the new holder’s first one is refused', 'overlap', lock(), after],
    ['45: a lock-delay longer than a write is under way', 'held', lock({ lockDelay: 2500 }), drained],
    ['45: no lock-delay', 'lost', lock({ lockDelay: 0 }), drained],
    ['45: without one nobody is blocked', 'held', lock({ lockDelay: 0 }), crashed],
    ['45: the cost: those who wait are blocked', 'unavailable', lock({ lockDelay: 4000 }), crashed],
    ['a client that is cut off, and interrupted, stops before its session ends', 'held', lock(), cut('at-once')],
    ['one that looks later does not', 'overlap', lock(), cut('usual')],
    ['nor does one that never looks', 'lost', lock(), cut('never')],
    ['a master that restarts knows who holds the lock', 'held', lock(), { settings: { work: 1500 } }, restart],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('43: that refusal comes before the first write of the new holder', () => {
    const { facts, times } = runOf({ lock: lock(), ...asked });
    expect(facts('rejected')).toEqual(['client1']);
    expect(times('rejected', 'storage')[0]).toBeLessThan(times('wrote', 'storage')[0] as number);
  });

  test('43: two readers share the lock, and are no overlap', () => {
    const { verdict, facts, times } = runOf({ lock: lock({ mode: 'shared' }), settings: { stagger: 50, work: 600 } });
    expect(times('acquired', 'client2')[0]).toBeLessThan(times('releasing', 'client1')[0] as number);
    expect([verdict.outcome, facts('overlap'), facts('token-repeated')]).toEqual(['held', [], []]);
  });

  test('44: the write that is refused there is the old one', () => {
    expect(runOf({ lock: lock(), ...after }).facts('rejected')).toEqual(['client1']);
  });

  test.each([2500, 0])('45: with a lock-delay of %i nobody was inside beside another', (lockDelay) => {
    expect(runOf({ lock: lock({ lockDelay }), ...drained }).facts('overlap')).toEqual([]);
  });
});
