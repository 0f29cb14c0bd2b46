// The lock by a Lease of Kubernetes: what an elector sends, when it takes over and when it gives up; then runs with
// pauses, cuts and clocks.
import { describe, expect, test } from 'vitest';
import { kubernetesLease } from '../../../src/core/locks/kubernetesLease/lock';
import { type Reply, timedOut, type Value } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Settings as RunSettings } from '../../../src/core/model/scenario/scenario';
import { spansOf } from '../../../src/core/spans/spans';
import type { DrivenWorld } from '../../support/drive';
import { atStep, crashAt, cutOffAt, pauseAt, restartAt } from '../../support/faultsAt';
import { type Circumstances, type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type RunRow, type RunSetup, runOf, setupOf } from '../../support/runOf';

const error = (message: string): Reply => ({ kind: 'error', message });
const absent = error('leases.coordination.k8s.io "stock" not found');
const exists = error('leases.coordination.k8s.io "stock" already exists');
const conflict = error('Operation cannot be fulfilled on leases.coordination.k8s.io "stock": …');

/** What a read finds: the version, the holder, the seconds, the transitions, and the time in ms. */
const lease = (version: number, holder: string, { seconds = 15, transitions = 3, at = 1000 } = {}): Value => [
  version,
  holder,
  seconds,
  transitions,
  at,
];
const me = '80000000';

const acquire = lockClient(kubernetesLease, {
  nodes: ['service'],
  replies: { 'GET LEASE': absent, 'CREATE LEASE': 7, 'UPDATE LEASE': 8 },
});

describe('acquire', () => {
  const names = { read: 'GET LEASE stock', create: `CREATE LEASE stock ${me} 15 0 +0` };
  const take = (version: number, transitions: number, at: number): string =>
    `UPDATE LEASE stock ${version} ${me} 15 ${transitions} +${at}`;
  const token = { token: 'lease-transitions' };
  const reads = (count: number): string => Array(count).fill('read').join(', ');

  test.each<ClientRow>([
    ['creates a Lease that is not there', {}, 'read, create → held 15000'],
    ['its first transition is none', token, 'read, create → held 15000, token 0'],
    [
      'takes a Lease that nobody holds, and counts the transition',
      { 'GET LEASE': lease(5, '-', { seconds: 1 }), ...token },
      `read, ${take(5, 4, 0)} → held 15000, token 4`,
    ],
    [
      'finds its own name, and is the same holder as before',
      { 'GET LEASE': lease(5, me), ...token },
      `read, ${take(5, 3, 0)} → held 15000, token 3`,
    ],
    [
      'takes the Lease of another once it has not changed for a LeaseDuration',
      { 'GET LEASE': lease(5, 'other') },
      `${reads(6)}, ${take(5, 4, 16_100)} → held 15000`,
    ],
    [
      'and it is the duration in the record that counts',
      { 'GET LEASE': lease(5, 'other', { seconds: 3 }), leaseDuration: 60 },
      `${reads(2)}, UPDATE LEASE stock 5 ${me} 60 4 +3220 → held 60000`,
    ],
    [
      'a change starts its stopwatch anew, whatever the time in the record',
      { 'GET LEASE': inTurn(lease(5, 'other'), lease(6, 'other', { at: 3000 }), lease(7, 'other', { at: 1 })) },
      `${reads(8)}, ${take(7, 4, 22_540)} → held 15000`,
    ],
    [
      'another fraction of the same second is no change, as client-go compares texts with whole seconds',
      { 'GET LEASE': inTurn(lease(5, 'other', { at: 1000 }), lease(6, 'other', { at: 1999 })) },
      `${reads(6)}, ${take(6, 4, 16_100)} → held 15000`,
    ],
    [
      'is overtaken at the create, and waits',
      { 'CREATE LEASE': exists, 'GET LEASE': inTurn(absent, lease(1, '-')) },
      `read, create, read, ${take(1, 4, 3240)} → held 15000`,
    ],
    [
      'is overtaken at the update, and reads again',
      { 'UPDATE LEASE': inTurn(conflict, 9), 'GET LEASE': inTurn(lease(5, '-'), lease(6, '-')) },
      `read, ${take(5, 4, 0)}, read, ${take(6, 4, 3240)} → held 15000`,
    ],
    [
      'asks on without an answer',
      { 'GET LEASE': inTurn(timedOut, absent) },
      `read, read, CREATE LEASE stock ${me} 15 0 +8200 → held 15000`,
    ],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test('waits a RetryPeriod, and up to 1.2 more', () => {
    const waits = [0, 0.999999].map(
      (drawn) =>
        acquire({ 'GET LEASE': inTurn(lease(5, 'x'), lease(6, '-')) }, { draw: () => drawn }).world.sleepsMs[0],
    );
    expect(waits.map((ms) => Math.round(ms ?? 0))).toEqual([2000, 4400]);
  });

  test('jumps of its wall clock change nothing', () => {
    const jumps = { atStep: (_: string, nth: number, world: DrivenWorld) => world.setWallClock(nth * 1e6) };
    expect(acquire({ 'GET LEASE': lease(5, 'other') }, jumps).timesOf('UPDATE LEASE')).toEqual([16_120]);
  });

  test('has one name for the life of its process', () => {
    let drawn = 0;
    const client = acquire({}, { draw: () => drawn++ / 16 });
    const [first, second] = [client.held.owner, client.acquire().held.owner];
    expect([first, second, drawn]).toEqual(['00000000', '00000000', 1]);
  });
});

describe('the leader', () => {
  /** The times of its tries after its acquire, and how its leadership ended. */
  function renewing(given: Circumstances) {
    const client = acquire(given);
    const from = client.world.atMs;
    const before = client.sent.length;
    client.runTask();
    const asked = client.world.sent.slice(before).map(({ command, atMs }) => `${command.split(' ')[0]} ${atMs - from}`);
    return { asked: asked.join(', '), marks: client.marks, after: client.world.atMs - from, client };
  }
  const never = { release: 'never' };
  const successor = lease(9, 'other', { transitions: 1 });

  test('renews at once and 2 s after each success, without a read before', () => {
    const { asked } = renewing({
      ...never,
      'UPDATE LEASE': inTurn(8, 9, conflict),
      'GET LEASE': inTurn(absent, successor),
    });
    expect(asked).toMatch(/^UPDATE 0, UPDATE 2020, UPDATE 4040, GET 4060, GET 6040,/);
  });

  test.each<readonly [string, Circumstances, string]>([
    [
      'is refused, reads another name, and goes on asking for RenewDeadline',
      never,
      'UPDATE 0, GET 20, GET 2000, GET 4000, GET 6000, GET 8000; stolen 10000',
    ],
    [
      'that stops when deposed ends at the first refusal',
      { ...never, stopsWhenDeposed: true },
      'UPDATE 0, GET 20; stolen 40',
    ],
    [
      'without answers gives up at RenewDeadline, which cuts its last request short',
      { ...never, 'UPDATE LEASE': timedOut, 'GET LEASE': inTurn(absent, timedOut), nodeTimeout: 3000 },
      'UPDATE 0, GET 3000, UPDATE 6000, GET 9000; expired 10000',
    ],
    [
      'asks nothing more once RenewDeadline is over in the middle of a try',
      { ...never, 'UPDATE LEASE': timedOut, 'GET LEASE': inTurn(absent, timedOut), nodeTimeout: 4000 },
      'UPDATE 0, GET 4000, UPDATE 8000; expired 10000',
    ],
    [
      'makes up for one tick that came during a try, not for two',
      { ...never, 'GET LEASE': inTurn(absent, timedOut, successor) },
      'UPDATE 0, GET 20, UPDATE 5020, GET 5040, GET 6000, GET 8000; stolen 10000',
    ],
    [
      'with ReleaseOnCancel is told only after it has tried to give the Lease up',
      { 'UPDATE LEASE': timedOut, 'GET LEASE': inTurn(absent, timedOut), nodeTimeout: 3000 },
      'UPDATE 0, GET 3000, UPDATE 6000, GET 9000, GET 10000; expired 13000',
    ],
  ])('%s', (_, given, went) => {
    const refused = { 'UPDATE LEASE': conflict, 'GET LEASE': inTurn(absent, successor) };
    const { asked, marks, after, client } = renewing({ ...refused, ...given });
    expect(`${asked}; ${client.reported} ${after}`).toBe(went);
    expect([marks.at(-1), client.release()]).toEqual([`1 lost: ${client.reported}`, client.reported]);
  });

  test('whose renewal was carried out, but not answered, finds its own name and renews it', () => {
    const found = inTurn(absent, lease(8, me, { transitions: 0 }), successor);
    const { asked, marks } = renewing({ ...never, 'UPDATE LEASE': inTurn(timedOut, 9, conflict), 'GET LEASE': found });
    expect(asked).toMatch(/^UPDATE 0, GET 5000, UPDATE 5020, UPDATE 7040,/);
    expect(marks[0]).toBe('1 extended 15000');
  });

  test('whose lease is over by its own stopwatch reads before it writes', () => {
    const client = acquire({ ...never, 'GET LEASE': inTurn(absent, successor) });
    client.world.pass(15_000);
    expect(client.runTask().sent.slice(2)).toEqual(Array(5).fill('GET LEASE stock'));
  });

  test('takes a Lease back that its successor has given up, and tells its work nothing', () => {
    const given = lease(9, '-', { seconds: 1, transitions: 1 });
    const client = acquire({ ...never, 'GET LEASE': inTurn(absent, given), 'UPDATE LEASE': inTurn(conflict, 10) });
    client.world.runUntilMark(client.task(), 'extended');
    expect([client.sent.at(-1), client.reported]).toEqual([`UPDATE LEASE stock 9 ${me} 15 2 +40`, 'none']);
  });

  test('counts its lease from the answer, and has none left once it has read another name', () => {
    const { client } = renewing({ ...never, 'UPDATE LEASE': conflict, 'GET LEASE': inTurn(absent, successor) });
    expect([acquire().left, client.left]).toEqual(['15000', '0']);
  });
});

describe('release', () => {
  const giveUp = (version: number): string => `UPDATE LEASE stock ${version} - 1 3 +60`;
  const others = lease(9, 'other');

  test.each<readonly [string, Circumstances, readonly string[], string]>([
    [
      'writes a Lease without a holder',
      { 'GET LEASE': inTurn(absent, lease(8, me)) },
      ['GET LEASE stock', giveUp(8)],
      'none',
    ],
    [
      'clears the Lease of a successor that it has not heard of',
      { 'GET LEASE': inTurn(absent, others) },
      ['GET LEASE stock', giveUp(9)],
      'none',
    ],
    [
      'unless it looks whose it is',
      { release: 'if-still-holder', 'GET LEASE': inTurn(absent, others) },
      ['GET LEASE stock'],
      'stolen',
    ],
    ['does nothing when it is off', { release: 'never' }, [], 'none'],
    ['finds no Lease', {}, ['GET LEASE stock'], 'gone'],
    ['gets no answer', { 'GET LEASE': inTurn(absent, timedOut) }, ['GET LEASE stock'], 'error'],
    [
      'gets no answer to its write',
      { 'GET LEASE': inTurn(absent, lease(8, me)), 'UPDATE LEASE': timedOut },
      ['GET LEASE stock', giveUp(8)],
      'error',
    ],
  ])('%s', (_, given, sent, reason) => {
    const client = acquire(given);
    const before = client.sent.length;
    expect([client.release(), client.sent.slice(before), client.world.cancelled]).toEqual([reason, sent, [0]]);
  });

  test('that crosses a renewal reads again, and writes over that', () => {
    const found = inTurn(absent, lease(8, me), lease(9, me));
    const client = acquire({ 'GET LEASE': found, 'UPDATE LEASE': inTurn(conflict, 10) });
    expect([client.release(), client.sent.slice(-4).map((text) => text.slice(0, 20))]).toEqual([
      'none',
      ['GET LEASE stock', 'UPDATE LEASE stock 8', 'GET LEASE stock', 'UPDATE LEASE stock 9'],
    ]);
  });
});

describe('in runs', () => {
  const lock = (settings: Settings = {}) => ({ id: 'kubernetes-lease', settings });
  const times: Partial<RunSettings> = { rounds: 1, work: 3000, duration: 90_000, patience: 60_000 };
  const long: RunSetup['settings'] = { ...times, work: 35_000 };
  const pausedFor = (ms: number) => ({ pause: pauseAt('client1', 'write', ms) });
  const cut = { cut: cutOffAt('client1', 'work') };
  const fast: Fault = {
    kind: 'clock-slew',
    process: 'client2',
    when: { kind: 'time', at: 0 },
    by: 60_000,
    over: 60_000,
  };
  const jumps: Readonly<Record<string, Fault>> = {
    ahead: { kind: 'clock-jump', process: 'client2', when: atStep('client1', 'work'), by: 3_600_000 },
    back: { kind: 'clock-jump', process: 'client1', when: { kind: 'time', at: 9000 }, by: -3_600_000 },
  };
  const [off, wide] = [{ release: 'never' }, { release: 'never', leaseDuration: 30 }];
  const token = { token: 'lease-transitions' };
  const clocks = { client1: { clock: { offset: -7_200_000 } }, client2: { clock: { offset: 7_200_000 } } };

  test.each<RunRow>([
    ['three clients', 'held', lock(), { settings: { ...times, clients: 3 } }],
    [
      'a crash: the other waits for LeaseDuration',
      'held',
      lock(),
      { settings: times, faults: { crash: crashAt('client1', 'work') } },
    ],
    ['a pause of less than LeaseDuration', 'held', lock(), { settings: times, faults: pausedFor(12_000) }],
    ['a longer pause', 'lost', lock(), { settings: times, faults: pausedFor(28_000) }],
    [
      'the same with leaseTransitions as token',
      'overlap',
      lock(token),
      { storage: { id: 'fencing' }, settings: times, faults: pausedFor(28_000) },
    ],
    [
      'the same with writes that name the version',
      'overlap',
      lock(),
      { storage: { id: 'version' }, settings: times, faults: pausedFor(28_000) },
    ],
    ['wall clocks four hours apart', 'held', lock(), { settings: { ...long, own: clocks } }],
    ['wall clocks that jump by an hour', 'held', lock(), { settings: long, faults: jumps }],
    ['a leader that is cut off', 'held', lock(off), { settings: long, faults: cut }],
    [
      'the same, and the candidate’s clock runs twice as fast',
      'overlap',
      lock(off),
      { storage: { id: 'version' }, settings: long, faults: { ...cut, fast } },
    ],
    [
      'the same where LeaseDuration is three times RenewDeadline',
      'held',
      lock(wide),
      { settings: long, faults: { ...cut, fast } },
    ],
    ['a clock that is twice as fast, and nothing else', 'held', lock(), { settings: long, faults: { fast } }],
    [
      'a restart of the server',
      'held',
      lock(),
      { settings: long, faults: { restart: restartAt('service', atStep('client1', 'work')) } },
    ],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('a deposed leader works on for RenewDeadline, unless it stops at the first refusal', () => {
    const pause = pauseAt('client1', 'work', 25_000);
    const [goesOn = 0, stops = 0] = [false, true].map((stopsWhenDeposed) => {
      const { trace } = runOf({ lock: lock({ stopsWhenDeposed }), settings: long, faults: { pause } });
      return spansOf(trace).holds.find(({ process }) => process === 0)?.heldUntil ?? 0;
    });
    expect(Math.round((goesOn - stops) / 1_000_000)).toBe(10);
  });

  test('cut off with ReleaseOnCancel, a leader learns of its loss one timeout later', () => {
    const [learned = 0, sooner = 0] = ['as-remembered', 'never'].map((release) => {
      const { trace } = runOf({ lock: lock({ release }), settings: long, faults: cut });
      return spansOf(trace).holds.find(({ process }) => process === 0)?.notifiedAt ?? 0;
    });
    expect((learned - sooner) / 1000).toBe(5000);
  });

  test('a leader that slept clears its successor’s Lease as it ends, and a third gets in beside the second', () => {
    const settings = { ...times, clients: 3, work: 20_000, latency: 10 };
    const [remembers, looks] = ['as-remembered', 'if-still-holder'].map((release) => {
      const { facts } = runOf({ lock: lock({ release }), settings, faults: pausedFor(25_000) }, 2);
      return [facts('deleted-another'), facts('overlap')];
    });
    expect(remembers).toEqual([['client1 client2'], ['client1 client2', 'client2 client3']]);
    expect(looks).toEqual([[], ['client1 client2']]);
  });
});
