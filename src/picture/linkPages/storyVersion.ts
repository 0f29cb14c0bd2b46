/** A story, or one of its variants or fixes, in one language. It has its own page. */

import { linkPreviewWords } from '../../content/texts/linkPreview';
import type { Story, Variant } from '../../core/model/scenario/story';
import type { Run } from '../../core/model/trace/run';
import { withGap } from '../../core/model/values/joinedTexts';
import type { Language } from '../../core/model/values/text';
import { firstSentence } from '../scene/sceneOf';
import { type CardStyle, runCard, verdictText } from './runSummary';

export interface StoryVersion {
  readonly story: string;
  /** null: the story itself. */
  readonly variant: string | null;
  readonly language: Language;
  readonly title: string;
  /** The first sentence of the story, then the verdict. */
  readonly text: string;
  /** What it is about, for a reader without JavaScript. */
  readonly lead: string;
  /** The card as SVG. */
  readonly card: (style: CardStyle) => string;
}

export function storyVersionOf(
  { id, title, lead, names }: Story,
  variant: Variant | null,
  run: Run,
  language: Language,
): StoryVersion {
  const storyTitle = title[language];
  const own = variant === null ? storyTitle : linkPreviewWords[language].variant(storyTitle, variant.title[language]);
  const whole = (variant?.text ?? lead)[language];
  return {
    story: id,
    variant: variant?.id ?? null,
    language,
    title: own,
    lead: whole,
    text: withGap(firstSentence(whole)) + verdictText(run, language, names),
    card: (style) => runCard(run, language, { ...style, title: own, names }),
  };
}
