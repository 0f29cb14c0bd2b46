// Every exercise of the workshop, in its order.
import { chapters } from '../../src/course/exercises';

export const allExercises = (await Promise.all(chapters.map(({ load }) => load()))).flat();
