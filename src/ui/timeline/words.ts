/** The words of the timeline in the person's language, in the form in which layout wants them. */
import type { Words } from '../../layout/words';
import type { ProcessId } from '../../model/scenario';
import type { Language } from '../../model/text';
import { timeline as english } from '../../texts/en/timeline';
import { timeline as chinese } from '../../texts/zh/timeline';
import { shortName } from '../processNames';

type Texts = typeof chinese;

/** All words of the timeline: those that layout puts on it, and those of its controls. */
export type TimelineWords = Texts & Words;

const wordsOf = (texts: Texts): TimelineWords => ({
  ...texts,
  process: (id) => nameOf(texts, id),
  processShort: shortName,
});

const byLanguage: Readonly<Record<Language, TimelineWords>> = { en: wordsOf(english), zh: wordsOf(chinese) };

/** The same object for the same language, so that a picture can be kept by it. */
export const timelineWords = (language: Language): TimelineWords => byLanguage[language];

function nameOf(texts: Texts, id: ProcessId): string {
  const n = shortName(id);
  if (id.startsWith('client')) return texts.client(id.slice(6));
  if (id.startsWith('node')) return texts.node(n);
  if (id.startsWith('replica')) return texts.replica(n);
  if (id === 'service') return texts.service;
  return id === 'storage' ? texts.storage : `${texts.storage} ${id.slice(7)}`;
}
