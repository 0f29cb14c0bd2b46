// When the simulated worker renews its lock, and when BullMQ's own LockManager does: with a clock that is right, and with
// one that jumps. It knows no Redis.
import { LockManager } from 'bullmq';
import { afterEach, expect, test, vi } from 'vitest';
import { runOf } from '../../support/runOf';

const lockDuration = 30_000;
const lasts = 70_000;
const roundTrip = 20;
const hour = 3_600_000;

interface Jump {
  readonly at: number;
  readonly by: number;
}

afterEach(() => {
  vi.useRealTimers();
});

/** The times in seconds since the worker was started. It has the job from 0.1 s on. */
async function renewedByBullmq({ at, by }: Jump): Promise<readonly number[]> {
  vi.useFakeTimers();
  const renewed: number[] = [];
  const began = performance.now();
  const manager = new LockManager(
    {
      name: 'worker',
      emit: () => true,
      trace: (_kind: unknown, _operation: unknown, _about: unknown, run: () => unknown) => run(),
      extendJobLocks: async () => {
        await new Promise((resolve) => setTimeout(resolve, roundTrip));
        renewed.push((performance.now() - began) / 1000);
        return [];
      },
    } as never,
    { lockRenewTime: lockDuration / 2, lockDuration, workerId: '1' },
  );
  manager.start();
  await vi.advanceTimersByTimeAsync(100);
  manager.trackJob('1', 'token', Date.now());
  await vi.advanceTimersByTimeAsync(at);
  vi.setSystemTime(Date.now() + by);
  await vi.advanceTimersByTimeAsync(lasts - at);
  await manager.close();
  return renewed.map(Math.round);
}

function renewedHere({ at, by }: Jump): readonly number[] {
  const { times } = runOf({
    lock: { id: 'bullmq-job' },
    settings: { clients: 1, rounds: 1, latency: roundTrip / 2, work: lasts, duration: 2 * lasts },
    faults: by === 0 ? {} : { jump: { kind: 'clock-jump', process: 'client1', when: { kind: 'time', at }, by } },
  });
  return times('extended', 'client1').map((ms) => Math.round(ms / 1000));
}

test.each<readonly [claim: string, jump: Jump, expected: readonly number[]]>([
  ['is right', { at: 5000, by: 0 }, [15, 23, 30, 38, 45, 53, 60, 68]],
  ['jumps ahead by an hour', { at: 5000, by: hour }, [8, 15, 23, 30, 38, 45, 53, 60, 68]],
  ['jumps back by an hour', { at: 5000, by: -hour }, []],
  ['jumps back by 10 s after a renewal', { at: 40_000, by: -10_000 }, [15, 23, 30, 38, 60, 68]],
])('a worker whose clock %s', async (_, jump, expected) => {
  expect([renewedHere(jump), await renewedByBullmq(jump)]).toEqual([expected, expected]);
});
