// What differs between versions of Redisson: scripts whose answer is lost, and a renewal that fails.
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { loseReply } from '../../support/faultsAt';
import type { Settings } from '../../support/lockClient';
import { outcomesOf, type RunSetup, runOf } from '../../support/runOf';

/** The defaults of 3.23.5, the last version without a latch, and of 4.7.0. */
const older: Settings = { retries: 3, retryJitter: 0, watchdogOnError: 'ends' };
const newer: Settings = { lockResent: false, unlockResent: false, unlockLatch: true };
const quick: Settings = { nodeTimeout: 300, retryDelay: 100, retryJitter: 0 };

const down = (restartAfter: number | 'never'): Fault => ({
  kind: 'crash',
  process: 'nodeA',
  when: { kind: 'time', at: 1 },
  restartAfter,
});

/** The nth answer of node A to client 1 is lost. */
const losing = (settings: Settings, nth: number, more: Partial<RunSetup['settings']> = {}): RunSetup => ({
  lock: { id: 'redisson', settings: { ...settings, ...quick } },
  settings: { clients: 1, work: 600, ...more },
  faults: { lost: loseReply('nodeA', 'client1', nth) },
});

const sent = (setup: RunSetup): readonly string[] =>
  runOf(setup)
    .requests('client1')
    .map((text) => text.split(' ')[0] ?? '');

describe('a lock script whose answer is lost', () => {
  test('is sent again by older versions, counts twice, and its key outlives the unlock', () => {
    expect(sent(losing(older, 1))).toEqual(['lockHash', 'lockHash', 'unlockHash']);
    const lasting = losing({ ...older, watchdogTimeout: 2000 }, 1, { clients: 2, duration: 10_000 });
    expect(runOf(lasting).facts('entry-left')).toEqual(['client1 nodeA']);
  });

  test('is not sent again by newer ones: lock() throws, and the lock is closed for a lease', () => {
    const run = runOf(losing({ ...newer, watchdogTimeout: 2000 }, 1, { think: 500, duration: 10_000 }));
    const [asked = 0, refused = 0] = [run.times('acquiring', 'client1')[0], run.times('refused', 'client1')[0]];
    expect(Math.round(refused - asked)).toBe(300);
    // The thread has the lock without knowing it. When it asks again, it enters once more.
    expect(run.facts('entry-left')).toEqual(['client1 nodeA']);
  });

  test('is sent again where the connection was refused, by any version', () => {
    for (const settings of [older, newer]) {
      const away: RunSetup = {
        lock: { id: 'redisson', settings: { ...settings, ...quick, retryDelay: 300 } },
        settings: { clients: 1, work: 200 },
        faults: { down: down(500) },
      };
      expect(sent(away).filter((name) => name === 'lockHash').length).toBeGreaterThan(1);
      expect(runOf(away).times('refused', 'client1')).toEqual([]);
    }
  });
});

describe('the wait before a resend', () => {
  /** As in the source of newer versions. */
  const later = [1000, 2000] as const;

  test.each<readonly [string, Settings, readonly (readonly [number, number])[]]>([
    ['is the same each time in older versions', { ...older, retryDelay: 1500 }, Array(3).fill([1500, 1500])],
    ['is half as long before the first one of newer ones', { firstSooner: true }, [[500, 1000], later, later]],
  ])('%s', (_, settings, expected) => {
    for (let seed = 1; seed <= 20; seed++) {
      const asked = runOf(withoutNode({ retries: 3, ...settings }), seed)
        .times('sent', 'client1')
        .slice(0, 4);
      const pauses = asked.slice(1).map((at, i) => at - (asked[i] ?? 0));
      pauses.forEach((pause, i) => {
        const [min = 0, max = 0] = expected[i] ?? [];
        // A refused connection is noticed after one round trip.
        expect(pause).toBeGreaterThanOrEqual(min);
        expect(pause).toBeLessThanOrEqual(max + 80);
      });
    }
  });
});

/** Node A refuses every connection. */
const withoutNode = (settings: Settings): RunSetup => ({
  lock: { id: 'redisson', settings },
  settings: { clients: 1, work: 200, duration: 8000, think: 5000 },
  faults: { down: down('never') },
});

describe('an unlock script whose answer is lost', () => {
  test.each<readonly [string, Settings, readonly string[]]>([
    ['without a latch finds nothing when it is sent again', older, ['lockHash', 'unlockHash', 'unlockHash']],
    [
      'with a latch gets its answer again, and takes the latch away',
      { ...older, unlockLatch: true },
      ['lockHash', 'unlockHashLatched', 'unlockHashLatched', 'DEL'],
    ],
    ['is not sent again by newer versions', newer, ['lockHash', 'unlockHashLatched']],
  ])('%s', (_, settings, requests) => {
    expect(sent(losing(settings, 2))).toEqual(requests);
    expect(runOf(losing(settings, 2)).verdict.outcome).toBe('held');
  });
});

describe('a renewal that fails', () => {
  /** The first renewal, at about 1 s, gets no answer, and neither does its resend. */
  const cutOff = (settings: Settings): RunSetup => ({
    lock: { id: 'redisson', settings: { watchdogTimeout: 3000, ...settings, ...quick, retries: 1 } },
    storage: { id: 'version' },
    settings: { stagger: 200, work: 6000, duration: 20_000, patience: 15_000 },
    faults: {
      cut: {
        kind: 'cut',
        from: ['client1'],
        to: ['nodeA'],
        bothWays: true,
        when: { kind: 'time', at: 900 },
        for: 1000,
      },
    },
  });

  test('ends the watchdog of older versions, and the lock with it, and not the watchdog of newer ones', () => {
    expect([outcomesOf(cutOff(older)), outcomesOf(cutOff(newer))]).toEqual([['overlap'], ['held']]);
  });
});

test('Redisson’s RedLock has the same settings', () => {
  const lost: RunSetup = {
    lock: { id: 'redisson-redlock', settings: { ...newer, ...quick } },
    settings: { clients: 1, work: 300 },
    nodes: { count: 3 },
    faults: { lost: loseReply('nodeA', 'client1', 1) },
  };
  expect(sent(lost).slice(0, 2)).toEqual(['lockHash', 'unlockHashLatched']);
});
