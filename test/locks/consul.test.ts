// The lock in Consul: what its client sends, what its two helpers do, and how runs with cuts, crashes and lost answers end.
import { describe, expect, test } from 'vitest';
import { consul } from '../../src/locks/consul';
import { withDefaults } from '../../src/model/fields';
import type { Held, LockContext } from '../../src/model/lock';
import { newNotice } from '../../src/model/lossNotice';
import { ok, type Reply, timedOut } from '../../src/model/request';
import type { Setting } from '../../src/model/scenario';
import { DrivenWorld, silence } from '../support/drive';
import { atStep, crashAt, cutOffAt, outcomesOf, pauseAt, runOf, type Told } from '../support/runOf';

type Settings = Readonly<Record<string, Setting>>;

const noLeader: Reply = { kind: 'error', message: 'No cluster leader' };
const free = ok([9, null, 0]);
const own = ok([12, 'session 7', 3]);
const others = ok([11, 'session 6', 2]);

/** Each command answers with its replies in order, and then with the last of them for ever. */
function client(settings: Settings = {}, replies: Readonly<Record<string, readonly Reply[]>> = {}) {
  const table: Record<string, readonly Reply[]> = {
    'SESSION CREATE': [ok(7)],
    'SESSION RENEW': [ok(7)],
    'SESSION DESTROY': [ok('OK')],
    'KV GET': [free, own],
    'KV ACQUIRE': [ok(1)],
    'KV RELEASE': [ok(1)],
    ...replies,
  };
  const world = new DrivenWorld({
    answer: ({ request: { command } }) => {
      const [reply = timedOut, ...more] = table[command] ?? [];
      if (more.length > 0) table[command] = more;
      return reply.kind === 'timeout' ? silence : { reply, afterMs: 20 };
    },
  });
  const context: LockContext<never> = {
    me: 'client1',
    nodes: ['service'],
    key: 'stock',
    settings: withDefaults(consul.fields, { nodeTimeout: 1000, ...settings }) as never,
    hold: 1,
    memory: new Map(),
    notice: { ...newNotice(), hold: 1 },
  };
  const forked = (place: number) => {
    const program = world.forked[place];
    if (program === undefined) throw new Error(`There is no task ${place}.`);
    return program;
  };
  return { world, context, forked, texts: () => world.sent.map(({ text }) => text) };
}

const get = 'KV GET stock 0 15000';
const look = 'KV GET stock 0 0';

describe('acquire', () => {
  test('a session, a read, an acquire; then the sequencer is read', () => {
    const { world, context, texts } = client();
    expect(world.run(consul.acquire(context))).toMatchObject({
      kind: 'held',
      token: 3,
      owner: 'session 7',
      validFor: -2,
    });
    expect(texts()).toEqual(['SESSION CREATE 15000 15000 release', get, 'KV ACQUIRE stock 7', look]);
  });

  test.each([
    ['none', null],
    ['lock-index', 3],
    ['modify-index', 12],
  ])('the sequencer %s', (token, expected) => {
    const { world, context } = client({ token });
    expect(world.run(consul.acquire(context))).toMatchObject({ kind: 'held', token: expected });
  });

  test('reads on until the key is free, each time from the index that it knows', () => {
    const { world, context, texts } = client({}, { 'KV GET': [others, ok([13, 'session 5', 3]), free, own] });
    expect(world.run(consul.acquire(context))).toMatchObject({ kind: 'held' });
    expect(texts().slice(1, 5)).toEqual([get, 'KV GET stock 11 15000', 'KV GET stock 13 15000', 'KV ACQUIRE stock 7']);
  });

  test('a long read has its time limit on top of its wait; without a limit, none', () => {
    const replies = { 'KV GET': [others, free, own] };
    const limited = client({ waitTime: 4000 }, replies);
    limited.world.run(consul.acquire(limited.context));
    expect(limited.world.sent.slice(1, 3).map(({ timeoutMs }) => timeoutMs)).toEqual([1000, 5000]);
    const unlimited = client({ nodeTimeout: 0 }, replies);
    unlimited.world.run(consul.acquire(unlimited.context));
    expect(unlimited.world.sent.every(({ timeoutMs }) => timeoutMs === null)).toBe(true);
  });

  test('refused, and another has it: it reads on. Refused, and nobody has it: it is under lock-delay', () => {
    const replies = { 'KV GET': [free, others, free, free, own], 'KV ACQUIRE': [ok(0), ok(0), ok(1)] };
    const { world, context } = client({}, replies);
    expect(world.run(consul.acquire(context))).toMatchObject({ kind: 'held' });
    expect(world.steps).toEqual([
      ...['long-read', 'ask-lock', 'look-why'],
      ...['long-read', 'ask-lock', 'look-why', 'lock-delay'],
      'long-read',
      'sequencer',
    ]);
    expect(world.sleepsMs).toEqual([5000]);
  });

  test('LockTryOnce gives up after LockWaitTime in all', () => {
    const { world, context } = client({ tryOnce: true, waitTime: 50 }, { 'KV GET': [others] });
    expect(world.run(consul.acquire(context))).toEqual({ kind: 'refused', reason: 'held' });
  });

  const errors: readonly (readonly [Readonly<Record<string, readonly Reply[]>>, string])[] = [
    [{ 'SESSION CREATE': [noLeader] }, 'SESSION CREATE 15000 15000 release'],
    [{ 'KV GET': [noLeader] }, get],
    [{ 'KV ACQUIRE': [timedOut] }, 'KV ACQUIRE stock 7'],
    [{ 'KV ACQUIRE': [ok(0)], 'KV GET': [free, noLeader] }, get],
    [{ 'KV GET': [free, noLeader] }, 'KV RELEASE stock 7'],
  ];
  test.each(errors)('with %j it ends in an error', (replies, last) => {
    const { world, context, texts } = client({}, replies);
    expect(world.run(consul.acquire(context))).toEqual({ kind: 'refused', reason: 'error' });
    expect(texts().at(-1)).toBe(last);
  });

  test('after an error of acquire, the careful client reads the key and releases it', () => {
    const { world, context, texts } = client({ afterError: 'reads' }, { 'KV ACQUIRE': [timedOut] });
    expect(world.run(consul.acquire(context))).toEqual({ kind: 'refused', reason: 'error' });
    expect(texts().slice(-3)).toEqual(['KV ACQUIRE stock 7', look, 'KV RELEASE stock 7']);
  });
});

test.each([
  [ok(1), 'none'],
  [ok(0), 'gone'],
  [timedOut, 'error'],
] as const)('release answered with %j: %s', (reply, reason) => {
  const { world, context } = client({}, { 'KV RELEASE': [reply] });
  const held = world.run(consul.acquire(context)) as Held;
  expect(world.run(consul.release(context, held))).toBe(reason);
});

describe('the renewer', () => {
  function renewing(settings: Settings, ...renewals: readonly Reply[]) {
    const all = client(settings, { 'SESSION RENEW': renewals });
    const held = all.world.run(consul.acquire(all.context)) as Held;
    const asked = () => all.world.sent.filter(({ command }) => command === 'SESSION RENEW').map(({ atMs }) => atMs);
    return { ...all, held, asked };
  }

  test('asks after half a TTL, and ends when there is no such session, telling nobody', () => {
    const { world, forked, asked } = renewing({}, ok(7), ok(null));
    const from = world.atMs;
    world.run(forked(0));
    expect(asked().map((at) => at - from)).toEqual([7500, 15_020]);
    expect(world.marks).toEqual([]);
  });

  test('asks each second after an error, and ends a TTL after the last renewal, telling nobody', () => {
    const { world, forked, asked } = renewing({}, noLeader);
    world.run(forked(0));
    expect(asked()).toHaveLength(9);
    expect(world.marks).toEqual([]);
  });

  test('a timer of the client’s own tells it a TTL after the last renewal', () => {
    const { world, forked, held, context } = renewing({ stopsAfterTtl: true }, noLeader);
    expect(held.validFor).toBe(14_920_000);
    world.run(forked(2));
    expect(world.marks.at(-1)).toEqual({ mark: 'lost', hold: 1, reason: 'expired' });
    expect(context.notice?.reason).toBe('expired');
  });

  test('a renewal puts that timer off', () => {
    const { world, forked } = renewing({ stopsAfterTtl: true }, ok(7));
    world.runUntilMark(forked(0), 'extended', 2);
    expect(world.marks).toContainEqual({ mark: 'extended', hold: 1, validFor: 14_980_000 });
  });

  test('destroys the session after Unlock, which does not wait for it', () => {
    const { world, context, held, texts, forked } = renewing({}, ok(7));
    const renewer = forked(0);
    let effect = renewer.next();
    while (!effect.done && effect.value.kind !== 'sleep') effect = renewer.next(0);
    expect(world.run(consul.release(context, held))).toBe('none');
    expect(texts().at(-1)).toBe('KV RELEASE stock 7');
    expect(world.cancelled).toEqual([0]);
    world.run(forked(2));
    expect(texts().at(-1)).toBe('SESSION DESTROY 7');
  });
});

describe('the monitor', () => {
  function watching(settings: Settings, ...reads: readonly Reply[]) {
    const all = client(settings, { 'KV GET': [free, own, ...reads] });
    const held = all.world.run(consul.acquire(all.context)) as Held;
    all.world.run(all.forked(1));
    return { ...all, held };
  }
  const watch = (index: number): string => `KV GET stock ${index} 300000 consistent`;

  test.each([
    ['another has the key', ok([14, 'session 8', 4]), 'stolen'],
    ['nobody has it', ok([14, null, 3]), 'gone'],
    ['it cannot be read', noLeader, 'error'],
  ] as const)('%s: the client is told', (_, reply, reason) => {
    const { world, context, texts } = watching({}, own, reply);
    expect(texts().slice(-2)).toEqual([watch(0), watch(12)]);
    expect(world.marks.at(-1)).toEqual({ mark: 'lost', hold: 1, reason });
    expect(context.notice?.reason).toBe(reason);
  });

  test('bears as many errors in a row as MonitorRetries says', () => {
    const { world, texts } = watching(
      { monitorRetries: 2 },
      own,
      noLeader,
      noLeader,
      own,
      noLeader,
      noLeader,
      noLeader,
    );
    expect(texts().slice(-7)).toEqual([watch(0), watch(12), ...[0, 0].map(watch), watch(12), ...[0, 0].map(watch)]);
    expect(world.sleepsMs).toEqual([2000, 2000, 2000, 2000]);
    expect(world.marks.at(-1)).toEqual({ mark: 'lost', hold: 1, reason: 'error' });
  });

  test.each([
    ['unlocks', 'none', 'held', 'KV RELEASE stock 7'],
    ['keeps', 'error', 'refused', watch(0)],
  ])('a client that is told and %s: released with “%s”, and its next acquire is %s', (whenTold, reason, kind, last) => {
    const { world, context, held, texts } = watching({ whenTold }, noLeader, free, own);
    expect(world.run(consul.release(context, held))).toBe(reason);
    expect(texts().at(-1)).toBe(last);
    expect(world.run(consul.acquire(context)).kind).toBe(kind);
  });
});

describe('in runs', () => {
  const lock = (settings: Settings = {}) => ({
    id: 'consul',
    settings: { ttl: 1000, lockDelay: 500, retryDelay: 200, ...settings },
  });

  const rows: readonly (readonly [string, Told, string])[] = [
    ['three clients', { lock: lock(), settings: { clients: 3 } }, 'held'],
    ['a crash', { lock: lock(), faults: { crash: crashAt('client1', 'work') } }, 'held'],
    ['a pause before the write', { lock: lock(), faults: { pause: pauseAt('client1', 'write', 3500) } }, 'lost-update'],
    [
      'the same with the LockIndex as token',
      { lock: lock(), storage: { id: 'fencing' }, faults: { pause: pauseAt('client1', 'write', 3500) } },
      'overlap',
    ],
    [
      'the same where the key is deleted: the LockIndex begins again',
      {
        lock: lock({ behavior: 'delete' }),
        storage: { id: 'fencing' },
        faults: { pause: pauseAt('client1', 'write', 3500) },
      },
      'lost-update',
    ],
    [
      'the same with the ModifyIndex',
      {
        lock: lock({ behavior: 'delete', token: 'modify-index' }),
        storage: { id: 'fencing' },
        faults: { pause: pauseAt('client1', 'write', 3500) },
      },
      'overlap',
    ],
    [
      'a partition, of which nobody tells the client',
      { lock: lock(), settings: { work: 4000, whenLost: 'at-once' }, faults: { cut: cutOffAt('client1', 'work') } },
      'lost-update',
    ],
    [
      'a partition, and a timer tells the client',
      {
        lock: lock({ stopsAfterTtl: true, nodeTimeout: 500 }),
        settings: { work: 4000, whenLost: 'at-once', duration: 20_000, patience: 9000 },
        faults: { cut: cutOffAt('client1', 'work') },
      },
      'held',
    ],
    [
      'a restart of the server, which ends the watch over the key',
      {
        lock: lock({ monitorRetries: 5, monitorRetryTime: 100 }),
        settings: { work: 1500 },
        faults: { restart: { kind: 'restart', process: 'service', when: atStep('client1', 'work') } },
      },
      'held',
    ],
  ];
  test.each(rows)('%s', (_, told, outcome) => {
    expect(outcomesOf(told)).toEqual([outcome]);
  });

  test('each release wakes everybody who waits', () => {
    const { verdict } = runOf({ lock: lock(), settings: { clients: 5, stagger: 40 } });
    expect([verdict.outcome, verdict.measures.wokenPerRelease]).toEqual(['held', 2]);
  });

  test('the answer to an acquire is lost: the key is closed for the lock-delay, unless the client looks first', () => {
    const lost = (afterError: string): Told => ({
      lock: lock({ ttl: 10_000, lockDelay: 4000, nodeTimeout: 300, afterError }),
      settings: { patience: 3000 },
      // The third answer follows those to the session and to the first read.
      faults: { lost: { kind: 'lose', message: { from: 'service', to: 'client1', leg: 'reply', nth: 3 } } },
    });
    expect([outcomesOf(lost('destroys')), outcomesOf(lost('reads'))]).toEqual([['unavailable'], ['held']]);
  });

  test('a client that was told and does not unlock keeps everybody out for ever', () => {
    const told = (whenTold: string): Told => ({
      lock: lock({ whenTold }),
      settings: { rounds: 2, work: 1000, duration: 12_000, patience: 8000 },
      faults: {
        restart: {
          kind: 'restart',
          process: 'service',
          when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 400 },
        },
      },
    });
    expect([outcomesOf(told('keeps')), outcomesOf(told('unlocks'))]).toEqual([['stuck'], ['held']]);
  });
});
