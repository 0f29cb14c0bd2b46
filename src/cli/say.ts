/** What a command of the explorer writes. A text may hold codes that control a terminal: they are made visible. */
import { visible } from '../core/model/visible';

export function say(write: (text: string) => void, text: string): void {
  write(`${visible(text)}\n`);
}
