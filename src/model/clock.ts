/**
 * How a clock goes wrong: the limits of offset, drift and slew, and the arithmetic of whoever runs, moves or draws one. Rates are
 * whole parts per million by which a clock runs fast; lengths are in any one unit. Holds no clock.
 */
import type { ProcessId, Scenario } from './scenario';
import { fromMs, type Micros, type Ms } from './time';

/** A wall clock can be wrong by half an hour; columns of the trace hold 32 bits of microseconds. */
export const clockErrorMax: Ms = 1_800_000;

/** How fast or slow a scenario may let a clock run. */
export const driftPpmMax = 200_000;

/** However drifts and slews add up: a clock neither stands still nor runs back by itself, and its rate fits a column of the trace. */
const rateMin = -900_000;
const rateMax = 9_000_000;

/** At which rate a clock runs that drifts and is slewed. */
export const rateOf = (driftPpm: number, slewPpm: number): number =>
  Math.round(Math.max(rateMin, Math.min(rateMax, driftPpm + slewPpm)));

/** What a clock gains on true time; negative where it loses. */
export const gained = (length: number, rate: number): number => (length * rate) / 1_000_000;

/** By how much a clock moves while true time moves by 1. */
export const speedOf = (rate: number): number => 1 + rate / 1_000_000;

/** By how much a clock moves in a whole length of true time, rounded down. It never falls as the length grows. */
export const moved = (length: number, rate: number): number => length + Math.floor(gained(length, rate));

/** Beyond any run, and short of where a double no longer tells a length from the next. */
const exactMax = 2 ** 31;

/** The first whole length of true time in which a clock moves by at least `by`, above 0; not exact beyond 2³¹. */
export function lengthOf(by: number, rate: number): number {
  let found = Math.ceil(by / speedOf(rate));
  if (found >= exactMax) return found;
  while (moved(found, rate) < by) found++;
  while (moved(found - 1, rate) >= by) found--;
  return found;
}

export interface Slew {
  readonly takes: Micros;
  readonly ppm: number;
}

/**
 * How a clock is moved by `by` little by little, as `adjtime` does it: no faster than twice and no slower than half as fast, so a
 * correction that cannot be made in the time takes longer.
 *
 * @param over above 0
 */
export function slewOf(by: Micros, over: Micros): Slew {
  const takes = Math.max(over, by < 0 ? -2 * by : by);
  return { takes, ppm: Math.round((by / takes) * 1_000_000) };
}

/** How the scenario sets the clock of a process before anything happens. */
export function clockAtStart(
  { settings }: Scenario,
  id: ProcessId,
): { readonly offset: Micros; readonly driftPpm: number } {
  const { offset = 0, ppm = 0 } = settings.own?.[id]?.clock ?? {};
  return { offset: fromMs(offset), driftPpm: Math.round(ppm) };
}
