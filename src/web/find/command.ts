/** The terminal command that asks the same question. */

import type { Question } from '../workers/messages';
import { usualQuestion } from './findLink';

/** @param target a story, or a link in quotes */
export function commandFor(target: string, { kinds, faultsMax, harm, seeds }: Question): string {
  const isUsual = kinds.join() === usualQuestion.kinds.join();
  return [
    'npm run -s cli -- explore',
    target,
    ...(isUsual ? [] : [`--faults ${kinds.join(',')}`]),
    ...(faultsMax === usualQuestion.faultsMax ? [] : [`--max ${faultsMax}`]),
    ...(harm === usualQuestion.harm ? [] : [`--harm ${harm}`]),
    ...(seeds === usualQuestion.seeds ? [] : [`--seeds ${seeds}`]),
  ].join(' ');
}
