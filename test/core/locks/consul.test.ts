// The lock in Consul: what its client sends, what its two helpers do, and how runs with cuts, crashes and lost
// answers end.
import { describe, expect, test } from 'vitest';
import { consul } from '../../../src/core/locks/consul/lock';
import { type Reply, timedOut, type Value } from '../../../src/core/model/effects/request';
import { atStep, crashAt, cutOffAt, loseReply, pauseAt, restartAt } from '../../support/faultsAt';
import { type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type RunRow, type RunSetup, runOf, setupOf } from '../../support/runOf';

const noLeader: Reply = { kind: 'error', message: 'No cluster leader' };
const free = [9, null, 0];
const own = [12, 'session 7', 3];
const others = [11, 'session 6', 2];

const acquire = lockClient(consul, {
  nodes: ['service'],
  settings: { nodeTimeout: 1000 },
  replies: {
    'SESSION CREATE': 7,
    'SESSION RENEW': 7,
    'SESSION DESTROY': 'OK',
    'KV GET': inTurn(free, own),
    'KV ACQUIRE': 1,
    'KV RELEASE': 1,
  },
});

const giveBack = 'KV RELEASE stock 7';
const names = {
  session: 'SESSION CREATE 15000 15000 release',
  read: 'KV GET stock 0 15000',
  look: 'KV GET stock 0 0',
  take: 'KV ACQUIRE stock 7',
  giveBack,
};
const got = 'session, read, take, look → held with the session, token';

describe('acquire', () => {
  const [readError, noSequencer] = [{ 'KV GET': noLeader }, { 'KV GET': inTurn(free, noLeader) }];

  test.each<ClientRow>([
    ['a session, a read, an acquire; then the sequencer is read', {}, `${got} 3`],
    ['without a sequencer', { token: 'none' }, 'session, read, take → held with the session'],
    ['the LockIndex as sequencer', { token: 'lock-index' }, `${got} 3`],
    ['the ModifyIndex as sequencer', { token: 'modify-index' }, `${got} 12`],
    [
      'reads on until the key is free, each time from the index that it knows',
      { 'KV GET': inTurn(others, [13, 'session 5', 3], free, own) },
      'session, read, KV GET stock 11 15000, KV GET stock 13 15000, take, look → held with the session, token 3',
    ],
    [
      'LockTryOnce gives up after LockWaitTime in all',
      { tryOnce: true, waitTime: 50, 'KV GET': others },
      'session, KV GET stock 0 50, KV GET stock 11 30, KV GET stock 11 10 → refused: held',
    ],
    ['an error instead of a session', { 'SESSION CREATE': noLeader }, 'session → refused: error'],
    ['an error at the first read', readError, 'session, read → refused: error'],
    ['no answer to the acquire', { 'KV ACQUIRE': timedOut }, 'session, read, take → refused: error'],
    [
      'an error as it reads why it was refused',
      { 'KV ACQUIRE': 0, ...noSequencer },
      'session, read, take, read → refused: error',
    ],
    ['an error instead of the sequencer', noSequencer, 'session, read, take, look, giveBack → refused: error'],
    [
      'after an error of acquire, the careful client reads the key and releases it',
      { afterError: 'reads', 'KV ACQUIRE': timedOut },
      'session, read, take, look, giveBack → refused: error',
    ],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test('the owner is the session', () => {
    expect(acquire().held.owner).toBe('session 7');
  });

  test.each<readonly [string, Settings, readonly (number | null)[]]>([
    ['has its time limit on top of its wait', { waitTime: 4000 }, [1000, 1000, 5000, 1000, 1000]],
    ['without a limit has none', { nodeTimeout: 0 }, Array(5).fill(null)],
  ])('a long read %s', (_, settings, expected) => {
    const { world } = acquire({ ...settings, 'KV GET': inTurn(others, free, own) });
    expect(world.sent.map(({ timeoutMs }) => timeoutMs)).toEqual(expected);
  });

  test('refused, and another has it: it reads on. Refused, and nobody has it: it is under lock-delay', () => {
    const reads = inTurn(free, others, free, free, own);
    const { world, ends } = acquire({ 'KV GET': reads, 'KV ACQUIRE': inTurn(0, 0, 1) });
    expect(ends).toBe('held with the session, token 3');
    expect(world.steps).toEqual([
      ...['long-read', 'ask-lock', 'look-why'],
      ...['long-read', 'ask-lock', 'look-why', 'lock-delay'],
      ...['long-read', 'sequencer'],
    ]);
    expect(world.sleepsMs).toEqual([5000]);
  });
});

test('release answered with 1, with 0, and not at all', () => {
  const reasons = [1, 0, timedOut].map((reply) => acquire({ 'KV RELEASE': reply }).release());
  expect(reasons).toEqual(['none', 'gone', 'error']);
});

describe('the renewer', () => {
  const renewing = (settings: Settings, ...renewals: readonly (Value | Reply)[]) =>
    acquire({ ...settings, 'SESSION RENEW': inTurn(...renewals) });

  test('asks after half a TTL, and ends when there is no such session, telling nobody', () => {
    const client = renewing({}, 7, null);
    const from = client.world.atMs;
    client.runTask();
    expect(client.timesOf('SESSION RENEW').map((at) => at - from)).toEqual([7500, 15_020]);
    expect(client.marks).toEqual([]);
  });

  test('asks each second after an error, and ends a TTL after the last renewal, telling nobody', () => {
    const client = renewing({}, noLeader).runTask();
    expect([client.timesOf('SESSION RENEW').length, client.marks]).toEqual([9, []]);
  });

  test('a timer of the client’s own tells it a TTL after the last renewal', () => {
    const client = renewing({ stopsAfterTtl: true }, noLeader);
    expect(client.ends).toBe('held 14920, token 3');
    client.runTask(2);
    expect([client.marks.at(-1), client.reported]).toEqual(['1 lost: expired', 'expired']);
  });

  test('a renewal puts that timer off', () => {
    const client = renewing({ stopsAfterTtl: true }, 7);
    client.world.runUntilMark(client.task(), 'extended', 2);
    expect(client.marks).toEqual(Array(2).fill('1 extended 14980'));
  });

  test('destroys the session after Unlock, which does not wait for it', () => {
    const client = renewing({}, 7);
    const renewer = client.task();
    let effect = renewer.next();
    while (!effect.done && effect.value.kind !== 'sleep') effect = renewer.next(0);
    expect([client.release(), client.sent.at(-1), client.world.cancelled]).toEqual(['none', giveBack, [0]]);
    expect(client.runTask(2).sent.at(-1)).toBe('SESSION DESTROY 7');
  });
});

describe('the monitor', () => {
  const watching = (settings: Settings, ...reads: readonly (Value | Reply)[]) =>
    acquire({ ...settings, 'KV GET': inTurn(free, own, ...reads) }).runTask(1);
  const watch = (index: number): string => `KV GET stock ${index} 300000 consistent`;

  test.each<readonly [string, Value | Reply, string]>([
    ['another has the key', [14, 'session 8', 4], 'stolen'],
    ['nobody has it', [14, null, 3], 'gone'],
    ['it cannot be read', noLeader, 'error'],
  ])('%s: the client is told', (_, reply, reason) => {
    const { sent, marks, reported } = watching({}, own, reply);
    expect(sent.slice(-2)).toEqual([watch(0), watch(12)]);
    expect([marks.at(-1), reported]).toEqual([`1 lost: ${reason}`, reason]);
  });

  test('bears as many errors in a row as MonitorRetries says', () => {
    const [two, three] = [Array(2).fill(noLeader), Array(3).fill(noLeader)];
    const { world, sent, marks } = watching({ monitorRetries: 2 }, own, ...two, own, ...three);
    expect(sent.slice(-7)).toEqual([0, 12, 0, 0, 12, 0, 0].map(watch));
    expect(world.sleepsMs).toEqual([2000, 2000, 2000, 2000]);
    expect(marks.at(-1)).toBe('1 lost: error');
  });

  test.each([
    ['unlocks', 'none', 'held with the session, token 3', giveBack],
    ['keeps', 'error', 'refused: held', watch(0)],
  ])('a client that is told and %s: released with “%s”, and its next acquire is %s', (whenTold, reason, ends, last) => {
    const client = watching({ whenTold }, noLeader, free, own);
    expect([client.release(), client.sent.at(-1), client.acquire().ends]).toEqual([reason, last, ends]);
  });
});

describe('in runs', () => {
  const lock = (settings: Settings = {}) => ({
    id: 'consul',
    settings: { ttl: 1000, lockDelay: 500, retryDelay: 200, ...settings },
  });
  const paused = { faults: { pause: pauseAt('client1', 'write', 3500) } };
  const fenced = { storage: { id: 'fencing' }, ...paused };
  const cut = { settings: { work: 4000, whenLost: 'at-once' }, faults: { cut: cutOffAt('client1', 'work') } } as const;
  const crash = { faults: { crash: crashAt('client1', 'work') } };
  const restart = { faults: { restart: restartAt('service', atStep('client1', 'work')) } };
  const [deletes, byModify] = [{ behavior: 'delete' }, { behavior: 'delete', token: 'modify-index' }];
  const timer = { stopsAfterTtl: true, nodeTimeout: 500 };
  const monitor = { monitorRetries: 5, monitorRetryTime: 100 };

  test.each<RunRow>([
    ['three clients', 'held', lock(), { settings: { clients: 3 } }],
    ['a crash', 'held', lock(), crash],
    ['a pause before the write', 'lost', lock(), paused],
    ['the same with the LockIndex as token', 'overlap', lock(), fenced],
    ['the same where the key is deleted: the LockIndex begins again', 'lost', lock(deletes), fenced],
    ['the same with the ModifyIndex', 'overlap', lock(byModify), fenced],
    ['a partition, of which nobody tells the client', 'lost', lock(), cut],
    [
      'a partition, and a timer tells the client',
      'held',
      lock(timer),
      cut,
      { settings: { duration: 20_000, patience: 9000 } },
    ],
    ['a restart of the server, which ends the watch', 'held', lock(monitor), { settings: { work: 1500 } }, restart],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('each release wakes everybody who waits', () => {
    const { verdict } = runOf({ lock: lock(), settings: { clients: 5, stagger: 40 } });
    expect([verdict.outcome, verdict.measures.wokenPerRelease]).toEqual(['held', 2]);
  });

  test('the answer to an acquire is lost: the key is closed for the lock-delay, unless the client looks first', () => {
    const lost = (afterError: string): RunSetup => ({
      lock: lock({ ttl: 10_000, lockDelay: 4000, nodeTimeout: 300, afterError }),
      settings: { patience: 3000 },
      // The third answer follows the answers for the session and the first read.
      faults: { lost: loseReply('service', 'client1', 3) },
    });
    expect([outcomesOf(lost('destroys')), outcomesOf(lost('reads'))]).toEqual([['unavailable'], ['held']]);
  });

  test('a client that was told and does not unlock keeps everybody out for ever', () => {
    const setup = (whenTold: string): RunSetup => ({
      lock: lock({ whenTold }),
      settings: { rounds: 2, work: 1000, duration: 12_000, patience: 8000 },
      faults: { restart: restartAt('service', { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 400 }) },
    });
    expect([outcomesOf(setup('keeps')), outcomesOf(setup('unlocks'))]).toEqual([['stuck'], ['held']]);
  });
});
