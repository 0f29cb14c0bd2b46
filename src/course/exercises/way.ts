/**
 * The way through the exercises: which one is next, and what is better done before. It follows their list, the `needs` that they
 * name, and what somebody has done: solved, or predicted wrongly and been told why. Nothing is locked: whoever wants to goes
 * elsewhere.
 */
import type { Exercise } from '../../core/model/exercise';

type Step = Pick<Exercise, 'id' | 'needs'>;

type IsDone = (id: string) => boolean;

/** What an exercise needs and is not done yet, in the order in which it is named. */
export const missingFor = ({ needs = [] }: Step, isDone: IsDone): readonly string[] =>
  needs.filter((id) => !isDone(id));

/**
 * The next exercise that is not done: after the one that is open, else the first of all. What an exercise needs stands before it in
 * the list, so the way never leads back while there is something ahead. null: all are done, but perhaps the one that is open.
 */
export function nextOf<S extends Pick<Step, 'id'>>(all: readonly S[], isDone: IsDone, openId: string | null): S | null {
  const place = all.findIndex(({ id }) => id === openId);
  const open = all.filter(({ id }) => id !== openId && !isDone(id));
  return open.find((step) => all.indexOf(step) > place) ?? open[0] ?? null;
}
