// The goals to pick from, and their form in a file.

import { ownWords } from '../../../content/texts/ownExercise';
import { pickedGoals } from '../../../course/exercises/pickedGoals';
import type { Attemptable } from '../../../course/kinds/kind';
import { Ticks } from '../../share/FormParts';
import { useText } from '../../words/i18n';
import type { ExerciseDraft } from '../draft';
import type { PartProps } from './kind';

const goalsFor = (kind: Attemptable['kind']) => pickedGoals.filter(({ kinds: fit }) => fit.includes(kind));

export const goalsOf = (kind: Attemptable['kind'], { goals }: ExerciseDraft, isAttacked = false): readonly object[] =>
  goalsFor(kind)
    .filter(({ id }) => goals.has(id))
    .map(({ text, goal, in: where }) => ({ text, goal, ...(isAttacked && where !== undefined ? { in: where } : {}) }));

export function Goals({ kind, draft, change }: PartProps & { readonly kind: Attemptable['kind'] }) {
  const text = useText();
  return (
    <Ticks
      legend={text(ownWords).goals}
      options={goalsFor(kind).map((goal) => ({ id: goal.id, label: text(goal.text) }))}
      chosen={draft.goals}
      onChange={(goals) => change({ goals })}
    />
  );
}
