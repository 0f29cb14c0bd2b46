/** A call of the sandbox with a time limit: code that never comes to rest brings its worker down, and the next call starts another. */

import type { OwnCalls } from '../../own/session';
import type { InWorker } from '../workers/calls';
import type { OwnAsked } from './ownPlace';

/** The sandbox itself gives up long before. */
const callMsMax = 15_000;

export async function within<Answer>(
  { calls, end }: InWorker<OwnCalls>,
  ask: (calls: OwnAsked) => Promise<Answer>,
): Promise<Answer> {
  const timer = setTimeout(end, callMsMax);
  return ask(calls).finally(() => clearTimeout(timer));
}
