/**
 * Writes the lines of the search commands. A text may contain codes that control a terminal, so it makes them
 * visible.
 */
import { visible } from '../core/model/values/visible';

export function say(write: (text: string) => void, text: string): void {
  write(`${visible(text)}\n`);
}
