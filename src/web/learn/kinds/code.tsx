// The exercise to write a lock.
import { attackIds } from '../../../core/model/links/attackId';
import type { CodeExercise } from '../../../core/model/scenario/exercise';
import { wantedIn } from '../../../sandbox/own/attempt';
import { later } from '../../parts/later';
import { element } from '../../print/element';
import type { ExerciseView } from './view';

interface Props {
  readonly exercise: CodeExercise;
}

const CodeGoals = later<Props>(async () => (await import('./CodeGoals')).CodeGoals);
const CodeBench = later<Props>(async () => (await import('./CodeBench')).CodeBench);

export const codeView: ExerciseView<CodeExercise> = {
  Goals: ({ exercise }) => <CodeGoals exercise={exercise} />,
  instead: (exercise) => <CodeBench exercise={exercise} />,
  isWritten: true,
  hasOwnUndo: true,
  paper: {
    instead: ({ code }) => element('pre', code),
    lists(exercise, { words: { goals }, text, attacks }) {
      const wanted = { title: goals, items: wantedIn(exercise).map((id) => attacks[id]) };
      const { asks } = exercise;
      if (asks === undefined) return [wanted];
      return [wanted, { title: text(asks.question), items: attackIds.map((id) => attacks[id]) }];
    },
    solution: ({ solution }) => [solution],
  },
};
