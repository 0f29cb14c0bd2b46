/**
 * The way through the exercises: which one is next, and what is better done before. It follows the `needs` that the exercises
 * name, and what somebody has done: solved, or predicted wrongly and been told why. Nothing is locked: whoever wants to goes
 * elsewhere.
 */
import type { Exercise } from '../model/exercise';

type Step = Pick<Exercise, 'id' | 'chapter' | 'needs'>;

type IsDone = (id: string) => boolean;

/** What an exercise needs and is not done yet, in the order in which it is named. */
export const missingFor = ({ needs = [] }: Step, isDone: IsDone): readonly string[] =>
  needs.filter((id) => !isDone(id));

/**
 * The next exercise that is not done and needs nothing more: in the chapter of the one that is open, after it if there is one
 * there, else the first of all. null: all are done, but perhaps the one that is open.
 */
export function nextOf<S extends Step>(all: readonly S[], isDone: IsDone, openId: string | null): S | null {
  const place = all.findIndex(({ id }) => id === openId);
  const chapter = all[place]?.chapter;
  const open = all.filter((step) => step.id !== openId && !isDone(step.id));
  const ready = open.filter((step) => missingFor(step, isDone).length === 0);
  const here = ready.filter((step) => step.chapter === chapter);
  return here.find((step) => all.indexOf(step) > place) ?? here[0] ?? ready[0] ?? open[0] ?? null;
}
