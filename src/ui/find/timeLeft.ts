/** How long something will still take, as roughly as it is known. */
import { formatMs } from '../../model/format';
import type { FindWords } from './words';

const minute = 60_000;
const hour = 60 * minute;

/** @param left in ms */
export function timeLeft(left: number, words: Pick<FindWords, 'minutes' | 'hours'>): string {
  if (left < 1.5 * minute) return formatMs(Math.max(1, Math.round(left / 1000)) * 1000);
  return left < 1.5 * hour ? words.minutes(Math.round(left / minute)) : words.hours(Math.round(left / hour));
}
