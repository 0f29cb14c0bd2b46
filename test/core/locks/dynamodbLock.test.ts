// The lock of the DynamoDB Lock Client: what a waiter reads and when it takes over, what a heartbeat writes and who hears
// of its refusal; then runs with pauses, cuts, clocks and lost answers.
import { describe, expect, test } from 'vitest';
import { dynamodbLock } from '../../../src/core/locks/dynamodbLock/lock';
import { type Reply, timedOut, type Value } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Settings as RunSettings } from '../../../src/core/model/scenario/scenario';
import type { DrivenWorld } from '../../support/drive';
import { atStep, crashAt, cutOffAt, pauseAt, restartAt, threadDiesAt } from '../../support/faultsAt';
import { type Circumstances, type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type RunRow, type RunSetup, runOf, setupOf } from '../../support/runOf';

const error = (message: string): Reply => ({ kind: 'error', message });
const refused = error('ConditionalCheckFailedException: The conditional request failed');
const unavailable = error('ServiceUnavailable: …');

const item = (version: string, leaseDuration = 10_000, owner = 'other'): Value => [
  'ownerName',
  owner,
  'leaseDuration',
  leaseDuration,
  'recordVersionNumber',
  version,
];
const me = '80000000';

const acquire = lockClient(dynamodbLock, {
  nodes: ['service'],
  replies: { GetItem: null, PutItem: 'OK', UpdateItem: 'OK', DeleteItem: 'OK' },
});

describe('acquire', () => {
  const put = (condition: string): string =>
    `PutItem stock ownerName ${me} leaseDuration 10000 recordVersionNumber ${me} IF ${condition}`;
  const names = { get: 'GetItem stock', create: put('attribute_not_exists key') };
  const take = (version: string): string => put(`attribute_exists key AND recordVersionNumber = ${version}`);
  const gets = (count: number): string => Array(count).fill('get').join(', ');

  test.each<ClientRow>([
    ['creates an item that is not there; its lease counts from the put', {}, 'get, create → held 9980'],
    [
      'reads each second, and takes over once one version has stood still for more than a lease',
      { GetItem: item('v1') },
      `${gets(11)}, ${take('v1')} → held 9980`,
    ],
    [
      'the lease in the item counts, not its own',
      { GetItem: item('v1', 3000) },
      `${gets(4)}, ${take('v1')} → held 9980`,
    ],
    [
      'a new version starts the stopwatch anew, and the time to wait does not: it gives up 11 s after it began',
      { GetItem: inTurn(item('v1'), item('v2'), item('v3')) },
      `${gets(12)} → refused: held`,
    ],
    [
      'a longer wait sees the new version through',
      { GetItem: inTurn(item('v1'), item('v2'), item('v3')), additionalTime: 20_000 },
      `${gets(13)}, ${take('v3')} → held 9980`,
    ],
    [
      'is overtaken at the put, and gives up within a second',
      { PutItem: refused },
      'get, create, get, create → refused: held',
    ],
    [
      'its own item, which it wrote unheard, is that of another: it waits a whole lease',
      { PutItem: inTurn(timedOut, 'OK'), GetItem: inTurn(null, item(me)), retries: 0, additionalTime: 60_000 },
      `get, create, ${gets(11)}, ${take(me)} → held 9980`,
    ],
    ['an error of the service ends the acquire', { GetItem: unavailable }, 'get → refused: error'],
    ['without an answer it asks on while it may', { GetItem: timedOut, nodeTimeout: 100 }, 'get, get → refused: error'],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test('jumps of its wall clock change nothing', () => {
    const jumps = { atStep: (_: string, nth: number, world: DrivenWorld) => world.setWallClock(nth * 1e6) };
    expect(acquire({ GetItem: item('v1') }, jumps).timesOf('PutItem')).toEqual([10_220]);
  });

  test('has one name for the life of its process, and a version for each write', () => {
    let drawn = 0;
    const client = acquire({}, { draw: () => drawn++ / 16 });
    expect([client.held.owner, client.acquire().held.owner, drawn]).toEqual(['00000000', '00000000', 3]);
  });
});

describe('the heartbeat', () => {
  const beat = 'UpdateItem stock leaseDuration 10000 recordVersionNumber 80000000';
  const mine = `IF attribute_exists key AND recordVersionNumber = ${me} AND ownerName = ${me}`;

  /** When the thread wrote, in ms after the process began, and what it declared. */
  function beating(given: Circumstances) {
    const client = acquire(given);
    client.runTask();
    return { times: client.timesOf('UpdateItem').join(), marks: client.marks, client };
  }

  test('beats each 3 s since the process began, with a new version under the condition of the old one', () => {
    const { times, client, marks } = beating({ UpdateItem: inTurn('OK', 'OK', refused) });
    expect(times).toBe('3000,6000,9000');
    expect(client.sent[2]).toBe(`${beat} ${mine}`);
    expect(marks).toEqual(['1 extended 9980', '1 extended 9980']);
  });

  test('a refusal ends the thread, and nobody hears of it', () => {
    const { client } = beating({ UpdateItem: refused });
    expect([client.reported, client.release()]).toEqual(['none', 'none']);
  });

  test('asks isExpired before each request: a late thread sends nothing and stops', () => {
    const client = acquire();
    client.world.pass(10_000);
    expect(client.runTask().timesOf('UpdateItem')).toEqual([]);
  });

  test.each([
    ['does not prolong the lease: its thread stops when that is over', false, '3000,6000,9000'],
    ['prolongs it in memory alone with holdLockOnServiceUnavailable', true, '3000,6000,9000,12000,15000'],
  ])('503 %s', (_, holdLockOnServiceUnavailable, times) => {
    const answers = inTurn(unavailable, unavailable, unavailable, unavailable, refused);
    expect(beating({ UpdateItem: answers, holdLockOnServiceUnavailable }).times).toBe(times);
  });
});

describe('release', () => {
  const mine = `IF attribute_exists key AND recordVersionNumber = ${me} AND ownerName = ${me}`;

  test.each<readonly [string, Circumstances, string]>([
    ['deletes the item of its own version', {}, 'none'],
    ['finds another version', { DeleteItem: refused }, 'not-owner'],
    ['gets no answer', { DeleteItem: timedOut, retries: 0 }, 'error'],
  ])('%s', (_, given, reason) => {
    const client = acquire(given);
    expect([client.release(), client.sent.at(-1), client.world.cancelled]).toEqual([
      reason,
      `DeleteItem stock ${mine}`,
      [0],
    ]);
  });
});

describe('in runs', () => {
  const lock = (settings: Settings = {}) => ({ id: 'dynamodb-lock', settings });
  const times: Partial<RunSettings> = { rounds: 1, work: 3000, duration: 120_000, patience: 60_000 };
  const long: RunSetup['settings'] = { ...times, work: 35_000 };
  const pausedAt = (step: string, ms: number) => ({ pause: pauseAt('client1', step, ms) });
  const checks: RunSetup['settings'] = { ...times, check: 'before-write' };
  const clocks = { client1: { clock: { offset: -7_200_000 } }, client2: { clock: { offset: 7_200_000 } } };
  const jumps: Readonly<Record<string, Fault>> = {
    ahead: { kind: 'clock-jump', process: 'client2', when: atStep('client1', 'work'), by: 3_600_000 },
    back: { kind: 'clock-jump', process: 'client1', when: { kind: 'time', at: 9000 }, by: -3_600_000 },
  };
  const fast: Fault = {
    kind: 'clock-slew',
    process: 'client2',
    when: { kind: 'time', at: 0 },
    by: 60_000,
    over: 60_000,
  };
  const unheard: Fault = {
    kind: 'lose',
    message: { from: 'service', to: 'client1', leg: 'reply', nth: 3 },
  };
  const leaderless = (ms: number): Fault => ({
    kind: 'no-leader',
    process: 'service',
    when: atStep('client1', 'work'),
    for: ms,
  });
  const hold = { holdLockOnServiceUnavailable: true };

  // Each verdict was written down from the source before the first run.
  test.each<RunRow>([
    // Every put has a condition, so one of three wins.
    ['three clients', 'held', lock(), { settings: { ...times, clients: 3 } }],
    // The item outlives its owner, and stands still: the other takes it over after a lease.
    [
      'a crash: the other waits for a lease or two',
      'held',
      lock(),
      { settings: times, faults: { crash: crashAt('client1', 'work') } },
    ],
    // Nobody takes over before a version has stood still for 10 s.
    ['a pause of less than a lease', 'held', lock(), { settings: times, faults: pausedAt('write', 6000) }],
    // The worker asks nobody, and its write comes after the successor’s.
    ['a longer pause', 'lost', lock(), { settings: times, faults: pausedAt('write', 28_000) }],
    // The resource refuses what is based on an older version.
    [
      'the same with writes that name the version',
      'overlap',
      lock(),
      { storage: { id: 'version' }, settings: times, faults: pausedAt('write', 28_000) },
    ],
    // isExpired is local and knows that the lease is over: the worker stops.
    [
      'the same pause before isExpired is asked',
      'overlap',
      lock(),
      { settings: checks, faults: pausedAt('work', 28_000) },
    ],
    // The answer of isExpired is as old as the pause.
    [
      'the same pause after isExpired was asked',
      'lost',
      lock(),
      { settings: checks, faults: pausedAt('write', 28_000) },
    ],
    // No time is written anywhere.
    ['wall clocks four hours apart', 'held', lock(), { settings: { ...long, own: clocks } }],
    ['wall clocks that jump by an hour', 'held', lock(), { settings: long, faults: jumps }],
    // A new version each 3 s is one each 6 s by a stopwatch that is twice as fast.
    ['a waiter’s clock twice as fast', 'held', lock(), { settings: long, faults: { fast } }],
    // Each 8 s is one each 16 s. The library refuses a heartbeatPeriod of more than half the lease.
    [
      'the same with a heartbeat each 8 s',
      'lost',
      lock({ heartbeatPeriod: 8000 }),
      { settings: long, faults: { fast } },
    ],
    // The version in the table is one that its writer has never heard of.
    ['one lost answer to a heartbeat', 'lost', lock(), { settings: long, faults: { unheard } }],
    // The SDK sends it again, and its own first copy is in the way.
    [
      'the same, and the SDK waits for 1 s only',
      'lost',
      lock({ nodeTimeout: 1000 }),
      { settings: long, faults: { unheard } },
    ],
    // The holder is cut off from the table and not from the resource.
    ['a holder that is cut off', 'lost', lock(), { settings: long, faults: { cut: cutOffAt('client1', 'work') } }],
    // The holder’s own lease ends meanwhile, and its thread asks no more. The worker has asked nobody.
    ['503 for 15 s', 'lost', lock(), { settings: long, faults: { leaderless: leaderless(15_000) } }],
    // Nobody else was answered either, and after that the next heartbeat comes before the others have waited a lease.
    [
      'the same with holdLockOnServiceUnavailable',
      'held',
      lock(hold),
      { settings: long, faults: { leaderless: leaderless(15_000) } },
    ],
    [
      'a restart of the service',
      'held',
      lock(),
      { settings: long, faults: { restart: restartAt('service', atStep('client1', 'work')) } },
    ],
    // The thread of heartbeats outlives the one that worked.
    [
      'the worker’s thread dies: its lock is renewed for ever',
      'unavailable',
      lock(),
      { settings: times, faults: { dies: threadDiesAt('client1', 'work') } },
    ],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('after its pause the holder is not notified, and its release finds the successor’s item', () => {
    const {
      requests,
      facts,
      times: timesOf,
    } = runOf({
      lock: lock(),
      settings: times,
      faults: pausedAt('write', 28_000),
    });
    expect([timesOf('lockLost', 'client1'), facts('overlap')]).toEqual([[], ['client1 client2']]);
    const [beats, deletes] = ['UpdateItem', 'DeleteItem'].map((name) =>
      requests('client1').filter((text) => text.startsWith(name)),
    );
    expect([beats?.length, deletes?.length]).toEqual([1, 1]);
  });

  test('whatever its SDK waits for, one lost answer ends the heartbeats of a lock that is still its own', () => {
    for (const settings of [{ nodeTimeout: 1000 }, { nodeTimeout: 1000, retries: 0 }]) {
      const { requests } = runOf({ lock: lock(settings), settings: long, faults: { unheard } });
      expect(requests('client1').filter((text) => text.startsWith('UpdateItem'))).toHaveLength(2);
    }
  });
});
