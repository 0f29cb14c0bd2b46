/** The names that are chosen for the numbered marks of a picture, and whether they are right. */
import type { NameExercise } from '../../core/model/scenario/exercise';
import { type Names, useExercises } from './exerciseState';
import { useProgress } from './progress';

/** The id of the name field of a number, by which the picture finds it. */
export const nameField = (number: number): string => `name-of-${number}`;

/** The right name of each number. */
export const namesIn = ({ marks }: NameExercise): Names =>
  Object.fromEntries(marks.map(({ sort }, index) => [index + 1, sort]));

export const allNamed = ({ marks }: NameExercise, names: Names): boolean =>
  marks.every(({ sort }, index) => names[index + 1] === sort);

/** Marks which names are right; returns whether all are. */
export function checkNames(exercise: NameExercise, names: Names = useExercises.getState().names): boolean {
  const isRight = allNamed(exercise, names);
  useExercises.setState({ names, checked: names });
  if (!isRight) useProgress.getState().count(exercise.id, 'misses');
  return isRight;
}
