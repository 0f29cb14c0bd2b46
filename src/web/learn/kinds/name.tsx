// The exercise to name numbered marks in the picture of a run.
import type { NameExercise } from '../../../core/model/exercise';
import { Naming } from '../Naming';
import { NumberedPicture } from '../NumberedPicture';
import { allNamed } from '../names';
import type { ExerciseView } from './view';

export const nameView: ExerciseView<NameExercise> = {
  Tools: Naming,
  instead: (exercise, { checked }) => (allNamed(exercise, checked) ? null : <NumberedPicture exercise={exercise} />),
};
