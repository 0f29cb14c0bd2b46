/** The names that are chosen for the numbered marks of a picture, and whether they are right. */
import type { NamedSort, NameExercise } from '../../core/model/exercise';

/** The names chosen so far. Numbers begin at 1. */
export type Names = Readonly<Record<number, NamedSort>>;

/** The right name of each number. */
export const namesIn = ({ marks }: NameExercise): Names =>
  Object.fromEntries(marks.map(({ sort }, index) => [index + 1, sort]));

export const allNamed = ({ marks }: NameExercise, names: Names): boolean =>
  marks.every(({ sort }, index) => names[index + 1] === sort);
