/** A frame has no worker: it finds in slices since when its run was too late. For what would have been enough it leads on. */
import { runScenario } from '../../core/run/runScenario';
import { currentParts } from '../state/parts';
import { nextTask } from '../state/tasks';
import type { FindAnswers } from '../state/tooLate';
import { sharedWords } from '../words/i18n';

/** How long a slice keeps the page busy, in ms. */
const sliceMs = 8;

export const tooLateHere: FindAnswers = async ({ scenario, isReal }, signal) => {
  const [{ defaultBudget }, { shownAnswers }] = await Promise.all([
    import('../../search/late/remedies'),
    import('../../search/late/shown'),
  ]);
  const parts = currentParts();
  const { speech } = sharedWords();
  const steps = shownAnswers(runScenario(scenario, parts), { parts, speech, isReal, budget: defaultBudget });
  while (!signal.aborted) {
    const end = performance.now() + sliceMs;
    while (performance.now() < end) {
      const step = steps.next();
      if (step.done) return step.value;
      if (step.value !== undefined) return { ...step.value, changes: [] };
    }
    await nextTask();
  }
  return null;
};
