/** All tellings of all stories, that is, the stories and their variants, as rows of a table. */

import { stories } from '../../../src/content/stories';
import { applyPatch } from '../../../src/core/model/scenario/patch';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { type Beat, loadStory, type Story, type Variant } from '../../../src/core/model/scenario/story';
import type { FactKind } from '../../../src/core/model/trace/fact';
import type { DataFact, LockFact } from '../../../src/core/model/trace/outcome';
import { type Severity, severityOf } from '../../../src/core/model/trace/severity';

export interface StoryVersion {
  /** `20`, `20b`, `2b:fix`: the names that the command line uses. */
  readonly name: string;
  readonly story: Story;
  readonly variant: Variant | null;
  readonly scenario: Scenario;
  readonly outcome: Severity;
  readonly lock: LockFact;
  readonly data: DataFact;
  readonly facts: readonly FactKind[];
  readonly beats: readonly Beat[];
}

export const loadedStories: readonly Story[] = await Promise.all(stories.map(loadStory));

export const storyVersions: readonly StoryVersion[] = loadedStories.flatMap((story) => [
  {
    name: story.number,
    story,
    variant: null,
    scenario: story.scenario,
    ...endingOf(story),
    beats: story.beats,
  },
  ...story.variants.map((variant) => ({
    name: nameOf(story, variant),
    story,
    variant,
    scenario: applyPatch(story.scenario, variant.patch),
    ...endingOf(variant),
    beats: variant.beats ?? [],
  })),
]);

function endingOf(version: Story | Variant) {
  const { lock, data, facts = [] } = version;
  return { outcome: severityOf({ lock, data, facts: facts.map((kind) => ({ kind })) }), lock, data, facts };
}

/** The telling with this name. Throws if it does not exist. */
export function storyVersionOf(name: string): StoryVersion {
  const found = storyVersions.find((version) => version.name === name);
  if (found === undefined) throw new Error(`There is no story ${name}.`);
  return found;
}

/** `9c2`, `4:fix`, `2b:fix`: a letter directly follows the number, and a fix follows a colon. */
function nameOf({ number }: Story, { id }: Variant): string {
  const [, letter = '', fix] = /^([a-z]\d*)?(fix\d*)?$/.exec(id) ?? [];
  return `${number}${letter}${fix === undefined ? '' : `:${fix}`}`;
}
