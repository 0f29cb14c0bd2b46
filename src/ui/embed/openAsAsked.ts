/**
 * What the parameters of an embed ask for besides the story: another lock or check, a stretch of the run, where the
 * playhead rests, the outcome that is compared.
 */

import type { Text } from '../../model/text';
import { fromMs } from '../../model/time';
import { compareRun } from '../files/address';
import type { EmbedParameters } from '../files/embedParameters';
import { useCursor } from '../state/cursor';
import { parkAtViolation } from '../state/playhead';
import { currentRun, runs } from '../state/run';
import { useScenario } from '../state/scenario';

/** Returns in words what could not be done; the rest is done. */
export async function openAsAsked(parameters: EmbedParameters): Promise<readonly Text[]> {
  const { lock, storage, from, to } = parameters;
  const isPlain = [lock, storage, from, to].every((one) => one === null);
  // Few embeds ask for more than a story.
  const more = isPlain ? null : await import('./askedMore');
  const changed = (await more?.exchangeParts(parameters)) ?? [];
  // Only the whole run tells how long it is and where it breaks.
  await runs.whole(useScenario.getState().committed);
  const found = [...changed, ...(more?.showStretch(parameters) ?? [])];
  rest(parameters);
  // The embed does not wait for it. The line about it comes below a run that is there already.
  if (parameters.outcome !== null) void compareRun({ outcome: parameters.outcome });
  return found;
}

/** Where the playhead rests: at the break, unless another moment was asked for. */
export function rest({ at, from, to }: EmbedParameters): void {
  const run = currentRun();
  const { endedAt } = run.trace.header;
  if (at === 'break') return parkAtViolation(run);
  const { setAt } = useCursor.getState();
  if (at === 'start') setAt(fromMs(from ?? 0));
  else if (at === 'end') setAt(Math.min(endedAt, to === null ? endedAt : fromMs(to)));
  else setAt(Math.min(endedAt, fromMs(at)));
}
