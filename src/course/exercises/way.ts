/**
 * The way through the exercises: which one is next, and which are better done before. It depends on the order of the
 * list, on the `needs` of the exercises, and on what a person has done: solved an exercise, or predicted wrongly and
 * been shown why. Nothing is locked.
 */
import type { Exercise } from '../../core/model/scenario/exercise';

type Step = Pick<Exercise, 'id' | 'needs'>;

type IsDone = (id: string) => boolean;

/** The exercises that this one needs and that are not done yet, in the order of its `needs`. */
export const unmetNeeds = ({ needs = [] }: Step, isDone: IsDone): readonly string[] =>
  needs.filter((id) => !isDone(id));

/**
 * The next exercise that is not done: after the open one, or else the first of all. An exercise comes after those that
 * it needs, so the way never leads back while something is ahead. Null: all are done, except perhaps the open one.
 */
export function nextOf<S extends Pick<Step, 'id'>>(all: readonly S[], isDone: IsDone, openId: string | null): S | null {
  const index = all.findIndex(({ id }) => id === openId);
  const open = all.filter(({ id }) => id !== openId && !isDone(id));
  return open.find((step) => all.indexOf(step) > index) ?? open[0] ?? null;
}
