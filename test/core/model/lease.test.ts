// Every lock says which of its fields is its lease, and a client that crashes inside holds the lock for that long.
import { expect, test } from 'vitest';
import { locks } from '../../../src/core/locks';
import { leaseOf, settingsWithLease } from '../../../src/core/model/scenario/lease';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import { eventsOf, processId } from '../../../src/core/model/trace/traceReader';
import { toMs } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';

const leased = locks.filter(({ fields }) => leaseOf(fields, settingsWithLease(fields, 7000)) !== null);

test('a lock without a lease is ended by nobody’s clock', () => {
  for (const lock of locks.filter((one) => !leased.includes(one)))
    expect([lock.id, lock.endedBy?.({})]).toEqual([lock.id, 'nobody']);
});

test.each(leased)('$id: seconds and milliseconds are told apart', ({ fields }) => {
  expect(leaseOf(fields, settingsWithLease(fields, 7000))).toBe(7000);
});

// A job of BullMQ is given back by the second check, however short its lock is (`core/locks/bullmqJob.test.ts`).
const freedByTheLease = leased.filter(({ id }) => id !== 'bullmq-job');

/** An agent that waits for a file asks only every five seconds. */
const asksOften = (id: string) => (['json-lease', 'contents-lease'].includes(id) ? { retryDelay: 200 } : {});

test.each(freedByTheLease)('$id: the longer the lease, the later the next client gets in', ({ id, fields }) => {
  const nextIn = (lease: number): number => {
    const scenario: Scenario = {
      version: 2,
      seed: 1,
      lock: { id, settings: { ...settingsWithLease(fields, lease), ...asksOften(id) } },
      storage: { id: 'no-check' },
      settings: { ...defaultSettings, work: 500, rounds: 1000, duration: 120_000 },
      faults: {
        crash: {
          kind: 'crash',
          process: 'client1',
          when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
          restartAfter: 'never',
        },
      },
    };
    const trace = simulate(scenario, parts);
    const granted = eventsOf(trace, 'acquired').filter(({ process }) => processId(trace, process) === 'client2');
    return toMs(granted[0]?.at ?? Number.NaN);
  };
  const later = nextIn(10_000) - nextIn(6000);
  expect(later).toBeGreaterThan(3000);
  // Redisson's RedLock asks once every few seconds.
  expect(later).toBeLessThan(9000);
});
