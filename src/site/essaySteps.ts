/** The pages of the essay's steps, each with the title and the card of the run that it begins with. */
import { essay } from '../content/essay/essay';
import { knobValue, shownKnob } from '../content/essay/knob';
import { storyOfRun } from '../content/stories/storyList';
import type { Language } from '../core/model/values/text';
import { type EssayRun, essayStepPage } from '../picture/linkPages/essayPage';
import type { PlainSite } from '../picture/linkPages/plainPage';
import { metaTags } from './headers';

/** The pages of the steps that begin with this run. */
export async function essayStepsOf(run: EssayRun, language: Language, site: Omit<PlainSite, 'metaTags'>) {
  const pages: { readonly path: string; readonly html: string }[] = [];
  for (const { id, title, blocks } of essay) {
    const [first] = blocks;
    if (first?.run === undefined) continue;
    const { story, variantId = null, scenario } = await storyOfRun(first.run);
    if (story.id !== run.story || variantId !== run.variant) continue;
    const { knob, text } = first;
    const knobText = knob === undefined ? '' : shownKnob(knob, knobValue(knob, { scenario, run: first.run }), language);
    const step = { id, title: title[language], run, sentence: text[language].replace('{knob}', knobText) };
    pages.push(essayStepPage(step, language, { ...site, metaTags }));
  }
  return pages;
}
