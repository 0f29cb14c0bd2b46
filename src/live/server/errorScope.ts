/**
 * Decides what ends when nobody handles a problem: a callback throws, or a promise rejects. Each run begins its work in
 * a context of its own, and everything that this work begins inherits the context. A problem ends its own run, and the
 * others go on. Knows no run.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import { visible } from '../../core/model/values/visible';

/** Called with each problem of its work: perhaps more than once, and perhaps late. */
export type ErrorScope = (problem: unknown) => void;

const contexts = new AsyncLocalStorage<ErrorScope>();

/** How many callers want problems to go to their error scope. */
let asking = 0;

/** Performs `act`. If it begins work without waiting for it, later problems of that work go to `blame`. */
export const scopedErrors = <R>(blame: ErrorScope, act: () => R): R => contexts.run(blame, act);

/**
 * The same for callbacks of a socket that one of our servers has accepted: Node runs them outside of any context.
 *
 * @returns `act`, bound to the current context; `act` itself if there is no context.
 */
export function answerable<A extends readonly unknown[]>(act: (...args: A) => void): (...args: A) => void {
  const blame = contexts.getStore();
  if (blame === undefined) return act;
  return (...args) =>
    contexts.run(blame, () => {
      try {
        act(...args);
      } catch (problem) {
        // Rethrowing it would lose the context.
        blame(problem);
      }
    });
}

/** From now on, problems go to their error scope, and the process lives on. @returns a function that undoes this. */
export function reportBlamed(): () => void {
  if (asking++ === 0) process.on('uncaughtException', onProblem);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    if (--asking === 0) process.off('uncaughtException', onProblem);
  };
}

export const wordsOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));

/** Node also reports unhandled rejections as uncaught exceptions. */
function onProblem(problem: unknown): void {
  const blame = contexts.getStore();
  if (blame !== undefined) return blame(problem);
  // A test runner itself handles problems that belong to no run.
  if (process.listenerCount('uncaughtException') > 1) return;
  console.error(visible(inspect(problem)));
  process.exit(1);
}
