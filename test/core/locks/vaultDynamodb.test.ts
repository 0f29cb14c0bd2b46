// Vault's lock on DynamoDB: what a standby tries and a leader renews, and what its watch finds; then runs with clocks,
// pauses and a leader that takes an expired lock back.
import { describe, expect, test } from 'vitest';
import { vaultDynamodb } from '../../../src/core/locks/vaultDynamodb/lock';
import { connectionClosed, type Reply, type Value } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Settings as RunSettings } from '../../../src/core/model/scenario/scenario';
import { atStep, crashAt, cutOffAt, pauseAt, restartAt } from '../../support/faultsAt';
import { type Circumstances, type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type RunRow, runOf, setupOf } from '../../support/runOf';

const error = (message: string): Reply => ({ kind: 'error', message });
const refused = error('ConditionalCheckFailedException: The conditional request failed');
const me = '80000000';
const itemOf = (identity: string): Value => ['Identity', identity, 'Expires', 1];

const acquire = lockClient(vaultDynamodb, {
  nodes: ['service'],
  replies: { GetItem: itemOf(me), UpdateItem: 'OK', DeleteItem: 'OK' },
});

describe('acquire', () => {
  const at = (ms: number): string =>
    `UpdateItem stock Identity ${me} Expires +${ms + 15_000} IF attribute_not_exists key OR ` +
    `attribute_not_exists Identity OR Identity = ${me} OR Expires <= +${ms}`;
  const names = { 'try at 1 s': at(1000), 'try at 2 s': at(2000), 'try at 3 s': at(3000) };

  test.each<ClientRow>([
    ['waits for a tick, and counts from before its request', {}, 'try at 1 s → held 14980'],
    [
      'tries at each tick',
      { UpdateItem: inTurn(refused, refused, 'OK') },
      'try at 1 s, try at 2 s, try at 3 s → held 14980',
    ],
    ['an error ends it', { UpdateItem: error('ServiceUnavailable'), retries: 0 }, 'try at 1 s → refused: error'],
    [
      'the SDK sends a request again whose connection has ended',
      { UpdateItem: inTurn(connectionClosed, 'OK') },
      'try at 1 s, try at 1 s → held 14910',
    ],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });
});

describe('the leader', () => {
  const [renewal, watch] = [0, 1];

  test('renews each 5 s from its acquire on, under the condition of a standby', () => {
    const client = acquire();
    const from = client.world.atMs;
    client.world.runUntilMark(client.task(renewal), 'extended');
    expect([client.world.atMs - from, client.marks]).toEqual([5020, ['1 extended 14980']]);
    expect(client.sent.at(-1)).toMatch(/IF Identity = 80000000 OR Expires <= \+6020$/);
  });

  test.each<readonly [string, Circumstances, string, number]>([
    ['reads another name', { GetItem: inTurn(itemOf(me), itemOf('other')) }, 'stolen', 10_020],
    ['finds no item', { GetItem: null }, 'stolen', 5020],
    ['fails five times', { GetItem: error('ServiceUnavailable'), retries: 0 }, 'error', 25_020],
    [
      'counts failures in a row only',
      { GetItem: inTurn(error('x'), error('x'), itemOf(me), error('x')), watchRetries: 3, retries: 0 },
      'error',
      30_020,
    ],
  ])('stops when its watch %s', (_, given, reason, after) => {
    const client = acquire(given);
    const from = client.world.atMs;
    client.runTask(watch);
    expect([client.reported, client.world.atMs - from]).toEqual([reason, after]);
  });

  test.each<readonly [string, Circumstances, string]>([
    ['deletes its own item', {}, 'none'],
    ['finds that of another', { DeleteItem: refused }, 'not-owner'],
    ['gets an error', { DeleteItem: error('ServiceUnavailable'), retries: 0 }, 'error'],
  ])('its release %s', (_, given, reason) => {
    const client = acquire(given);
    expect([client.release(), client.sent.at(-1)]).toEqual([reason, `DeleteItem stock IF Identity = ${me}`]);
  });

  test('after its release the watch ends, and nobody is notified', () => {
    const client = acquire({ GetItem: null });
    client.release();
    client.runTask(watch);
    expect([client.reported, client.marks]).toEqual(['none', []]);
  });
});

describe('in runs', () => {
  const lock = (settings: Settings = {}) => ({ id: 'vault-dynamodb', settings });
  const times: Partial<RunSettings> = { rounds: 1, work: 3000, duration: 120_000, patience: 60_000 };
  const long: Partial<RunSettings> = { ...times, work: 35_000 };
  const pausedAt = (step: string, ms: number) => ({ pause: pauseAt('client1', step, ms) });
  const offset = (client: 'client1' | 'client2', ms: number) => ({ own: { [client]: { clock: { offset: ms } } } });
  const unheard: Fault = { kind: 'lose', message: { from: 'service', to: 'client1', leg: 'reply', nth: 2 } };
  const leaderless: Fault = { kind: 'no-leader', process: 'service', when: atStep('client1', 'work'), for: 8000 };
  const sleepsAndNextDies = { ...pausedAt('work', 45_000), crash: crashAt('client2', 'work') };

  // Each verdict was written down from the source before the first run.
  test.each<RunRow>([
    // Every write has a condition, so one of three wins.
    ['three standbys', 'held', lock(), { settings: { ...times, clients: 3 } }],
    // The item is over 15 s after its last renewal.
    [
      'a crash: the next waits for the TTL',
      'held',
      lock(),
      { settings: times, faults: { crash: crashAt('client1', 'work') } },
    ],
    ['a pause of less than the TTL', 'held', lock(), { settings: times, faults: pausedAt('write', 8000) }],
    // The write goes out before the watch has looked.
    ['a longer pause', 'lost', lock(), { settings: times, faults: pausedAt('write', 28_000) }],
    [
      'the same with writes that name the version',
      'overlap',
      lock(),
      { storage: { id: 'version' }, settings: times, faults: pausedAt('write', 28_000) },
    ],
    // Now + 15 s of one is past for the other at once.
    ['a clock that is 16 s ahead', 'lost', lock(), { settings: { ...times, ...offset('client2', 16_000) } }],
    // The watch looks after 5 s, before the work is done.
    [
      'the same with work of 8 s',
      'overlap',
      lock(),
      { settings: { ...times, work: 8000, ...offset('client2', 16_000) } },
    ],
    // 10 s are left before each renewal, which are more than 8.
    ['a clock that is 8 s ahead', 'held', lock(), { settings: { ...long, ...offset('client2', 8000) } }],
    // The next one is dead and its item over: the renewal takes it back, and the watch finds nothing.
    [
      'a leader that slept takes an expired lock back',
      'overlap',
      lock(),
      { settings: long, faults: sleepsAndNextDies },
    ],
    // Its clock is ahead, so the live item of the next one is over for it.
    [
      'a leader that slept takes a live lock back, if its clock is ahead',
      'overlap',
      lock(),
      { settings: { ...long, ...offset('client1', 16_000) }, faults: pausedAt('work', 40_000) },
    ],
    // A write that was carried out unheard finds the writer's own name.
    ['the answer to a renewal is lost', 'held', lock(), { settings: long, faults: { unheard } }],
    // Renewal and watch wait for ever, and nobody tells the work.
    ['a leader that is cut off', 'lost', lock(), { settings: long, faults: { cut: cutOffAt('client1', 'work') } }],
    // 503 for less than the TTL: the SDK asks again.
    ['503 for 8 s', 'held', lock(), { settings: long, faults: { leaderless } }],
    [
      'a restart of the service',
      'held',
      lock(),
      { settings: long, faults: { restart: restartAt('service', atStep('client1', 'work')) } },
    ],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('the leader that takes an expired lock back never hears that it had lost it', () => {
    const run = runOf({ lock: lock(), settings: long, faults: sleepsAndNextDies });
    expect(run.times('acquired', 'client2')).toHaveLength(1);
    expect(run.times('lockLost', 'client1')).toEqual([]);
  });

  test('the one whose live lock is taken back hears it from its watch, within 5 s', () => {
    const settings = { ...long, ...offset('client1', 16_000) };
    const run = runOf({ lock: lock(), settings, faults: pausedAt('work', 40_000) });
    const [resumed = 0] = run.times('resumed', 'client1');
    const [lost = 0] = run.times('lockLost', 'client2');
    expect(run.times('lockLost', 'client1')).toEqual([]);
    expect(lost - resumed).toBeGreaterThan(0);
    expect(lost - resumed).toBeLessThan(5500);
  });
});
