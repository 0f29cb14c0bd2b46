// The lock in etcd: what its client sends, how it waits, and how runs with pauses, crashes and partitions end.
import { describe, expect, test } from 'vitest';
import { etcd } from '../../src/locks/etcd';
import type { Fault } from '../../src/model/fault';
import { withDefaults } from '../../src/model/fields';
import type { Held, LockContext } from '../../src/model/lock';
import { newNotice } from '../../src/model/lossNotice';
import { ok, type Reply, timedOut } from '../../src/model/request';
import type { ProcessId, Setting } from '../../src/model/scenario';
import type { Ms } from '../../src/model/time';
import type { TraceKind } from '../../src/model/trace';
import { readEvents } from '../../src/model/traceReader';
import { spansOf } from '../../src/spans/spans';
import { DrivenWorld, silence } from '../support/drive';
import { atStep, crashAt, outcomesOf, pauseAt, runOf, type Told } from '../support/runOf';

type Settings = Readonly<Record<string, Setting>>;

function client(settings: Settings = {}, replies: Readonly<Record<string, Reply>> = {}) {
  const table: Readonly<Record<string, Reply>> = {
    'LEASE GRANT': ok([7, 60_000]),
    'LEASE REVOKE': ok('OK'),
    'TXN PUT IF ABSENT': ok([34, 34]),
    GET: ok(34),
    DELETE: ok(1),
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
    settings: withDefaults(etcd.fields, settings) as never,
    hold: 1,
    memory: new Map(),
    notice: { ...newNotice(), hold: 1 },
  };
  return { world, context, texts: () => world.sent.map(({ text }) => text) };
}

const put = 'TXN PUT IF ABSENT stock/7 7 stock/';

describe('acquire', () => {
  test('the oldest key has the lock after one request; its create revision is the token', () => {
    const { world, context, texts } = client();
    expect(world.run(etcd.acquire(context))).toMatchObject({
      kind: 'held',
      token: 34,
      owner: 'stock/7',
      validFor: 4_980_000,
    });
    expect(texts()).toEqual(['LEASE GRANT 60000', put]);
  });

  const refusals: readonly (readonly [Readonly<Record<string, Reply>>, string, string])[] = [
    [{ 'LEASE GRANT': timedOut }, 'error', 'LEASE GRANT 60000'],
    [{ 'TXN PUT IF ABSENT': timedOut }, 'error', 'DELETE stock/7'],
    [{ 'TXN PUT IF ABSENT': ok([34, 33]), 'GET LAST': timedOut }, 'error', 'DELETE stock/7'],
    [{ 'TXN PUT IF ABSENT': ok([34, 33]), 'GET LAST': ok(null), GET: ok(null) }, 'expired', 'DELETE stock/7'],
    [{ 'TXN PUT IF ABSENT': ok([34, 33]), 'GET LAST': ok(null), GET: timedOut }, 'error', 'DELETE stock/7'],
  ];
  test.each(refusals)('with %j: refused, %s, after %s', (replies, reason, last) => {
    const { world, context, texts } = client({}, replies);
    expect(world.run(etcd.acquire(context))).toEqual({ kind: 'refused', reason });
    expect(texts().at(-1)).toBe(last);
  });

  test('without the look after its key it believes what it was told', () => {
    const replies = { 'TXN PUT IF ABSENT': ok([34, 33]), 'GET LAST': ok(null), GET: ok(null) };
    const { world, context, texts } = client({ recheckLease: false }, replies);
    expect(world.run(etcd.acquire(context))).toMatchObject({ kind: 'held', token: 34 });
    expect(texts()).not.toContain('GET stock/7');
  });
});

test.each([
  [ok(1), 'none'],
  [ok(0), 'gone'],
  [timedOut, 'error'],
] as const)('release answered with %j: %s', (reply, reason) => {
  const { world, context } = client({}, { DELETE: reply });
  const held = world.run(etcd.acquire(context)) as Held;
  expect(world.run(etcd.release(context, held))).toBe(reason);
});

describe('the lease', () => {
  const fixed = { min: 10, p50: 10, p99: 10, max: 10 };
  const path = (from: ProcessId, to: ProcessId, kind: 'cut' | 'slow', at: Ms, more: object): Fault =>
    ({ kind, from: [from], to: [to], bothWays: false, when: { kind: 'time', at }, ...more }) as unknown as Fault;

  function keptBy(lease: Ms, faults: Told['faults'], settings: Told['settings'] = {}) {
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
      told: hold?.toldAt ?? null,
    };
  }

  test('is renewed at once, and then when a third of it is over since the answer, at a pace of half a second', () => {
    const { asked, gaps, ms } = keptBy(6000, {});
    expect(asked[0]).toBeLessThan(ms('acquired')[0] ?? 0);
    expect(new Set(gaps)).toEqual(new Set([2500]));
  });

  const cutAt = { cut: path('client1', 'service', 'cut', 4000, { for: 'ever' }) };

  test('a KeepAlive without an answer is sent again each half second, until nothing was heard for a whole lease', () => {
    const { gaps, ms, told } = keptBy(6000, cutAt);
    expect(gaps.slice(-6)).toEqual([500, 500, 500, 500, 500, 500]);
    const heard = ms('extended').at(-1) ?? 0;
    expect((told ?? 0) / 1000 - heard).toBeGreaterThanOrEqual(6000);
    expect((told ?? 0) / 1000 - heard).toBeLessThanOrEqual(7000);
  });

  test('lasts five seconds until the first answer to a KeepAlive, however long the lease is', () => {
    const { world, context } = client();
    expect(world.run(etcd.acquire(context))).toMatchObject({ kind: 'held', validFor: 4_980_000 });
  });

  test('an answer later than a third of it counts from its arrival, so two are inside', () => {
    const late = { slow: path('service', 'client1', 'slow', 1000, { by: 1800, for: 20_000 }), ...cutAt };
    const { verdict, told, ms } = keptBy(3000, late, { whenLost: 'at-once' });
    expect((told ?? 0) / 1000).toBeGreaterThan((ms('extended').at(-1) ?? 0) + 2999);
    expect(verdict.lock).toBe('overlap');
  });

  test('is gone when the server says so, before the client has seen its own deadline', () => {
    const gone = [3100, 3300, 3500, 3700].map((length) => {
      const { told, ms } = keptBy(3000, { cut: path('client1', 'service', 'cut', 4000, { for: length }) });
      return told !== null && told / 1000 - (ms('extended').at(-1) ?? 0) < 4000;
    });
    expect(gone).toContain(true);
  });

  test('is given back with the last round', () => {
    const { world, context, texts } = client();
    world.run(etcd.acquire(context));
    const quit = etcd.quit?.(context);
    if (quit) world.run(quit);
    expect(texts().at(-1)).toBe('LEASE REVOKE 7');
    expect(world.cancelled).toEqual([0]);
  });
});

describe('in runs', () => {
  const lock = (settings: Settings = {}) => ({ id: 'etcd', settings: { lease: 1000, ...settings } });

  /** Client 2 sleeps in the queue for longer than its lease. Client 3 arrives meanwhile. */
  const slept = (recheckLease: boolean): Told => ({
    lock: lock({ recheckLease }),
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
    ['three clients', { lock: lock(), settings: { clients: 3 } }, 'held'],
    ['a crash', { lock: lock(), faults: { crash: crashAt('client1', 'work') } }, 'held'],
    [
      'a crash and a new start: the lease of the life before ends, though not within this run',
      { lock: { id: 'etcd' }, faults: { crash: crashAt('client1', 'work', 100) } },
      'unavailable',
    ],
    ['a pause before the write', { lock: lock(), faults: { pause: pauseAt('client1', 'write', 2500) } }, 'lost-update'],
    [
      'the same with the create revision as token',
      { lock: lock(), storage: { id: 'fencing' }, faults: { pause: pauseAt('client1', 'write', 2500) } },
      'overlap',
    ],
    [
      'a partition, and the client stops at once when it is told, up to a second late',
      { lock: lock(), settings: { work: 3000, whenLost: 'at-once' }, faults: cut },
      'overlap',
    ],
    [
      'a partition, and it stops before its next step',
      { lock: lock(), settings: { work: 3000 }, faults: cut },
      'overlap',
    ],
    [
      'a partition, and it does not',
      { lock: lock(), storage: { id: 'version' }, settings: { work: 3000, whenLost: 'never' }, faults: cut },
      'overlap',
    ],
    ['a lease that ended in the queue, seen', slept(true), 'held'],
    ['a lease that ended in the queue, not looked after', slept(false), 'overlap'],
    [
      'a restart of the server',
      {
        lock: lock(),
        settings: { work: 1500 },
        faults: { restart: { kind: 'restart', process: 'service', when: atStep('client1', 'work') } },
      },
      'held',
    ],
  ];
  test.each(rows)('%s', (_, told, outcome) => {
    expect(outcomesOf(told)).toEqual([outcome]);
  });

  test('one wakes for each release, and the token grows', () => {
    const { verdict, times, facts } = runOf({ lock: lock(), settings: { clients: 4, stagger: 50 } });
    expect(times('woken', 'service')).toHaveLength(3);
    expect([verdict.outcome, facts('token-fell'), facts('token-repeated')]).toEqual(['held', [], []]);
  });
});
