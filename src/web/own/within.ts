/** A call of the sandbox with a time limit: endless code ends its worker, and the next call starts another. */

import type { InWorker } from '../../core/model/effects/calls';
import type { OwnCalls } from '../../sandbox/own/ownCalls';
import type { OwnAsked } from './ownCodeWorker';

/** The sandbox itself gives up long before. */
const callMsMax = 15_000;
/** A row of the twelve attacks takes a hundred runs. */
const stepMsMax = 60_000;

export async function within<Answer>(
  { calls, end }: InWorker<OwnCalls>,
  ask: (calls: OwnAsked) => Promise<Answer>,
): Promise<Answer> {
  const timer = setTimeout(end, callMsMax);
  return ask(calls).finally(() => clearTimeout(timer));
}

/**
 * The same for a call with progress: the limit applies to each of its steps.
 * @param ask is given the function that receives the progress
 */
export async function withinEach<Progress, Answer>(
  { calls, end }: InWorker<OwnCalls>,
  report: (progress: Progress) => void,
  ask: (calls: OwnAsked, onProgress: (progress: Progress) => void) => Promise<Answer>,
): Promise<Answer> {
  let timer = setTimeout(end, stepMsMax);
  const onProgress = (progress: Progress): void => {
    clearTimeout(timer);
    timer = setTimeout(end, stepMsMax);
    report(progress);
  };
  return ask(calls, onProgress).finally(() => clearTimeout(timer));
}
