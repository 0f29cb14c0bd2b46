/** A lock's own view of time: which clocks of its process it reads, and how much of a lease is left by them. */
import { mono, now, type Program } from '../model/effect';
import { elapsed, inWholeSeconds, type LocalInstant, type Micros } from '../model/time';

/**
 * `larger` reads both clocks and takes the longer time: the wall clock may have been set back, and the monotonic one
 * may have stood still. `seconds` is the wall clock as `time(NULL)` of C shows it, without the fraction of the second.
 */
export type ClockChoice = 'wall' | 'mono' | 'larger' | 'seconds';

/** What the chosen clocks showed, one value for each clock. */
export type Reading = readonly LocalInstant[];

/** A length of time that began at a reading. */
export interface Lease {
  readonly clock: ClockChoice;
  readonly from: Reading;
  readonly lasts: Micros;
}

export function* readClock(clock: ClockChoice): Program<Reading> {
  switch (clock) {
    case 'wall':
      return [yield* now()];
    case 'mono':
      return [yield* mono()];
    case 'larger':
      return [yield* now(), yield* mono()];
    case 'seconds':
      return [inWholeSeconds(yield* now())];
    default:
      return clock satisfies never;
  }
}

/**
 * The time between two readings of the same clocks, in microseconds. Negative when the wall clock was read alone and
 * was set back.
 */
const since = (from: Reading, to: Reading): Micros =>
  from.reduce((longest, reading, i) => Math.max(longest, elapsed(reading, to[i] ?? reading)), Number.NEGATIVE_INFINITY);

/**
 * The time left of a lease at a reading, in microseconds; 0 when it is over. It is never negative, because −1 would
 * read as `forever`.
 */
export const leftOf = (lease: Lease, at: Reading): Micros => Math.max(0, lease.lasts - since(lease.from, at));
