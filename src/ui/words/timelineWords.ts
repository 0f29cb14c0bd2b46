/** The words of the timeline in the languages that it was taught, in the form in which layout wants them. */
import type { FaultSpeech } from '../../faults/texts';
import type { Words } from '../../layout/words';
import { nameOf, shortName } from '../../model/processName';
import type { Language } from '../../model/text';
import type { timeline as chinese } from '../../texts/zh/timeline';

type Texts = typeof chinese;

/** All words of the timeline: those that layout puts on it, and those of its controls. */
export type TimelineWords = Texts & Words;

const wordsOf = (texts: Texts, faults: FaultSpeech): TimelineWords => ({
  ...texts,
  fault: (kind) => faults.get(kind)?.name ?? kind,
  process: (id) => nameOf(id, { ...texts, storagePart: (letter) => `${texts.storage} ${letter}` }),
  processShort: shortName,
});

const taught = new Map<Language, TimelineWords>();

export function teachTimeline(language: Language, texts: Texts, faults: FaultSpeech): void {
  taught.set(language, wordsOf(texts, faults));
}

/** The same object for the same language, so that a picture can be kept by it. Throws for a language that was not taught. */
export function timelineWords(language: Language): TimelineWords {
  const found = taught.get(language);
  if (found === undefined) throw new Error(`The timeline was not taught the language ${language}.`);
  return found;
}
