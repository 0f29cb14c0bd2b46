/** The units of time and the two kinds of instant. Everything inside the core is in integer microseconds. */

declare const clock: unique symbol;

/** A length of time in whole microseconds. */
export type Micros = number;

/** A length of time in milliseconds, as scenarios and people write it. May have a fraction. */
export type Ms = number;

/** The longest lease: a day. */
export const leaseMax: Ms = 86_400_000;

/**
 * The longest time that a scenario can name: two weeks, enough for a run with three faults that each last longer than
 * the longest lease.
 */
export const lengthMax: Ms = 14 * leaseMax;

/** True time since the run began, in microseconds. The simulator knows it; no process can read it. */
export type Instant = number & { readonly [clock]: 'true' };

/** What one process reads on one of its own clocks, in microseconds. It may drift, and a wall clock may jump. */
export type LocalInstant = number & { readonly [clock]: 'local' };

/**
 * What every wall clock shows at the true instant 0: 2016-02-08T00:00:00Z, the day on which the argument about Redlock
 * began.
 */
export const wallEpoch: Micros = 1_454_889_600_000_000;

/** Milliseconds to whole microseconds. */
export const fromMs = (ms: Ms): Micros => Math.round(ms * 1000);

/** Microseconds to milliseconds, with their fraction. */
export const toMs = (micros: Micros): Ms => micros / 1000;

/** Microseconds to whole milliseconds, rounded down as by Redis' own clock. */
export const toWholeMs = (micros: Micros): Ms => Math.floor(micros / 1000);

/** A reading of a clock that shows whole seconds. */
export const inWholeSeconds = (reading: LocalInstant): LocalInstant =>
  localInstant(Math.floor(reading / 1_000_000) * 1_000_000);

/** The time from one reading of a clock to a later reading of the same clock. Negative when the clock was set back. */
export const elapsed = (from: LocalInstant, to: LocalInstant): Micros => to - from;

/** Marks a number as a true instant. Only the simulator and readers of a trace call it. */
export const instant = (micros: number): Instant => micros as Instant;

/** Marks a number as a reading of a process' clock. Only interpreters of effects call it. */
export const localInstant = (micros: number): LocalInstant => micros as LocalInstant;
