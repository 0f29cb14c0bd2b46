/** The times below the moments of a scene whose axis has jumps, where ticks would not help. */
import { fewDigits } from '../../core/model/values/format';
import type { TimeAxis } from './timeAxis';

interface TimeText {
  readonly text: string;
  /** Its middle, in pixels. */
  readonly x: number;
}

/** The room that one letter of a time takes at most, and the least distance between two times, in pixels. */
const letter = 9;
const gap = 12;

/** How far past the end of the axis the line of moments reaches, in pixels. */
const marginRight = 12;

/**
 * The time of each moment in view, as far as there is room; none if the axis does not jump.
 * @param moments in order
 */
export function momentTimes(
  moments: readonly { readonly at: number }[],
  { x, left, right, folds }: Pick<TimeAxis, 'x' | 'left' | 'right' | 'folds'>,
): readonly TimeText[] {
  const timeTexts: TimeText[] = [];
  if (folds.length === 0) return timeTexts;
  let end = Number.NEGATIVE_INFINITY;
  for (const { at } of moments) {
    const text = fewDigits.formatAt(at);
    const half = (text.length * letter) / 2;
    const middle = Math.max(half, Math.min(x(at), right + marginRight - half));
    if (x(at) < left || x(at) > right || middle - half < end + gap) continue;
    timeTexts.push({ text, x: middle });
    end = middle + half;
  }
  return timeTexts;
}
