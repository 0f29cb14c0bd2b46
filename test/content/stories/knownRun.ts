/**
 * The run of a telling, made once for all files of a worker because many tests ask for the same ones. Also its
 * narration.
 */
import { runAsText } from '../../../src/cli/report';
import type { Run } from '../../../src/core/model/run';
import type { Scenario } from '../../../src/core/model/scenario';
import type { Language } from '../../../src/core/model/text';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import type { StoryVersion } from './storyVersions';

const known = new WeakMap<Scenario, Run>();

/** The run of a scenario that nobody changes, as in `storyVersions`. `stories.test.ts` would notice a changed run. */
export function knownRun(scenario: Scenario): Run {
  const run = known.get(scenario) ?? runScenario(scenario, parts);
  known.set(scenario, run);
  return run;
}

/** The lines that `npm run play` prints: the title, the text, the run, the verdict. */
export function narrationOf({ story, variant, scenario }: StoryVersion, language: Language): readonly string[] {
  return runAsText(knownRun(scenario), { language, story: { story, variantId: variant?.id, scenario } });
}
