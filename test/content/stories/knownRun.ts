/**
 * The run of a telling, made once for all files of a worker because many tests ask for the same ones. Also what is
 * derived from it: its scenes and its narration.
 */
import { runAsText } from '../../../src/cli/report';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import type { Run } from '../../../src/core/model/trace/run';
import type { Language } from '../../../src/core/model/values/text';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { type Scene, sceneOf } from '../../../src/picture/scene/sceneOf';
import { type StoryVersion, storyVersionOf } from './storyVersions';

/** A telling with its run. */
export interface Played extends StoryVersion, Run {
  readonly scenes: Readonly<Record<Language, Scene>>;
}

/** What holds for every telling, by its claim. `everyStory.test.ts` plays them all and asks each check. */
export type Checks = Readonly<Record<string, (played: Played) => void>>;

const known = new WeakMap<Scenario, Run>();

/** The run of a scenario that nobody changes, as in `storyVersions`. `everyStory.test.ts` would notice a changed run. */
export function knownRun(scenario: Scenario): Run {
  const run = known.get(scenario) ?? runScenario(scenario, parts);
  known.set(scenario, run);
  return run;
}

/** By the names that the command line uses. */
export const runOfStory = (name: string): Run => knownRun(storyVersionOf(name).scenario);

export function play(version: StoryVersion): Played {
  const run = knownRun(version.scenario);
  const about = { run, story: version.story, variantId: version.variant?.id ?? null, original: null };
  const scene = (language: Language): Scene => sceneOf({ ...about, speech: speechOf[language], language });
  return { ...version, ...run, scenes: { en: scene('en'), zh: scene('zh') } };
}

/** The lines that `npm run play` prints: the title, the text, the run, the verdict. */
export function narrationOf({ story, variant, scenario }: StoryVersion, language: Language): readonly string[] {
  return runAsText(knownRun(scenario), { language, story: { story, variantId: variant?.id, scenario } });
}
