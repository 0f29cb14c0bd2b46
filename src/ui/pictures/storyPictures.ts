/**
 * Every story as a picture, for places where no script runs. The page's own code makes them when the site is built.
 * Colours come from the theme's style sheet. Words are measured roughly, since there is no screen.
 */

import { roughMeasure } from '../../layout/marks';
import type { Run } from '../../model/run';
import { loadStory, type Story } from '../../model/story';
import { type Language, languages } from '../../model/text';
import { explain } from '../../narrate/explain';
import { speechOf } from '../../narrate/speechOf';
import { registry } from '../../run/registry';
import { runScenario } from '../../run/runScenario';
import { stories } from '../../stories';
import type { ColourTheme } from '../look/colourOfTheme';
import { themeInks } from '../look/themeInks';
import { timelineWordsOf } from '../words/everyLanguage';
import { svgPicture } from './svgPicture';

export interface StoryPicture {
  readonly id: string;
  readonly language: Language;
  readonly theme: ColourTheme;
  readonly title: string;
  /** The verdict in a sentence. */
  readonly text: string;
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const width = 720;
const fonts = {
  sans: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Noto Sans CJK SC', sans-serif",
  mono: "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
};

/**
 * One picture for each story, language and theme.
 * @param themeCss the text of theme.css
 */
export async function* storyPictures(themeCss: string): AsyncGenerator<StoryPicture> {
  for (const entry of stories) {
    const story = await loadStory(entry);
    const run = runScenario(story.scenario, registry);
    for (const language of languages)
      for (const theme of ['light', 'dark'] as const) yield picture(story, run, { themeCss, language, theme });
  }
}

function picture(
  story: Story,
  run: Run,
  {
    themeCss,
    language,
    theme,
  }: { readonly themeCss: string; readonly language: Language; readonly theme: ColourTheme },
): StoryPicture {
  const title = story.title[language];
  const speech = speechOf[language];
  const { headline, pair, sentence } = explain(run.verdict, speech);
  const text = speech.verdict(headline, sentence);
  const svg = svgPicture({
    run,
    width,
    height: 430,
    view: { from: 0, to: run.trace.header.endedAt * 1.02 },
    evenSteps: false,
    words: timelineWordsOf[language],
    inks: { ...themeInks(themeCss, theme), ...fonts },
    measure: roughMeasure,
    caption: { title, text, link: '', told: { verdict: run.verdict, pair } },
    css: '',
  });
  const height = Number(/ height="(\d+)"/.exec(svg)?.[1] ?? 0);
  return { id: story.id, language, theme, title, text, svg, width, height };
}
