/**
 * Whom a problem ends that nobody waits for: a callback that throws, a promise that rejects unheard. What somebody is to blame for
 * is begun in a context of its own, and what it begins inherits that; so one run comes to nothing and the others go on. Knows no run.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import { visible } from '../model/visible';

/** Told of the problem. May be told more than once, and late. */
export type Blame = (problem: unknown) => void;

const contexts = new AsyncLocalStorage<Blame>();

/** How many ask that problems be told to whoever is to blame. */
let asking = 0;

/** Performs `act`; what it begins and nobody waits for is `blame`'s matter from then on. */
export const blaming = <R>(blame: Blame, act: () => R): R => contexts.run(blame, act);

/**
 * The same for a callback of a socket that a server of ours has accepted: Node runs it in no context at all.
 *
 * @returns `act`, on the account of whoever is to blame now; itself where that is nobody.
 */
export function answerable<A extends readonly unknown[]>(act: (...args: A) => void): (...args: A) => void {
  const blame = contexts.getStore();
  if (blame === undefined) return act;
  return (...args) =>
    contexts.run(blame, () => {
      try {
        act(...args);
      } catch (problem) {
        // Further up the context would be gone.
        blame(problem);
      }
    });
}

/** From now on who is to blame is told, and the process lives on. @returns what takes that back. */
export function tellBlamed(): () => void {
  if (asking++ === 0) process.on('uncaughtException', onProblem);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    if (--asking === 0) process.off('uncaughtException', onProblem);
  };
}

/** In words, for people. */
export const wordsOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));

/** Node hands rejections that nobody hears on as such problems too. */
function onProblem(problem: unknown): void {
  const blame = contexts.getStore();
  if (blame !== undefined) return blame(problem);
  // A test runner has its own way with what is nobody's.
  if (process.listenerCount('uncaughtException') > 1) return;
  console.error(visible(inspect(problem)));
  process.exit(1);
}
