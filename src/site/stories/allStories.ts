/** What the build needs to know about all stories: the height of their lanes in a frame, and where their pages are. */

import { essayFolder, questionFolder, storyFolder } from '../../content/address/folders';
import { essay } from '../../content/essay/essay';
import { questions } from '../../content/questions/questions';
import { stories } from '../../content/stories';
import { loadStory, publishedScenario, type Story, type Variant } from '../../core/model/scenario/story';
import { languages } from '../../core/model/values/text';
import { parts } from '../../core/run/parts';
import { simulateIntoBuffer } from '../../core/sim/simulate';
import { rowsHeight } from '../../picture/layout/rowsHeight';

interface Named {
  readonly story: Story;
  /** null: the story itself. */
  readonly variant: Variant | null;
}

async function everyVersion(): Promise<readonly Named[]> {
  const loaded = await Promise.all(stories.map(loadStory));
  return loaded.flatMap((story) => [null, ...story.variants].map((variant) => ({ story, variant })));
}

/** In px, keyed by story or `story/variant`. The first event of a run names its processes. */
export async function laneHeights(): Promise<ReadonlyMap<string, number>> {
  const heights = (await everyVersion()).map(({ story, variant }) => {
    const scenario = publishedScenario(story, variant);
    const { header } = simulateIntoBuffer({ ...scenario, settings: { ...scenario.settings, duration: 1 } }, parts);
    return [variant === null ? story.id : `${story.id}/${variant.id}`, rowsHeight(header)] as const;
  });
  return new Map(heights);
}

/** The folders of all pages that a chat can preview, relative to the site. */
export async function previewFolders(): Promise<readonly string[]> {
  const ofStories = (await everyVersion()).flatMap(({ story, variant }) =>
    languages.map((language) => storyFolder({ story: story.id, variant: variant?.id ?? null }, language)),
  );
  const questionIds = [null, ...questions.map(({ id }) => id)];
  return [
    ...ofStories,
    ...questionIds.flatMap((id) => languages.map((language) => questionFolder(id, language))),
    ...essay.flatMap(({ id }) => languages.map((language) => essayFolder(language, id))),
  ];
}
