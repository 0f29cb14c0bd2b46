// The order of events, the clocks of a process, and how long messages take.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMs, instant, wallEpoch } from '../../../src/core/model/values/time';
import { Clock } from '../../../src/core/sim/clock';
import { latencyDraw } from '../../../src/core/sim/latency';
import { EventQueue } from '../../../src/core/sim/queue';

describe('the queue', () => {
  it.each([Number.NaN, 4])('takes nothing for %s when it is 5: it would put all else out of order', (time) => {
    const queue = new EventQueue();
    queue.push(5, { fire: () => undefined });
    queue.pop();
    expect(() => queue.push(time, { fire: () => undefined })).toThrow(/and it is 5/);
  });

  it('takes out by time, and in the order of pushing where times are equal', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 300 }), (times) => {
        const queue = new EventQueue();
        const out: [number, number][] = [];
        times.forEach((at, i) => {
          queue.push(at, { fire: () => out.push([at, i]) });
        });
        while (queue.size > 0) queue.pop().fire();
        expect(out).toEqual(times.map((at, i): [number, number] => [at, i]).sort((a, b) => a[0] - b[0] || a[1] - b[1]));
      }),
    );
  });

  it('keeps its time right when queued events push others', () => {
    const queue = new EventQueue();
    const seen: number[] = [];
    const again = {
      fire: () => {
        seen.push(queue.now);
        if (queue.now < 50) queue.push(queue.now + 10, again);
      },
    };
    queue.push(0, again);
    while (queue.size > 0) queue.pop().fire();
    expect(seen).toEqual([0, 10, 20, 30, 40, 50]);
  });
});

describe('the clocks of a process', () => {
  it('run apart by their drift', () => {
    const clock = new Clock({ offset: fromMs(5), driftPpm: 100_000 });
    expect(clock.wall(fromMs(1000)) - wallEpoch).toBe(fromMs(1105));
    expect(clock.mono(fromMs(1000))).toBe(fromMs(1100));
  });

  it('a jump moves the wall clock alone', () => {
    const clock = new Clock({ offset: 0, driftPpm: 0 });
    clock.jump(instant(fromMs(10)), fromMs(-500));
    expect(clock.wall(fromMs(20)) - wallEpoch).toBe(fromMs(-480));
    expect(clock.mono(fromMs(20))).toBe(fromMs(20));
  });

  it('the monotonic clock stands still while the machine is suspended, the wall clock does not', () => {
    const clock = new Clock({ offset: 0, driftPpm: 0 });
    clock.setSuspended(instant(fromMs(10)), true);
    clock.setSuspended(instant(fromMs(30)), false);
    expect(clock.mono(fromMs(40))).toBe(fromMs(20));
    expect(clock.wall(fromMs(40)) - wallEpoch).toBe(fromMs(40));
  });

  it('both stand still while a virtual machine is stopped, and the wall clock tells by how much it is behind', () => {
    const clock = new Clock({ offset: 0, driftPpm: 100_000 });
    clock.setSuspended(instant(fromMs(10)), true);
    clock.setWallStands(instant(fromMs(10)), true);
    clock.jump(instant(fromMs(20)), fromMs(3));
    expect(clock.behind(fromMs(30))).toBe(fromMs(22));
    expect(clock.whenWall(fromMs(30), wallEpoch + fromMs(100))).toBe(clock.whenMono(fromMs(30), fromMs(100)));
    clock.setSuspended(instant(fromMs(30)), false);
    clock.setWallStands(instant(fromMs(30)), false);
    expect(clock.mono(fromMs(40))).toBe(fromMs(22));
    expect(clock.wall(fromMs(40)) - wallEpoch).toBe(fromMs(25));
    expect(clock.behind(fromMs(40))).toBe(0);
  });

  it('a wall clock that stood still is behind by as much as one that ran on, whatever else is done to them', () => {
    const ppm = fc.integer({ min: -200_000, max: 200_000 });
    const act = fc.oneof(
      fc.record({ kind: fc.constantFrom('setDrift', 'setSlew'), value: ppm }),
      fc.record({ kind: fc.constant('jump'), value: fc.integer({ min: -9_000_000, max: 9_000_000 }) }),
    );
    const acts = fc.array(fc.record({ act, after: fc.nat(5_000_000) }), { maxLength: 8 });
    fc.assert(
      fc.property(ppm, acts, acts, fc.nat(5_000_000), (driftPpm, before, during, rest) => {
        const [stood, ran] = [new Clock({ offset: 0, driftPpm }), new Clock({ offset: 0, driftPpm })];
        let now = 0;
        const perform = (steps: typeof before): void => {
          for (const { act: one, after } of steps) {
            now += after;
            for (const clock of [stood, ran])
              if (one.kind === 'jump') clock.jump(instant(now), one.value);
              else if (one.kind === 'setDrift') clock.setDrift(instant(now), one.value);
              else clock.setSlew(instant(now), one.value);
          }
        };
        perform(before);
        const jumps = during.reduce((sum, { act: one }) => sum + (one.kind === 'jump' ? one.value : 0), 0);
        const shown = stood.wall(now);
        for (const clock of [stood, ran]) clock.setSuspended(instant(now), true);
        stood.setWallStands(instant(now), true);
        perform(during);
        now += rest;
        const behind = stood.behind(now);
        expect(stood.wall(now)).toBe(shown + jumps);
        stood.setWallStands(instant(now), false);
        // Each clock rounds down at each change, at the same moments.
        expect(ran.wall(now) - stood.wall(now)).toBe(behind);
        expect(ran.mono(now)).toBe(stood.mono(now));
      }),
    );
  });

  it('never run back, whatever is done to them, but for a jump of the wall clock', () => {
    const ppm = fc.oneof(fc.integer({ min: -200_000, max: 200_000 }), fc.constantFrom(-3_000_000, 30_000_000));
    const act = fc.oneof(
      fc.record({ kind: fc.constantFrom('setDrift', 'setSlew'), value: ppm }),
      fc.record({ kind: fc.constantFrom('setSuspended', 'setWallStands'), value: fc.nat(1) }),
      fc.record({ kind: fc.constant('jump'), value: fc.integer({ min: -9_000_000, max: 9_000_000 }) }),
    );
    const acts = fc.array(fc.record({ act, after: fc.nat(5_000_000) }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: -200_000, max: 200_000 }), acts, (driftPpm, steps) => {
        const clock = new Clock({ offset: 0, driftPpm });
        let now = 0;
        let shown = { wall: clock.wall(0), mono: clock.mono(0) };
        const looksOn = (after: number): void => {
          now += after;
          const next = { wall: clock.wall(now), mono: clock.mono(now) };
          expect(next.wall).toBeGreaterThanOrEqual(shown.wall);
          expect(next.mono).toBeGreaterThanOrEqual(shown.mono);
          shown = next;
        };
        for (const { act, after } of steps) {
          looksOn(after);
          if (act.kind === 'jump') {
            clock.jump(instant(now), act.value);
            expect(clock.wall(now)).toBe(shown.wall + act.value);
            shown.wall = clock.wall(now);
          } else if (act.kind === 'setSuspended') clock.setSuspended(instant(now), act.value === 1);
          else if (act.kind === 'setWallStands') clock.setWallStands(instant(now), act.value === 1);
          else if (act.kind === 'setDrift') clock.setDrift(instant(now), act.value);
          else clock.setSlew(instant(now), act.value);
          looksOn(0);
          looksOn(10);
        }
      }),
    );
  });

  it('name the first instant at which they show a reading', () => {
    const ppm = fc.integer({ min: -200_000, max: 200_000 });
    fc.assert(
      fc.property(
        ppm,
        ppm,
        fc.nat(1_000_000),
        fc.nat(5_000_000),
        fc.nat(9_000_000),
        (drift, slew, offset, changed, ahead) => {
          const clock = new Clock({ offset, driftPpm: drift });
          clock.setSlew(instant(changed), slew);
          const reading = clock.wall(changed) + ahead;
          const when = clock.whenWall(changed, reading);
          expect(clock.wall(when)).toBeGreaterThanOrEqual(reading);
          if (when > changed) expect(clock.wall(when - 1)).toBeLessThan(reading);
          const mono = clock.mono(changed) + ahead;
          const whenMono = clock.whenMono(changed, mono);
          expect(clock.mono(whenMono)).toBeGreaterThanOrEqual(mono);
          if (whenMono > changed) expect(clock.mono(whenMono - 1)).toBeLessThan(mono);
        },
      ),
    );
  });
});

describe('a latency given by its quantiles', () => {
  const draw = latencyDraw({ min: 1, p50: 6, p99: 40, max: 80 });
  const at = (share: number): number => draw(Math.min(2 ** 32 - 1, Math.floor(share * 2 ** 32)));

  it.each([
    [0, 1],
    [0.5, 6],
    [0.99, 40],
    [1, 80],
  ])('is at its quantile %f', (share, ms) => {
    expect(at(share)).toBeGreaterThanOrEqual(fromMs(ms) - 1);
    expect(at(share)).toBeLessThanOrEqual(fromMs(ms) + 1);
  });

  it('never falls as the draw grows', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.nat(2 ** 31), (a, b) => {
        expect(draw(2 * Math.max(a, b))).toBeGreaterThanOrEqual(draw(2 * Math.min(a, b)));
      }),
    );
  });
});
