/** What the build says of all stories: how high their lanes are in a frame, and where their pages are. */

import { toldFolder } from '../../content/address/folders';
import { stories } from '../../content/stories';
import { loadStory, publishedScenario, type Story, type Variant } from '../../core/model/story';
import { languages } from '../../core/model/text';
import { parts } from '../../core/run/parts';
import { simulateIntoBuffer } from '../../core/sim/simulate';
import { rowsHeight } from '../../picture/layout/rowsHeight';

interface Named {
  readonly story: Story;
  /** null: as told first. */
  readonly variant: Variant | null;
}

async function everyTelling(): Promise<readonly Named[]> {
  const told = await Promise.all(stories.map(loadStory));
  return told.flatMap((story) => [null, ...story.variants].map((variant) => ({ story, variant })));
}

/** In px, by story or `story/variant`. Who takes part in a run is known from its begin. */
export async function laneHeights(): Promise<ReadonlyMap<string, number>> {
  const heights = (await everyTelling()).map(({ story, variant }) => {
    const scenario = publishedScenario(story, variant);
    const { header } = simulateIntoBuffer({ ...scenario, settings: { ...scenario.settings, duration: 1 } }, parts);
    return [variant === null ? story.id : `${story.id}/${variant.id}`, rowsHeight(header)] as const;
  });
  return new Map(heights);
}

/** The folders of all pages that unfold in a chat, relative to the site. */
export async function storyFolders(): Promise<readonly string[]> {
  return (await everyTelling()).flatMap(({ story, variant }) =>
    languages.map((language) => toldFolder({ story: story.id, variant: variant?.id ?? null }, language)),
  );
}
