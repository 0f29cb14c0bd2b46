/**
 * Questions about locks that people ask again and again, each with one sentence of answer, the run that shows it, and
 * the limits of the answer.
 */
import type { StoryEntry } from '../../core/model/scenario/story';
import { storyNamed } from '../../core/model/scenario/storyName';
import { stories } from '../stories';
import { afterTrouble } from './afterTrouble';
import { beforeChoosing } from './beforeChoosing';
import type { Question } from './question';

export const questionGroups = { choosing: beforeChoosing, trouble: afterTrouble } as const;

export const questions: readonly Question[] = Object.values(questionGroups).flat();

/** The story whose run shows the answer. */
export function storyOf({ id, run }: Question): StoryEntry {
  const named = storyNamed(run, stories);
  if (named === null) throw new Error(`The question "${id}" names the run "${run}", which no story has.`);
  return named.entry;
}
