// The clocks of a live process follow real time and bend as ordered. Timers go by them.
import { describe, expect, it } from 'vitest';
import { LiveClock } from '../../src/server/process/liveClock';
import { sleepFor, startTimer } from '../../src/server/process/timers';
import { trueClock } from '../../src/server/wallClock';

const ms = 1000;
const never = new AbortController().signal;

describe('a live clock', () => {
  it('shows real time and its offset', () => {
    const off = new LiveClock({ ...trueClock, offsetMicros: 5000 * ms }).now() - Date.now() * ms;
    expect(off / ms).toBeGreaterThan(4990);
    expect(off / ms).toBeLessThan(5010);
  });

  it('jumps while its monotonic clock does not', () => {
    const clock = new LiveClock(trueClock);
    const [wall, mono] = [clock.now(), clock.mono()];
    clock.change({ jumpMicros: -3000 * ms });
    expect((clock.now() - wall) / ms).toBeLessThan(-2900);
    expect((clock.mono() - mono) / ms).toBeGreaterThanOrEqual(0);
    expect((clock.mono() - mono) / ms).toBeLessThan(100);
  });

  it('drifts with both clocks, and a sleep gets shorter by as much', async () => {
    const clock = new LiveClock({ ...trueClock, driftPpm: 1_000_000 });
    const [from, mono] = [performance.now(), clock.mono()];
    await sleepFor(clock, 400 * ms, never);
    const took = performance.now() - from;
    expect(took).toBeGreaterThanOrEqual(199);
    expect(took).toBeLessThan(390);
    expect((clock.mono() - mono) / ms).toBeGreaterThanOrEqual(400);
  });

  it('stands still with its monotonic clock alone while its machine is suspended', () => {
    const clock = new LiveClock(trueClock);
    const [wall, mono] = [clock.now(), clock.mono()];
    clock.standingStill(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200));
    expect((clock.now() - wall) / ms).toBeGreaterThanOrEqual(199);
    expect((clock.mono() - mono) / ms).toBeLessThan(100);
  });

  it('sets a timer again when its rate changes', async () => {
    const clock = new LiveClock(trueClock);
    const from = performance.now();
    const slept = sleepFor(clock, 60_000 * ms, never);
    clock.change({ driftPpm: 9_000_000, slewPpm: 0 });
    const due = clock.until(clock.mono() + 1000 * ms);
    expect(due / ms).toBeLessThan(110);
    let isDue = false;
    startTimer(clock, 1000 * ms, () => {
      isDue = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isDue).toBe(true);
    expect(performance.now() - from).toBeLessThan(5000);
    void slept;
  });

  it('lets a sleep end when it is told to', async () => {
    const controller = new AbortController();
    const slept = sleepFor(new LiveClock(trueClock), 60_000 * ms, controller.signal);
    controller.abort();
    await slept;
  });
});
