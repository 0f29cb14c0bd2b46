/** Nanoseconds, in which a live run stamps whatever happens: their units, the clock that tells them, and what real time is to it. */

export const nanosPerMicro = 1_000;
export const nanosPerMs = 1_000_000;
export const nanosPerSecond = 1_000_000_000;

/** A stamp: the clock that all processes of a host share. A double tells stamps of a century to 256 ns apart. */
export const nanosNow = (): number => Number(process.hrtime.bigint());

/** Whole microseconds from one stamp to another; 0 where the other is not later. */
export const microsBetween = (fromNanos: number, toNanos: number): number =>
  Math.max(0, Math.floor((toNanos - fromNanos) / nanosPerMicro));

const measureEveryNanos = 5 * nanosPerSecond;
let measured = { atNanos: Number.NEGATIVE_INFINITY, difference: 0 };

/** What real time is ahead of the stamps. Measured every few seconds, since real time is being disciplined. */
export function realMinusStamps(): number {
  if (nanosNow() - measured.atNanos < measureEveryNanos) return measured.difference;
  const before = Date.now();
  let after = before;
  // Whole ms tell no more than that: the instant at which it turns tells it to the microsecond.
  while (after === before) after = Date.now();
  const atNanos = nanosNow();
  measured = { atNanos, difference: after * nanosPerMs - atNanos };
  return measured.difference;
}
