/** Why the sandbox has not answered: it could not be loaded, or it ran out of time or memory. */
import { ended, Gone } from '../../core/model/effects/calls';
import type { useOwnWords } from './ownWords';

export function whyLost(error: Error, words: ReturnType<typeof useOwnWords>): string {
  const { message } = error;
  if (error instanceof Gone && message === '') return words.noSandbox;
  if (error instanceof Gone && message === ended) return words.lost.time;
  return /memory|\bOOM\b/i.test(message) ? words.lost.memory : words.lost.other(message);
}
