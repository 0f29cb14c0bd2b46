// The lock in etcd: what its client sends, how it waits, and how runs with pauses, crashes and partitions end.
import { describe, expect, test } from 'vitest';
import { etcd } from '../../../src/core/locks/etcd/lock';
import { timedOut } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { WhenLost } from '../../../src/core/model/scenario/scenario';
import type { TraceKind } from '../../../src/core/model/trace/trace';
import { readEvents } from '../../../src/core/model/trace/traceReader';
import type { Ms } from '../../../src/core/model/values/time';
import { spansOf } from '../../../src/core/spans/spans';
import { atStep, crashAt, cutOffAt, pauseAt, restartAt } from '../../support/faultsAt';
import { type ClientRow, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type RunRow, type RunSetup, runOf, setupOf } from '../../support/runOf';

const acquire = lockClient(etcd, {
  nodes: ['service'],
  replies: {
    'LEASE GRANT': [7, 60_000],
    'LEASE REVOKE': 'OK',
    'TXN PUT IF ABSENT': [34, 34],
    GET: 34,
    DELETE: 1,
  },
});

describe('acquire', () => {
  const names = {
    lease: 'LEASE GRANT 60000',
    put: 'TXN PUT IF ABSENT stock/7 7 stock/',
    before: 'GET LAST stock/ 33',
    recheck: 'GET stock/7',
    leave: 'DELETE stock/7',
  };
  const second = { 'TXN PUT IF ABSENT': [34, 33], 'GET LAST': null };
  const unasked = { ...second, 'GET LAST': timedOut };
  const [gone, silent] = [
    { ...second, GET: null },
    { ...second, GET: timedOut },
  ];

  test.each<ClientRow>([
    ['the oldest key has the lock; its create revision is the token', {}, 'lease, put → held 4980, token 34'],
    [
      'until the first answer to a KeepAlive a lease lasts five seconds, however long it is',
      { 'LEASE GRANT': [7, 90_000] },
      'lease, put → held 4980, token 34',
    ],
    ['no lease', { 'LEASE GRANT': timedOut }, 'lease → refused: error'],
    ['no answer to the put', { 'TXN PUT IF ABSENT': timedOut }, 'lease, put, leave → refused: error'],
    ['no answer to who is before it', unasked, 'lease, put, before, leave → refused: error'],
    ['its key is gone when it looks again', gone, 'lease, put, before, recheck, leave → refused: expired'],
    ['no answer when it looks again', silent, 'lease, put, before, recheck, leave → refused: error'],
    [
      'without that look it believes what it was told',
      { recheckLease: false, ...gone },
      'lease, put, before → held 4960, token 34',
    ],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test('the owner is its key', () => {
    expect(acquire().held.owner).toBe('stock/7');
  });
});

test('release answered with 1, with 0, and not at all', () => {
  const reasons = [1, 0, timedOut].map((reply) => acquire({ DELETE: reply }).release());
  expect(reasons).toEqual(['none', 'gone', 'error']);
});

describe('the lease', () => {
  const fixed = { min: 10, p50: 10, p99: 10, max: 10 };
  const path = (from: ProcessId, to: ProcessId, kind: 'cut' | 'slow', at: Ms, more: object): Fault =>
    ({ kind, from: [from], to: [to], bothWays: false, when: { kind: 'time', at }, ...more }) as unknown as Fault;

  function keptBy(lease: Ms, faults: RunSetup['faults'], settings: RunSetup['settings'] = {}) {
    const { trace, verdict } = runOf({
      lock: { id: 'etcd', settings: { lease } },
      storage: { id: 'version' },
      settings: { latency: fixed, work: 12_000, duration: 40_000, patience: 20_000, rounds: 1, ...settings },
      ...(faults ? { faults } : {}),
    });
    const events = [...readEvents(trace)].filter(({ process }) => process === 0);
    const ms = (kind: TraceKind): readonly Ms[] =>
      events.flatMap((event) => (event.kind === kind ? [event.at / 1000] : []));
    const asked = events.flatMap((event) =>
      event.kind === 'sent' && /^LEASE KEEPALIVE/.test(trace.strings[event.text] ?? '') ? [event.at / 1000] : [],
    );
    const hold = spansOf(trace).holds.find(({ process }) => process === 0);
    return {
      verdict,
      asked,
      gaps: asked.slice(1).map((at, n) => at - (asked[n] ?? 0)),
      ms,
      notifiedAt: hold?.notifiedAt ?? null,
    };
  }

  test('is renewed at once, and then when a third of it is over since the answer, at a pace of half a second', () => {
    const { asked, gaps, ms } = keptBy(6000, {});
    expect(asked[0]).toBeLessThan(ms('acquired')[0] ?? 0);
    expect(new Set(gaps)).toEqual(new Set([2500]));
  });

  const cutAt = { cut: path('client1', 'service', 'cut', 4000, { for: 'ever' }) };

  test('a KeepAlive without an answer is sent again each half second, until nothing was heard for a whole lease', () => {
    const { gaps, ms, notifiedAt } = keptBy(6000, cutAt);
    expect(gaps.slice(-6)).toEqual([500, 500, 500, 500, 500, 500]);
    const heard = ms('extended').at(-1) ?? 0;
    expect((notifiedAt ?? 0) / 1000 - heard).toBeGreaterThanOrEqual(6000);
    expect((notifiedAt ?? 0) / 1000 - heard).toBeLessThanOrEqual(7000);
  });

  test('an answer later than a third of it counts from its arrival, so two are inside', () => {
    const late = { slow: path('service', 'client1', 'slow', 1000, { by: 1800, for: 20_000 }), ...cutAt };
    const { verdict, notifiedAt: learnedAt, ms } = keptBy(3000, late, { whenLost: 'at-once' });
    expect((learnedAt ?? 0) / 1000).toBeGreaterThan((ms('extended').at(-1) ?? 0) + 2999);
    expect(verdict.lock).toBe('overlap');
  });

  test('is gone when the server says so, before the client has seen its own deadline', () => {
    const gone = [3100, 3300, 3500, 3700].map((length) => {
      const { notifiedAt, ms } = keptBy(3000, { cut: path('client1', 'service', 'cut', 4000, { for: length }) });
      return notifiedAt !== null && notifiedAt / 1000 - (ms('extended').at(-1) ?? 0) < 4000;
    });
    expect(gone).toContain(true);
  });

  test('is given back with the last round', () => {
    const client = acquire();
    client.quit();
    expect([client.sent.at(-1), client.world.cancelled]).toEqual(['LEASE REVOKE 7', [0]]);
  });
});

describe('in runs', () => {
  const lock = (settings: Settings = {}) => ({ id: 'etcd', settings: { lease: 1000, ...settings } });

  /** Client 2 sleeps in the queue for longer than its lease. Client 3 arrives meanwhile. */
  const slept: Rest = {
    storage: { id: 'version' },
    settings: { clients: 3, work: 2000, own: { client3: { start: 2000 } }, duration: 14_000, patience: 8000 },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client2',
        when: { kind: 'step', process: 'client2', step: 'watch', nth: 1, plus: 150 },
        for: 3000,
      },
    },
  };
  const version = { storage: { id: 'version' } };
  const long = { settings: { work: 3000 } };
  const crash = { faults: { crash: crashAt('client1', 'work') } };
  const crashAndStart = { faults: { crash: crashAt('client1', 'work', 100) } };
  const cut = { faults: { cut: cutOffAt('client1', 'work') } };
  const paused = { faults: { pause: pauseAt('client1', 'write', 2500) } };
  const restart = { faults: { restart: restartAt('service', atStep('client1', 'work')) } };
  const stops = (whenLost: WhenLost) => ({ settings: { whenLost } });

  test.each<RunRow>([
    ['three clients', 'held', lock(), { settings: { clients: 3 } }],
    ['a crash', 'held', lock(), crash],
    ['a crash and a new start: the lease before ends beyond the run', 'unavailable', { id: 'etcd' }, crashAndStart],
    ['a pause before the write', 'lost', lock(), paused],
    ['the same with the create revision as token', 'overlap', lock(), { storage: { id: 'fencing' } }, paused],
    ['a partition, and the client stops at once, up to a second late', 'overlap', lock(), long, stops('at-once'), cut],
    ['a partition, and it stops before its next step', 'overlap', lock(), long, cut],
    ['a partition, and it does not', 'overlap', lock(), version, long, stops('never'), cut],
    ['a lease that ended in the queue, seen', 'held', lock({ recheckLease: true }), slept],
    ['a lease that ended in the queue, not looked after', 'overlap', lock({ recheckLease: false }), slept],
    ['a restart of the server', 'held', lock(), { settings: { work: 1500 } }, restart],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('one wakes for each release, and the token grows', () => {
    const { verdict, times, facts } = runOf({ lock: lock(), settings: { clients: 4, stagger: 50 } });
    expect(times('woken', 'service')).toHaveLength(3);
    expect([verdict.outcome, facts('token-fell'), facts('token-repeated')]).toEqual(['held', [], []]);
  });
});
