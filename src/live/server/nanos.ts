/** Nanoseconds, the unit of all stamps of a live run; the clock of the stamps; its distance from real time. */

export const nanosPerMicro = 1_000;
export const nanosPerMs = 1_000_000;
export const nanosPerSecond = 1_000_000_000;

/** A stamp, from the clock that all processes of a host share. For a century, a double is exact to 256 ns. */
export const nanosNow = (): number => Number(process.hrtime.bigint());

/** Whole microseconds from one stamp to another; 0 unless the other is later. */
export const microsBetween = (fromNanos: number, toNanos: number): number =>
  Math.max(0, Math.floor((toNanos - fromNanos) / nanosPerMicro));

const measureEveryNanos = 5 * nanosPerSecond;
let measured = { atNanos: Number.NEGATIVE_INFINITY, difference: 0 };

/** How far real time is ahead of the stamps. Measure it every few seconds: the system keeps correcting real time. */
export function realMinusStamps(): number {
  if (nanosNow() - measured.atNanos < measureEveryNanos) return measured.difference;
  const before = Date.now();
  let after = before;
  // `Date.now()` has whole milliseconds only. The instant at which it changes gives real time to the microsecond.
  while (after === before) after = Date.now();
  const atNanos = nanosNow();
  measured = { atNanos, difference: after * nanosPerMs - atNanos };
  return measured.difference;
}
