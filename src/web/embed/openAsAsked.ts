/**
 * What the parameters of an embed ask for besides the story: another lock or check, a stretch of the run, where the
 * playhead rests, the outcome to compare with.
 */

import type { EmbedParameters } from '../../content/address/embed';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Text } from '../../core/model/values/text';
import { fromMs, toMs } from '../../core/model/values/time';
import { compareRun } from '../files/address';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { lacksService, lacksToken } from '../state/missingToken';
import { resetHistory } from '../state/openRun';
import { currentParts, fetchPartsFor } from '../state/parts';
import { restAt } from '../state/playhead';
import { currentRun, runs } from '../state/run';
import * as problems from './problems';

/** Does what it can; returns in words what could not be done. */
export async function openAsAsked(parameters: EmbedParameters): Promise<readonly Text[]> {
  const changed = await exchangeParts(parameters);
  // Only the whole run shows how long it is and where it breaks.
  await runs.getComplete(useEdition.getState().committed);
  const failures = [...changed, ...showStretch(parameters)];
  restAt(parameters);
  // The embed does not wait for it. The line about it is added below a run that is already shown.
  if (parameters.outcome !== null) void compareRun({ outcome: parameters.outcome });
  return failures;
}

async function exchangeParts({ lock, storage }: EmbedParameters): Promise<readonly Text[]> {
  if (lock === null && storage === null) return [];
  await fetchPartsFor('all');
  const { committed, commit } = useEdition.getState();
  const scenario: Scenario = {
    ...committed,
    ...(lock === null ? {} : { lock: { id: lock } }),
    ...(storage === null ? {} : { storage: { id: storage } }),
  };
  const problem = partProblem(scenario);
  if (problem !== null) return [problem];
  commit(scenario);
  resetHistory();
  return [];
}

function partProblem(scenario: Scenario): Text | null {
  const { lock, storage } = scenario;
  if (!currentParts().locks.has(lock.id)) return problems.noPart('lock', lock.id, [...currentParts().locks.keys()]);
  if (!currentParts().resources.has(storage.id))
    return problems.noPart('storage', storage.id, [...currentParts().resources.keys()]);
  if (!lacksToken(scenario) && !lacksService(scenario)) return null;
  return problems.unfit({ check: storage.id, lock: lock.id });
}

function showStretch({ from, to }: EmbedParameters): readonly Text[] {
  if (from === null && to === null) return [];
  const { endedAt } = currentRun().trace.header;
  const start = fromMs(from ?? 0);
  const end = to === null ? endedAt * 1.02 : fromMs(to);
  if (start < Math.min(end, endedAt)) {
    useCursor.getState().setView({ from: start, to: end });
    return [];
  }
  const stretch = `from=${from ?? 0}${to === null ? '' : `&to=${to}`}`;
  return [problems.emptyStretch(stretch, Math.round(toMs(endedAt)))];
}
