/**
 * Chooses the sentences that are shown while a scene plays. Each is shown as long as a person takes to read it, and the
 * time between them is played faster. At most three come before the harm, which comes within 8 s. They are the beats
 * that a story wraps in `briefly`; without any, the likeliest that fit. A person who steps from moment to moment reads
 * all sentences.
 */
import type { Language } from '../../core/model/values/text';
import type { Moment } from './moments';

export interface SpokenLine {
  /** In µs. */
  readonly at: number;
  readonly text: string;
  /** How long it is shown, in ms. */
  readonly ms: number;
}

/** How many characters a person reads in a second. */
const readPerSecond: Readonly<Record<Language, number>> = { en: 15, zh: 6 };
const leastMs = 1600;
/** Playing does not wait for a sentence that was shown before and takes longer than this. */
const longOpeningMs = 3200;
const openingMs = 600;
/** How many sentences come before the harm, and how long they may take together. */
const sentencesMost = 3;
const untilHarmMs = 7400;

export interface NarrationInput {
  readonly opening: string;
  readonly moments: readonly Moment[];
  /** Whether the run does harm: playing stops there. */
  readonly isBroken: boolean;
  readonly language: Language;
}

export function narrationOf({ opening, moments, isBroken, language }: NarrationInput): readonly SpokenLine[] {
  const spokenLine = (at: number, text: string): SpokenLine => ({ at, text, ms: readingMs(text, language) });
  const before = spokenLine(0, opening);
  const isRead = before.ms <= longOpeningMs;
  const first = isRead ? before : { ...before, ms: openingMs };
  const all = moments.map(({ at, brief, text }) => spokenLine(at, brief ?? text));
  const last = all.at(-1);
  if (!isBroken || last === undefined) return [first, ...all];
  const count = isRead ? sentencesMost - 1 : sentencesMost;
  return [first, ...chosen(moments.slice(0, -1), all, count, untilHarmMs - first.ms), last];
}

/**
 * How many times faster than its slowest speed a scene plays; 1 if it is not at least twice as fast.
 *
 * @param speed true seconds per second of playing
 */
export function timesFaster(speed: number, telling: readonly SpokenLine[]): number {
  const speeds = telling.slice(1).map(({ at }, index) => {
    const { at: from = 0, ms = leastMs } = telling[index] ?? {};
    return (at - from) / 1000 / ms;
  });
  const times = Math.round(speed / Math.min(...speeds.filter((one) => one > 0)));
  return times >= 2 ? times : 1;
}

const readingMs = (text: string, language: Language): number =>
  Math.max(leastMs, Math.round((text.length / readPerSecond[language]) * 1000));

/** Those that the story wrote for it, or else the likeliest that fit: the first harm, its cause, what came last. */
function chosen(
  moments: readonly Moment[],
  all: readonly SpokenLine[],
  count: number,
  room: number,
): readonly SpokenLine[] {
  const indices = [...moments.keys()];
  const written = indices.filter((index) => moments[index]?.brief !== undefined);
  const harm = moments.findIndex(({ isHarm }) => isHarm);
  const chosenLines = new Set<SpokenLine>();
  let left = room;
  for (const index of written.length > 0 ? written : [harm, harm - 1, ...indices.toReversed()]) {
    const one = all[index];
    if (one === undefined || chosenLines.has(one) || one.ms > left) continue;
    chosenLines.add(one);
    left = chosenLines.size < count ? left - one.ms : 0;
  }
  return all.filter((one) => chosenLines.has(one));
}
