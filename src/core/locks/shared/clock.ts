/** A lock's view of time: which clocks of its process it reads, and how much of a lease is left by those clocks. */
import { type Effect, forever, mono, now, type Program } from '../../model/effects/effect';
import { elapsed, fromMs, inWholeSeconds, type LocalInstant, type Micros, type Ms } from '../../model/values/time';

/**
 * `larger` reads both clocks and takes the longer time: the wall clock may have been set back, and the monotonic one
 * may have been stopped. `seconds` is the wall clock as `time(NULL)` of C shows it, without the fraction of the
 * second.
 */
export type ClockChoice = 'wall' | 'mono' | 'larger' | 'seconds';

/** The reading of the chosen clock. `larger` reads both. */
export type Reading = LocalInstant | BothClocks;

interface BothClocks {
  readonly wall: LocalInstant;
  readonly mono: LocalInstant;
}

/** A length of time that began at a reading. */
export interface Lease {
  readonly clock: ClockChoice;
  readonly from: Reading;
  readonly lasts: Micros;
}

/** Reads one clock by one effect, without a generator around it, because locks read their clocks all the time. */
export function readClock(clock: ClockChoice): Iterable<Effect, Reading, unknown> {
  switch (clock) {
    case 'wall':
      return now();
    case 'mono':
      return mono();
    case 'larger':
      return readBothClocks();
    case 'seconds':
      return readSeconds();
    default:
      return clock satisfies never;
  }
}

export function* readBothClocks(): Program<Reading> {
  return { wall: yield* now(), mono: yield* mono() };
}

function* readSeconds(): Program<Reading> {
  return inWholeSeconds(yield* now());
}

/**
 * The time between two readings of the same clocks, in microseconds. Negative when the wall clock was read alone and
 * was set back.
 */
function since(from: Reading, to: Reading): Micros {
  if (typeof from === 'number' || typeof to === 'number') return elapsed(wallOf(from), wallOf(to));
  return Math.max(elapsed(from.wall, to.wall), elapsed(from.mono, to.mono));
}

/** The reading of the wall clock, or of the only clock that was read. */
export const wallOf = (reading: Reading): LocalInstant => (typeof reading === 'number' ? reading : reading.wall);

/**
 * The time left of a lease at a reading, in microseconds; 0 when it is over. It is never negative, because −1 would
 * read as `forever`.
 */
export const leftOf = (lease: Lease, at: Reading): Micros => Math.max(0, lease.lasts - since(lease.from, at));

/** The time left of a lease now, by its own clock. Null: it does not end. */
export function* leftNow(lease: Lease | null): Program<Micros> {
  return lease === null ? forever : leftOf(lease, yield* readClock(lease.clock));
}

/** The time left until a moment of the wall clock. It is never negative, either. */
export function* leftUntil(end: Ms): Program<Micros> {
  return Math.max(0, fromMs(end) - (yield* now()));
}
