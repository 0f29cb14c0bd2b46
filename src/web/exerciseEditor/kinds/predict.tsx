// The exercise to predict a run: answers to choose from, and why each is right or wrong.

import { ownWords } from '../../../content/texts/ownExercise';
import { goalResult } from '../../../core/judge/goal';
import type { PredictExercise } from '../../../core/model/scenario/exercise';
import { pickedAnswers } from '../../../course/exercises/pickedAnswers';
import { Line, Ticks } from '../../share/FormParts';
import styles from '../../share/Share.module.css';
import { useEdition } from '../../state/edition';
import { useBackgroundRun } from '../../state/run';
import { useText } from '../../words/i18n';
import type { ExerciseDraft } from '../draft';
import type { Making, PartProps } from './kind';

export const predictMaking: Making<PredictExercise> = {
  Asked: Answers,
  More: Whys,
  task: (_, { task }) => task.predict,
  written: (draft, { scenario }) => ({ options: answersOf(draft), scenario }),
  check: async () => ({ kind: 'solvable', besides: {} }),
};

const answersOf = ({ answers, whys }: ExerciseDraft): readonly object[] =>
  pickedAnswers
    .filter(({ id }) => answers.has(id))
    .map(({ id, text, goal }) => {
      const why = whys[id]?.trim() ?? '';
      return { text, goal, ...(why === '' ? {} : { why }) };
    });

/** The answers that are right for the run on screen are marked: the run decides, not the author of the exercise. */
function Answers({ draft, change }: PartProps) {
  const text = useText();
  const words = text(ownWords);
  const run = useBackgroundRun(useEdition((state) => state.committed));
  const options = pickedAnswers.map(({ id, text: answer, goal }) => ({
    id,
    label: (
      <>
        {text(answer)}{' '}
        {run !== null && goalResult(goal, run.verdict) === 'true' && <em className={styles.right}>{words.right}</em>}
      </>
    ),
  }));
  return (
    <Ticks
      legend={words.answers}
      areLong
      options={options}
      chosen={draft.answers}
      onChange={(answers) => change({ answers })}
    />
  );
}

function Whys({ draft, change }: PartProps) {
  const text = useText();
  const words = text(ownWords);
  return pickedAnswers
    .filter(({ id }) => draft.answers.has(id))
    .map(({ id, text: answer }) => (
      <Line
        key={id}
        label={words.why(text(answer))}
        value={draft.whys[id] ?? ''}
        onChange={(why) => change({ whys: { ...draft.whys, [id]: why } })}
      />
    ));
}
