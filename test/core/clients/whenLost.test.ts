// What a client does when it is notified that its lock is lost: the same for every lock and every notifier.
import { describe, expect, test } from 'vitest';
import { chubby } from '../../../src/core/locks/chubby/lock';
import { singleNode } from '../../../src/core/locks/singleNode/lock';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { defaultSettings, type Scenario, type Setting, type WhenLost } from '../../../src/core/model/scenario/scenario';
import { toMs } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { spansOf } from '../../../src/core/spans/spans';
import { cutOffAt } from '../../support/faultsAt';

type LockSettings = Readonly<Record<string, Setting>>;

const cutOff = cutOffAt('client1', 'work');

const scenario = (
  id: string,
  settings: LockSettings,
  whenLost: WhenLost,
  faults: Readonly<Record<string, Fault>> = {},
): Scenario => ({
  version: 2,
  seed: 1,
  lock: { id, settings },
  storage: { id: 'no-check' },
  settings: { ...defaultSettings, stagger: 300, think: 50, work: 3000, duration: 20_000, patience: 15_000, whenLost },
  faults,
});

function first(of: Scenario, using = parts) {
  const { trace, verdict } = runScenario(of, using);
  const hold = spansOf(trace).holds.find(({ acquiredAt }) => acquiredAt !== null);
  if (hold === undefined) throw new Error('Nobody was inside.');
  return {
    outcome: verdict.outcome,
    hold,
    learnedMs: hold.notifiedAt === null ? null : toMs(hold.notifiedAt),
    outMs: toMs(hold.heldUntil),
  };
}

test('Chubby tells after the lease and the grace period, as its row in the help says; jeopardy stops nobody', () => {
  const outcomeWith = (grace: number) =>
    first(scenario('chubby', { sessionTimeout: 1500, lockDelay: 0, grace }, 'at-once', { cutOff }));
  const [without, withGrace] = [outcomeWith(0), outcomeWith(1000)];
  expect((withGrace.learnedMs ?? 0) - (without.learnedMs ?? 0)).toBeCloseTo(1000, 0);
  expect(withGrace.outMs).toBe(withGrace.learnedMs);
  expect(chubby.lossReport.when).toEqual({
    en: expect.stringContaining('grace period'),
    zh: expect.stringContaining('宽限期'),
  });
});

/** Locks that notify their client of a loss by themselves, cut off from their service. */
const sessions: readonly (readonly [string, LockSettings])[] = [
  ['zookeeper-node', { sessionTimeout: 1500, tickTime: 250 }],
  ['zookeeper-sequential', { sessionTimeout: 1500, tickTime: 250 }],
  ['chubby', { sessionTimeout: 1500, lockDelay: 0 }],
  ['etcd', { lease: 1000 }],
  ['sql-advisory', { keepAlive: 1000, pings: true }],
];

describe.each(sessions)('%s, cut off from its service', (id, settings) => {
  const run = (whenLost: WhenLost) => first(scenario(id, settings, whenLost, { cutOff }));

  test('stops at once when it is told, and is inside until then', () => {
    const { outcome, learnedMs, outMs } = run('at-once');
    expect(learnedMs).not.toBeNull();
    expect(outMs).toBe(learnedMs);
    // If its release waits for the service to come back, it never finishes its round. etcd’s client checks its
    // deadline once a second, so it is notified late.
    expect(id === 'etcd' ? ['overlap'] : ['held', 'unavailable']).toContain(outcome);
  });

  test('stops before its next step, and is inside while it works', () => {
    const { outcome, learnedMs, outMs } = run('at-next-look');
    expect(outMs - (learnedMs ?? outMs)).toBeGreaterThan(500);
    expect(outcome).toBe('overlap');
  });

  test('works on if it does not listen, and writes', () => {
    expect(run('never').hold.end).toBe('released');
    expect(['lost', 'overlap']).toContain(run('never').outcome);
  });

  test('usually stops before its next step', () => {
    expect(run('usual')).toEqual(run('at-next-look'));
  });
});

/** Locks that expire: the client's own timer notifies it at the end of its validity. */
const leases: readonly (readonly [string, LockSettings])[] = [
  ['redlock', { ttl: 1500 }],
  ['single-node', { ttl: 1500 }],
  ['redlock-py', { ttl: 1500 }],
];

describe.each(leases)('%s, whose validity ends in the work', (id, settings) => {
  const run = (whenLost: WhenLost, faults = {}) => first(scenario(id, settings, whenLost, faults));

  test('stops at once at the end of its validity', () => {
    const { outcome, hold, outMs } = run('at-once');
    expect(toMs(hold.validities.at(-1)?.until ?? hold.heldUntil)).toBe(outMs);
    expect(outcome).toBe('held');
  });

  test('usually is not told, and works on', () => {
    expect(run('usual').learnedMs).toBeNull();
    expect(run('usual').outcome).toBe('lost');
  });

  test('a pause holds back the telling: the step that it stood before comes first', () => {
    const pause: Fault = {
      kind: 'pause',
      process: 'client1',
      when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
      for: 5000,
    };
    for (const whenLost of ['at-once', 'at-next-look', 'never'] as const) {
      const of = scenario(id, settings, whenLost, { pause });
      const short: Scenario = { ...of, settings: { ...of.settings, work: 300 } };
      expect(first(short).outcome).toBe('lost');
    }
  });
});

test('a lock that is extended in time is not told to be lost', () => {
  const { learnedMs, outcome } = first(scenario('redisson', { leaseTime: 0, watchdogTimeout: 1500 }, 'at-once'));
  expect([learnedMs, outcome]).toEqual([null, 'held']);
});

test('a lock that reports by itself has the timer only if it says so, and only where the run names a reaction', () => {
  const learned = (hasTimerToo: { readonly hasTimerToo?: true }, whenLost: WhenLost) => {
    const lock = { ...singleNode, whenLost: 'at-once', ...hasTimerToo } as const;
    const using = { ...parts, locks: new Map(parts.locks).set(lock.id, lock) };
    return first(scenario(lock.id, { ttl: 1500 }, whenLost), using).learnedMs;
  };
  expect([learned({}, 'at-once'), learned({ hasTimerToo: true }, 'usual')]).toEqual([null, null]);
  expect(learned({ hasTimerToo: true }, 'at-once')).toBeCloseTo(
    first(scenario('single-node', { ttl: 1500 }, 'at-once')).learnedMs ?? 0,
  );
});
