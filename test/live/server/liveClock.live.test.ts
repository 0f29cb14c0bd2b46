// The clocks of a live process follow real time and bend as ordered. Timers go by them.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LiveClock } from '../../../src/live/server/process/liveClock';
import { sleepFor } from '../../../src/live/server/process/timers';
import { trueClock } from '../../../src/live/server/wallClock';

const ms = 1000;
const never = new AbortController().signal;

describe('a live clock', () => {
  it('shows real time and its offset', () => {
    const before = Date.now();
    const shown = new LiveClock({ ...trueClock, offsetMicros: 5000 * ms }).now() / ms - 5000;
    // The two clocks of Node differ by a few ms.
    expect(shown).toBeGreaterThan(before - 10);
    expect(shown).toBeLessThan(Date.now() + 10);
  });

  it('jumps while its monotonic clock does not', () => {
    const clock = new LiveClock(trueClock);
    const from = performance.now();
    const [wall, mono] = [clock.now(), clock.mono()];
    clock.change({ jumpMicros: -3000 * ms });
    const [walled, passed] = [(clock.now() - wall) / ms, (clock.mono() - mono) / ms];
    const took = performance.now() - from;
    expect(passed).toBeGreaterThanOrEqual(0);
    expect(passed).toBeLessThanOrEqual(took);
    expect(walled).toBeLessThanOrEqual(took - 3000);
  });

  it('drifts with both clocks, and a sleep gets shorter by as much', async () => {
    const clock = new LiveClock({ ...trueClock, driftPpm: 1_000_000 });
    const [from, mono] = [performance.now(), clock.mono()];
    const undrifted = sleep(400, 'a sleep that goes by real time');
    expect(await Promise.race([sleepFor(clock, 400 * ms, never), undrifted])).toBeUndefined();
    expect(performance.now() - from).toBeGreaterThanOrEqual(199);
    expect((clock.mono() - mono) / ms).toBeGreaterThanOrEqual(400);
  });

  it('stands still with its monotonic clock alone while its machine is suspended', () => {
    const clock = new LiveClock(trueClock);
    const from = performance.now();
    const [wall, mono] = [clock.now(), clock.mono()];
    clock.standingStill(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200));
    expect((clock.now() - wall) / ms).toBeGreaterThanOrEqual(199);
    const passed = (clock.mono() - mono) / ms;
    expect(passed).toBeLessThanOrEqual(performance.now() - from - 199);
  });

  it('sets a timer again when its rate changes', async () => {
    const clock = new LiveClock(trueClock);
    const asBefore = sleep(1000, 'a sleep that goes by real time');
    const slept = sleepFor(clock, 1000 * ms, never);
    clock.change({ driftPpm: 9_000_000, slewPpm: 0 });
    expect(clock.until(clock.mono() + 1000 * ms) / ms).toBeLessThanOrEqual(100);
    expect(await Promise.race([slept, asBefore])).toBeUndefined();
  });

  it('lets a sleep end when it is told to', async () => {
    const controller = new AbortController();
    const slept = sleepFor(new LiveClock(trueClock), 60_000 * ms, controller.signal);
    controller.abort();
    await slept;
  });
});
