/** Another lock or check, and a stretch of the run. Loaded when an address asks for it. */
import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import { fromMs, toMs } from '../../model/time';
import type { EmbedParameters } from '../files/embedParameters';
import { useCursor } from '../state/cursor';
import { lacksService, lacksToken } from '../state/lacks';
import { resetHistory } from '../state/openRun';
import { currentParts, fetchPartsFor } from '../state/parts';
import { currentRun } from '../state/run';
import { useScenario } from '../state/scenario';
import * as problems from './problems';

export async function exchangeParts({ lock, storage }: EmbedParameters): Promise<readonly Text[]> {
  if (lock === null && storage === null) return [];
  await fetchPartsFor();
  const { committed, commit } = useScenario.getState();
  const asked: Scenario = {
    ...committed,
    ...(lock === null ? {} : { lock: { id: lock } }),
    ...(storage === null ? {} : { storage: { id: storage } }),
  };
  const problem = partProblem(asked);
  if (problem !== null) return [problem];
  commit(asked);
  resetHistory();
  return [];
}

function partProblem(asked: Scenario): Text | null {
  const { lock, storage } = asked;
  if (!currentParts().locks.has(lock.id)) return problems.noPart('lock', lock.id, [...currentParts().locks.keys()]);
  if (!currentParts().resources.has(storage.id))
    return problems.noPart('storage', storage.id, [...currentParts().resources.keys()]);
  if (!lacksToken(asked) && !lacksService(asked)) return null;
  return problems.unfit({ check: storage.id, lock: lock.id });
}

export function showStretch({ from, to }: EmbedParameters): readonly Text[] {
  if (from === null && to === null) return [];
  const { endedAt } = currentRun().trace.header;
  const start = fromMs(from ?? 0);
  const end = to === null ? endedAt * 1.02 : fromMs(to);
  if (start < Math.min(end, endedAt)) {
    useCursor.getState().setView({ from: start, to: end });
    return [];
  }
  const asked = `from=${from ?? 0}${to === null ? '' : `&to=${to}`}`;
  return [problems.emptyStretch(asked, Math.round(toMs(endedAt)))];
}
