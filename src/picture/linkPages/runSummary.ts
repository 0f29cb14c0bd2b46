/** What a link shows of a run before it is opened: the verdict in a sentence, and a card. Needs no page. */

import type { ProcessNames } from '../../core/model/scenario/story';
import type { Run } from '../../core/model/trace/run';
import type { Language } from '../../core/model/values/text';
import { readingOf } from '../../core/narrate/reading';
import { named } from '../../core/narrate/renamedWords';
import { sceneSpeechOf, speechOf } from '../../core/narrate/speechOf';
import { parts } from '../../core/run/parts';
import { themeInks } from '../inks/themeInks';
import type { MeasureText } from '../layout/marks';
import { timelineWordsOf } from '../words/timelineWordsOf';
import { cardPicture } from './cardPicture';

/** The verdict in the words of the page. */
export function verdictText({ verdict }: Run, language: Language, names?: ProcessNames): string {
  const speech = named(speechOf[language], names, language);
  const { headline, sentence } = readingOf(verdict, speech);
  return speech.verdict(headline, sentence);
}

export interface CardStyle {
  /** The text of theme.css. */
  readonly themeCss: string;
  readonly sans: string;
  readonly mono: string;
  readonly measure: MeasureText;
}

/** A chat may be dark or light; the card is always light, like paper. */
export const runCard = (
  run: Run,
  language: Language,
  {
    themeCss,
    sans,
    mono,
    measure,
    title,
    names,
  }: CardStyle & { readonly title?: string; readonly names?: ProcessNames | undefined },
): string =>
  cardPicture({
    run,
    ...(title !== undefined && { title }),
    faults: parts.faults,
    words: named(timelineWordsOf[language], names, language),
    speech: named(sceneSpeechOf[language], names, language),
    inks: { ...themeInks(themeCss, 'light'), sans, mono },
    measure,
  });
