/** The body of the essay's page: its words with the runs beside them, and the first picture as part of the page. */
import { paragraphs } from '../content/essay/essay';
import { knobValue, shownKnob } from '../content/essay/knob';
import { storyOfRun } from '../content/stories/storyList';
import type { Language } from '../core/model/values/text';
import { parts } from '../core/run/parts';
import { runScenario } from '../core/run/runScenario';
import { themeInks } from '../picture/inks/themeInks';
import { type EssayRun, essayBody } from '../picture/linkPages/essayPage';
import { staticPicture, titleOfVersion } from '../picture/svg/staticPicture';
import { themeCss } from './cards/cardStyle';

export async function essayMarkup(language: Language): Promise<string> {
  const runs: EssayRun[] = [];
  for (const { beside, knob } of paragraphs) {
    const drawn = await pictureOf(beside, language, 'light');
    const { story, variant, title, verdictText, width, height, scenario } = drawn;
    const knobText = knob === undefined ? '' : shownKnob(knob, knobValue(knob, { scenario, run: beside }), language);
    runs.push({ story, variant, title, verdict: verdictText, width, height, knobText });
  }
  const [opening] = paragraphs;
  if (opening === undefined) throw new Error('The essay has no paragraph.');
  const themes = ['light', 'dark'] as const;
  const first = await Promise.all(
    themes.map(async (theme) => {
      const { svg } = await pictureOf(opening.beside, language, theme);
      // Ids must differ between two pictures of one page.
      return `<div class="${theme}">${svg.replaceAll('plot-', `${theme}-plot-`)}</div>`;
    }),
  );
  return essayBody({ language, runs, first: first.join('') });
}

async function pictureOf(run: string, language: Language, theme: 'light' | 'dark') {
  const { story, variantId, scenario } = await storyOfRun(run);
  const variant = story.variants.find(({ id }) => id === variantId) ?? null;
  const picture = staticPicture({
    run: runScenario(scenario, parts),
    faults: parts.faults,
    title: titleOfVersion(story, variant),
    story,
    variantId: variant?.id ?? null,
    language,
    colour: themeInks(themeCss, theme).colour,
  });
  return { ...picture, scenario, story: story.id, variant: variant?.id ?? null };
}
