// The lock in etcd: what its client sends, how it waits, and how runs with pauses, crashes and partitions end.
import { describe, expect, test } from 'vitest';
import { etcd } from '../../src/locks/etcd';
import { withDefaults } from '../../src/model/fields';
import type { Held, LockContext } from '../../src/model/lock';
import { newNotice } from '../../src/model/lossNotice';
import { ok, type Reply, timedOut } from '../../src/model/request';
import type { Setting } from '../../src/model/scenario';
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
      validFor: 59_980_000,
    });
    expect(texts()).toEqual(['LEASE GRANT 60000', put]);
  });

  test.each([
    ['answer', 59_980_000],
    ['question', 59_960_000],
  ])('the lease counted from the %s', (countsFrom, validFor) => {
    const { world, context } = client({ countsFrom });
    expect(world.run(etcd.acquire(context))).toMatchObject({ kind: 'held', validFor });
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
  function kept(reply: Reply, settings: Settings = {}) {
    const all = client(settings, { 'LEASE KEEPALIVE': reply });
    const held = all.world.run(etcd.acquire(all.context)) as Held;
    const keeper = all.world.forked[0];
    if (keeper === undefined) throw new Error('Nothing keeps the lease alive.');
    return { ...all, held, keeper };
  }

  test('is renewed when a third of it is over', () => {
    const { world, keeper } = kept(ok(60_000));
    world.runUntilMark(keeper, 'extended', 2);
    expect(world.sent.filter(({ command }) => command === 'LEASE KEEPALIVE').map(({ atMs }) => atMs)).toEqual([
      20_040, 40_060,
    ]);
  });

  const endings: readonly (readonly [string, Reply, string])[] = [
    ['no answer until it is over', timedOut, 'disconnected'],
    ['the server has no such lease', ok(0), 'gone'],
  ];
  test.each(endings)('%s: the client is told to stop', (_, reply, reason) => {
    const { world, keeper, held, context } = kept(reply);
    world.run(keeper);
    expect(world.marks.at(-1)).toEqual({ mark: 'lost', hold: 1, reason });
    expect(context.notice?.reason).toBe(reason);
    expect(world.run(etcd.release(context, held))).toBe(reason);
  });

  test('is given back with the last round', () => {
    const { world, context, texts } = kept(ok(60_000));
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
      'a partition, and the client stops at once',
      { lock: lock(), settings: { work: 3000, whenLost: 'at-once' }, faults: cut },
      'held',
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
