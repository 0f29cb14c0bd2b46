/** The words of the timeline in the languages that it was taught, in the form in which layout wants them. */
import type { Words } from '../../layout/words';
import type { ProcessId } from '../../model/scenario';
import type { Language } from '../../model/text';
import type { timeline as chinese } from '../../texts/zh/timeline';
import { shortName } from '../processNames';

type Texts = typeof chinese;

/** All words of the timeline: those that layout puts on it, and those of its controls. */
export type TimelineWords = Texts & Words;

const wordsOf = (texts: Texts): TimelineWords => ({
  ...texts,
  process: (id) => nameOf(texts, id),
  processShort: shortName,
});

const taught = new Map<Language, TimelineWords>();

export function teachTimeline(language: Language, texts: Texts): void {
  taught.set(language, wordsOf(texts));
}

/** The same object for the same language, so that a picture can be kept by it. Throws for a language that was not taught. */
export function timelineWords(language: Language): TimelineWords {
  const found = taught.get(language);
  if (found === undefined) throw new Error(`The timeline was not taught the language ${language}.`);
  return found;
}

function nameOf(texts: Texts, id: ProcessId): string {
  const n = shortName(id);
  if (id.startsWith('client')) return texts.client(id.slice(6));
  if (id.startsWith('node')) return texts.node(n);
  if (id.startsWith('replica')) return texts.replica(n);
  if (id === 'service') return texts.service;
  return id === 'storage' ? texts.storage : `${texts.storage} ${id.slice(7)}`;
}
