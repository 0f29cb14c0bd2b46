/** A story, or one of its variants or fixes, in one language. It has its own page. */

import { linkPreviewWords } from '../../content/texts/linkPreview';
import type { Run } from '../../core/model/run';
import type { Story, Variant } from '../../core/model/story';
import type { Language } from '../../core/model/text';
import { type CardStyle, runCard, verdictText } from './runSummary';

export interface StoryVersion {
  readonly story: string;
  /** null: the story itself. */
  readonly variant: string | null;
  readonly language: Language;
  readonly title: string;
  /** The verdict in a sentence. */
  readonly text: string;
  /** The card as SVG. */
  readonly card: (style: CardStyle) => string;
}

export function storyVersionOf(
  { id, title }: Story,
  variant: Variant | null,
  run: Run,
  language: Language,
): StoryVersion {
  const storyTitle = title[language];
  return {
    story: id,
    variant: variant?.id ?? null,
    language,
    title: variant === null ? storyTitle : linkPreviewWords[language].variant(storyTitle, variant.title[language]),
    text: verdictText(run, language),
    card: (style) => runCard(run, language, style),
  };
}
