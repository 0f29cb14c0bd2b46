// When the simulated worker renews its lock, and when BullMQ's own LockManager does: with a clock that is right, and with
// one that jumps. It knows no Redis.
import { LockManager } from 'bullmq';
import { afterEach, expect, test, vi } from 'vitest';
import { runOf } from '../../support/runOf';

const lockDuration = 30_000;
const lasts = 70_000;
const roundTrip = 20;
const jumpsAt = 5000;
const hour = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

/** The times in seconds since the worker was started. It has the job from 0.1 s on. */
async function renewedByBullmq(jump: number): Promise<readonly number[]> {
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
  await vi.advanceTimersByTimeAsync(jumpsAt);
  vi.setSystemTime(Date.now() + jump);
  await vi.advanceTimersByTimeAsync(lasts - jumpsAt);
  await manager.close();
  return renewed.map(Math.round);
}

function renewedHere(jump: number): readonly number[] {
  const { times } = runOf({
    lock: { id: 'bullmq-job' },
    settings: { clients: 1, rounds: 1, latency: roundTrip / 2, work: lasts, duration: 2 * lasts },
    faults:
      jump === 0
        ? {}
        : { jump: { kind: 'clock-jump', process: 'client1', when: { kind: 'time', at: jumpsAt }, by: jump } },
  });
  return times('extended', 'client1').map((ms) => Math.round(ms / 1000));
}

test.each([
  ['is right', 0, [15, 23, 30, 38, 45, 53, 60, 68]],
  ['jumps ahead by an hour', hour, [8, 15, 23, 30, 38, 45, 53, 60, 68]],
  ['jumps back by an hour', -hour, []],
] as const)('a worker whose clock %s', async (_, jump, expected) => {
  expect([renewedHere(jump), await renewedByBullmq(jump)]).toEqual([expected, expected]);
});
