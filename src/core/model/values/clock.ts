/**
 * The arithmetic of wrong clocks: limits of offset, drift and slew, and functions for running, moving or drawing a
 * clock. Rates are whole parts per million by which a clock runs fast. Lengths may be in any one unit.
 */

import type { ProcessId } from '../scenario/processId';
import type { Scenario } from '../scenario/scenario';
import { fromMs, lengthMax, type Micros, type Ms } from './time';

/** How far a wall clock may be wrong: at most as long as the longest lease. */
export const clockErrorMax: Ms = lengthMax;

/** The largest rate by which a scenario may let a clock run fast or slow. */
export const driftPpmMax = 200_000;

/**
 * The lower limit of the rate, however drifts and slews add up. A clock at this rate still runs forwards, and the rate
 * fits a column of the trace.
 */
const rateMin = -900_000;
const rateMax = 9_000_000;

/** The rate of a clock that drifts and is slewed. */
export const rateOf = (driftPpm: number, slewPpm: number): number =>
  Math.round(Math.max(rateMin, Math.min(rateMax, driftPpm + slewPpm)));

/** How much a clock gains on true time; negative when it loses. */
export const gained = (length: number, rate: number): number => (length * rate) / 1_000_000;

/** How much a clock moves while true time moves by 1. */
export const speedOf = (rate: number): number => 1 + rate / 1_000_000;

/**
 * How much a clock moves in a whole length of true time, rounded down. It never falls as the length grows. Beyond a
 * quarter of an hour it may be wrong by one.
 */
export const moved = (length: number, rate: number): number => length + Math.floor(gained(length, rate));

/** Longer than any run, and short enough for a double to distinguish adjacent lengths. */
const exactMax = 2 ** 41;

/** The first whole length of true time, above 0, in which a clock moves by at least `by`. Not exact beyond 2⁴¹. */
export function lengthOf(by: number, rate: number): number {
  let length = Math.ceil(by / speedOf(rate));
  if (length >= exactMax) return length;
  while (moved(length, rate) < by) length++;
  while (moved(length - 1, rate) >= by) length--;
  return length;
}

export interface Slew {
  readonly takes: Micros;
  readonly ppm: number;
}

/**
 * How a clock is moved by `by` gradually, as `adjtime` does it. The clock runs at most twice and at least half as fast,
 * so a correction that cannot be made in the time takes longer.
 *
 * @param over the time for the correction, above 0.
 */
export function slewOf(by: Micros, over: Micros): Slew {
  const takes = Math.max(over, by < 0 ? -2 * by : by);
  return { takes, ppm: Math.round((by / takes) * 1_000_000) };
}

/** The state of a process' clock at the start of the scenario. */
export function clockAtStart(
  { settings }: Scenario,
  id: ProcessId,
): { readonly offset: Micros; readonly driftPpm: number } {
  const { offset = 0, ppm = 0 } = settings.own?.[id]?.clock ?? {};
  return { offset: fromMs(offset), driftPpm: Math.round(ppm) };
}
