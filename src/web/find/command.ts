/** The terminal command that asks the same question. */

import type { Question } from '../workers/messages';
import { usualQuestion } from './findLink';

/** How a command is called where this page comes from. The package writes it into its pages; a clone has npm. */
const called = (): string => globalThis.document?.documentElement.dataset['command'] ?? 'npm run -s cli --';

/** @param target a story, or a link in quotes */
export function commandFor(target: string, { kinds, faultsMax, harm, seeds }: Question): string {
  const isUsual = kinds.join() === usualQuestion.kinds.join();
  return [
    `${called()} explore`,
    target,
    ...(isUsual ? [] : [`--faults ${kinds.join(',')}`]),
    ...(faultsMax === usualQuestion.faultsMax ? [] : [`--max ${faultsMax}`]),
    ...(harm === usualQuestion.harm ? [] : [`--harm ${harm}`]),
    ...(seeds === usualQuestion.seeds ? [] : [`--seeds ${seeds}`]),
  ].join(' ');
}
