/**
 * The position of a key's bar on the lane of its server. Clients may know the lock under several names, and each name
 * has a row of the lane.
 */
import type { EntrySpan } from '../../core/spans/entrySpans';
import type { Lane } from './lanes';

/** The names under which the lock was taken, numbered as in `EntrySpan.lock`. */
export const namesLocked = (entries: readonly EntrySpan[]): readonly number[] =>
  [...new Set(entries.map(({ lock }) => lock))].filter((lock) => lock >= 0).sort((a, b) => a - b);

/** The gap between two rows, in px. */
const gap = 2;

/** The row of a name on a lane; the whole lane if the lock has one name. */
export function laneOfKey(lane: Lane, names: readonly number[], { lock }: Pick<EntrySpan, 'lock'>): Lane {
  const row = names.indexOf(lock);
  if (names.length < 2 || row < 0) return lane;
  const half = rowHalf(lane, names);
  return { ...lane, y: lane.y + (row - (names.length - 1) / 2) * (half * 2 + gap), half };
}

/** A lane as high as the rows of all names together. */
export const laneOfKeys = (lane: Lane, names: readonly number[]): Lane =>
  names.length < 2 ? lane : { ...lane, half: names.length * (rowHalf(lane, names) + gap / 2) - gap / 2 };

const rowHalf = ({ half, height }: Lane, { length }: readonly number[]): number =>
  Math.min(half, Math.floor((height - 2) / length - gap) / 2);
