/**
 * Decides what ends when a problem reaches nobody: a callback throws, or a promise rejects unheard. Work begins in a
 * context of its own, and everything that it begins inherits the context. So a problem ends its own run, and the others
 * go on. Knows no run.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import { visible } from '../../core/model/visible';

/** Called with the problem; perhaps more than once, and perhaps late. */
export type Blame = (problem: unknown) => void;

const contexts = new AsyncLocalStorage<Blame>();

/** How many callers have asked for problems to go to the one to blame. */
let asking = 0;

/** Performs `act`. Problems of what it begins without waiting for it go to `blame` from then on. */
export const blaming = <R>(blame: Blame, act: () => R): R => contexts.run(blame, act);

/**
 * The same for a callback of a socket that a server of ours has accepted: Node runs it in no context at all.
 *
 * @returns `act`, bound to the current context; `act` itself when there is none.
 */
export function answerable<A extends readonly unknown[]>(act: (...args: A) => void): (...args: A) => void {
  const blame = contexts.getStore();
  if (blame === undefined) return act;
  return (...args) =>
    contexts.run(blame, () => {
      try {
        act(...args);
      } catch (problem) {
        // Further up the stack the context would be lost.
        blame(problem);
      }
    });
}

/** From now on, problems go to the one to blame, and the process lives on. @returns a function that undoes this. */
export function tellBlamed(): () => void {
  if (asking++ === 0) process.on('uncaughtException', onProblem);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    if (--asking === 0) process.off('uncaughtException', onProblem);
  };
}

/** The message of a problem, for people. */
export const wordsOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));

/** Node reports rejections that nobody handles as such problems too. */
function onProblem(problem: unknown): void {
  const blame = contexts.getStore();
  if (blame !== undefined) return blame(problem);
  // A test runner handles problems that belong to nobody itself.
  if (process.listenerCount('uncaughtException') > 1) return;
  console.error(visible(inspect(problem)));
  process.exit(1);
}
