// The exercise to write a lock.
import type { CodeExercise } from '../../../core/model/exercise';
import { later } from '../../parts/later';
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
};
