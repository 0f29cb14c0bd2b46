/** Since when the run of a reader's code was too late: found in a worker of its own, which a change ends. */
import type { ShownAnswers } from '../../search/late/shown';
import type { FindAnswers } from '../state/tooLate';
import { ownCodeWorker } from './ownCodeWorker';
import { useOwnRuns } from './ownRuns';

/** A run on real Redis comes from a file that the page never sees. */
export const findLate: FindAnswers = async ({ scenario, language, isReal }, signal, report) => {
  const { shown } = useOwnRuns.getState();
  if (shown === null || isReal) return null;
  const { calls, end } = ownCodeWorker();
  const onProgress = (answers: ShownAnswers): void => report({ ...answers, faultsEndedScenario: null });
  const question = { code: shown.code, scenario, language };
  const answers = await calls.late(question, { signal, onProgress }).finally(end);
  // This page cannot make that run: it has a reader's lock without an engine.
  return answers && { ...answers, faultsEndedScenario: null };
};
