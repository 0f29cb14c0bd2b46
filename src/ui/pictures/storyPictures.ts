/**
 * Every story and variant as a picture, for places where no script runs. The page's own code makes them when the site is
 * built. Colours come from the theme's style sheet.
 */
import { rowsHeight } from '../../layout/rowsHeight';
import { applyPatch } from '../../model/patch';
import { loadStory } from '../../model/story';
import { type Language, languages } from '../../model/text';
import { parts } from '../../run/parts';
import { runScenario } from '../../run/runScenario';
import { stories } from '../../stories';
import type { ColourTheme } from '../look/colourOfTheme';
import { themeInks } from '../look/themeInks';
import { type StandIn, standIn, titleOfTelling } from './standIn';

export interface StoryPicture extends StandIn {
  readonly id: string;
  /** Null: the story as told. */
  readonly variant: string | null;
  readonly language: Language;
  readonly theme: ColourTheme;
  /** The height of the lanes in a frame. */
  readonly rows: number;
}

/**
 * One picture for each story, language and theme, and for each variant in light colours: those are for feeds and paper alone.
 * @param themeCss the text of theme.css
 */
export async function* storyPictures(themeCss: string): AsyncGenerator<StoryPicture> {
  for (const entry of stories) {
    const story = await loadStory(entry);
    for (const variant of [null, ...story.variants]) {
      const run = runScenario(variant === null ? story.scenario : applyPatch(story.scenario, variant.patch), parts);
      const telling = { id: story.id, variant: variant?.id ?? null, rows: rowsHeight(run.trace.header) };
      const title = titleOfTelling(story, variant);
      for (const language of languages)
        for (const theme of variant === null ? (['light', 'dark'] as const) : (['light'] as const)) {
          const { colour } = themeInks(themeCss, theme);
          const told = { run, faults: parts.faults, title, story, variantId: telling.variant, language, colour };
          yield { ...telling, language, theme, ...standIn(told) };
        }
    }
  }
}
