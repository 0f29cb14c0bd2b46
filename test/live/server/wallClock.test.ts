// The computed clock of a real process agrees with its shim, and with the simulator's clock.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant, wallEpoch } from '../../../src/core/model/values/time';
import { Clock } from '../../../src/core/sim/clock';
import { nanosPerMicro } from '../../../src/live/server/nanos';
import type { ClockChange } from '../../../src/live/server/process/contract';
import { type ClockLine, trueClock, WallClock } from '../../../src/live/server/wallClock';

interface Move {
  readonly after: number;
  readonly change: ClockChange;
}

const minute = 60_000_000;
const anyPpm = fc.oneof(fc.integer({ min: -200_000, max: 200_000 }), fc.constantFrom(-3_000_000, 0, 30_000_000));
const anyJump = fc.integer({ min: -minute, max: minute });
const anyChange: fc.Arbitrary<ClockChange> = fc.oneof(
  anyJump.map((jumpMicros) => ({ jumpMicros })),
  anyPpm.map((driftPpm) => ({ driftPpm })),
  anyPpm.map((slewPpm) => ({ slewPpm })),
  fc.boolean().map((isWallStopped) => ({ isWallStopped })),
);
const anyMoves: fc.Arbitrary<readonly Move[]> = fc.array(fc.record({ after: fc.nat(minute), change: anyChange }), {
  maxLength: 8,
});
const anyStart = fc.record({ offsetMicros: anyJump, driftPpm: anyPpm, slewPpm: fc.constant(0) });

/** A stamp of a host that has been up for a month. */
const epochNanos = 2_592_000 * 1e9;
const stampOf = (at: number): number => epochNanos + at * nanosPerMicro;

/** The shim's gain over real time: whole numbers, as they are written for it, and truncating division. */
function shimAhead({ sinceNanos, offsetNanos, ppm }: ClockLine, stampNanos: number): number {
  const [since, offset, rate] = [sinceNanos, offsetNanos, ppm].map((word) => BigInt(Math.round(word))) as [
    bigint,
    bigint,
    bigint,
  ];
  return Number(offset + ((BigInt(stampNanos) - since) * rate) / 1_000_000n);
}

describe('the wall clock of a real process', () => {
  it('is computed as the shim shows it, after any changes', () => {
    fc.assert(
      fc.property(anyStart, anyMoves, fc.nat(minute), (start, moves, rest) => {
        const clock = new WallClock(start, epochNanos);
        let at = 0;
        for (const { after, change } of moves) {
          at += after;
          clock.change(change, stampOf(at));
        }
        const end = stampOf(at + rest);
        expect(Math.abs(clock.stateAt(end).offsetMicros - shimAhead(clock.line, end) / nanosPerMicro)).toBeLessThan(1);
      }),
    );
  });

  it('agrees with the simulator’s clock, except for a microsecond that this one rounds down at each change', () => {
    fc.assert(
      fc.property(anyStart, anyMoves, fc.nat(minute), (start, moves, rest) => {
        const known = new WallClock(start, epochNanos);
        const simulated = new Clock({ offset: start.offsetMicros, driftPpm: start.driftPpm });
        let at = 0;
        for (const { after, change } of moves) {
          at += after;
          known.change(change, stampOf(at));
          if (change.isWallStopped !== undefined) simulated.setWallStands(instant(at), change.isWallStopped);
          if (change.jumpMicros !== undefined) simulated.jump(instant(at), change.jumpMicros);
          if (change.driftPpm !== undefined) simulated.setDrift(instant(at), change.driftPpm);
          if (change.slewPpm !== undefined) simulated.setSlew(instant(at), change.slewPpm);
          expect(known.ppm).toBe(simulated.ppm);
        }
        at += rest;
        const apart = known.stateAt(stampOf(at)).offsetMicros - (simulated.wall(at) - wallEpoch - at);
        expect(apart).toBeGreaterThanOrEqual(-1);
        expect(apart).toBeLessThanOrEqual(moves.length + 2);
        expect(Math.abs(known.behindMicrosAt(stampOf(at)) - simulated.behind(at))).toBeLessThanOrEqual(
          moves.length + 2,
        );
      }),
    );
  });

  it('has only its offset until it begins to drift', () => {
    const clock = new WallClock({ ...trueClock, offsetMicros: 5000, driftPpm: 100_000 }, null);
    expect(clock.stateAt(stampOf(minute)).offsetMicros).toBe(5000);
    expect(clock.line).toEqual({ sinceNanos: 0, offsetNanos: 5_000_000, ppm: 0 });
    clock.begin(stampOf(minute));
    expect(clock.stateAt(stampOf(2 * minute))).toEqual({ offsetMicros: 6_005_000, driftPpm: 100_000, slewPpm: 0 });
  });

  it('passes to the next life in its state, a current slew included', () => {
    const clock = new WallClock({ ...trueClock, driftPpm: 100 }, epochNanos);
    clock.change({ slewPpm: -500_000 }, stampOf(0));
    clock.change({ jumpMicros: 7 }, stampOf(1_000_000));
    const state = clock.stateAt(stampOf(1_000_000));
    expect(state).toEqual({ offsetMicros: -499_893, driftPpm: 100, slewPpm: -500_000 });
    expect(new WallClock(state, stampOf(1_000_000)).line).toEqual(clock.line);
  });
});
