/** Hands of a search, both ends: what a hand can be called for, and hands as workers that the worker of the desk starts. */
import { type Branch, finished } from '../../explore/branch';
import type { Hand, Hire, Telling } from '../../explore/hands';
import { done, type Job } from '../../explore/search';
import type { Space } from '../../explore/space';
import type { Parts } from '../../sim/parts';
import type { Beside } from './calls';

export function handFunctions(parts: Parts) {
  let space: Space | null = null;
  return {
    /** It is told once of a seed, since it is larger than a job. */
    enter: (entered: Space): void => {
      space = entered;
    },
    /** What came of a job in that space. */
    work: (job: Job): readonly Branch[] => {
      if (space === null) throw new Error('A hand has a job, and no space.');
      return finished(done(job, space, parts));
    },
  };
}

export type StartHand = () => Beside<ReturnType<typeof handFunctions>>;

/** Hires hands for one seed after the other. */
export function hiringBy(start: StartHand): (space: Space) => Hire {
  /** Through with one seed and ready for the next. A new one has to load first, and an old one gives its memory back late. */
  const idle: ReturnType<StartHand>[] = [];
  const hire = (space: Space, { finished, died }: Telling): Hand => {
    const kept = idle.pop();
    const { calls, end } = kept ?? start();
    // A new one may fail to load: it counts once it has done a job.
    let isFree = kept !== undefined;
    let isOver = false;
    const mourn = (error: Error): void => {
      end();
      if (!isOver) died(error.message);
      isOver = true;
    };
    calls.enter(space).catch(mourn);
    const take = (branches: readonly Branch[]): void => {
      isFree = true;
      if (!isOver) finished(branches);
    };
    return {
      send: (job) => {
        isFree = false;
        calls.work(job).then(take).catch(mourn);
      },
      end: () => {
        isOver = true;
        if (isFree) idle.push({ calls, end });
        else end();
      },
    };
  };
  return (space) => (telling) => hire(space, telling);
}

/** A hand in this very thread, where no worker can start another one. */
export const hireHere =
  (space: Space, { parts, pause }: { readonly parts: Parts; readonly pause: () => Promise<void> }): Hire =>
  (telling) => {
    let isOver = false;
    return {
      send: (job) =>
        void pause()
          .then(() => {
            if (!isOver) telling.finished(finished(done(job, space, parts)));
          })
          .catch((error: Error) => telling.died(error.message)),
      end: () => {
        isOver = true;
      },
    };
  };
