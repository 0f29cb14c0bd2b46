/** Checks the names that are chosen for numbered marks. */
import type { NameExercise } from '../../core/model/exercise';
import { allNamed, type Names } from './names';
import { useProgress } from './progress';
import type { Visit } from './visit';

/** Marks which names are right; returns whether all are. */
export function checkNames(visit: Visit, exercise: NameExercise, names: Names = visit.getState().names): boolean {
  const isRight = allNamed(exercise, names);
  visit.setState({ names, checked: names });
  if (!isRight) useProgress.getState().count(exercise.id, 'misses');
  return isRight;
}
