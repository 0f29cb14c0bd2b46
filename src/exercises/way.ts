/**
 * The way through the exercises: which one is next, and what is better done before. It follows the `needs` that the exercises
 * name, and what somebody has solved. Nothing is locked: whoever wants to goes elsewhere.
 */
import type { Exercise } from '../model/exercise';

type Step = Pick<Exercise, 'id' | 'chapter' | 'needs'>;

type IsSolved = (id: string) => boolean;

/** What an exercise needs and is not solved yet, in the order in which it is named. */
export const missingFor = ({ needs = [] }: Step, isSolved: IsSolved): readonly string[] =>
  needs.filter((id) => !isSolved(id));

/**
 * The next exercise that is not solved and needs nothing more: in the chapter of the one that is open, after it if there is one
 * there, else the first of all. null: all are solved, but perhaps the one that is open.
 */
export function nextOf<S extends Step>(all: readonly S[], isSolved: IsSolved, openId: string | null): S | null {
  const place = all.findIndex(({ id }) => id === openId);
  const chapter = all[place]?.chapter;
  const open = all.filter((step) => step.id !== openId && !isSolved(step.id));
  const ready = open.filter((step) => missingFor(step, isSolved).length === 0);
  const here = ready.filter((step) => step.chapter === chapter);
  return here.find((step) => all.indexOf(step) > place) ?? here[0] ?? ready[0] ?? open[0] ?? null;
}
