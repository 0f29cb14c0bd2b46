/** The question that a run leaves, and the variants of its story that are offered as answers. */
import type { Run } from '../model/run';
import { mendedBy, type Story, type Variant } from '../model/story';
import type { Language } from '../model/text';
import type { DataFact, LockFact } from '../model/verdict';
import { question as english } from '../texts/en/question';
import { question as chinese } from '../texts/zh/question';

export interface SceneAnswer {
  /** Of a variant of the story. */
  readonly id: string;
  readonly title: string;
}

interface Asked {
  readonly question: string | null;
  /** None where nothing is asked. */
  readonly answers: readonly SceneAnswer[];
}

interface Asking {
  readonly run: Run;
  readonly story: Story | null;
  /** The variant that is open. */
  readonly variant: Variant | null;
  /** Whether the run is that of the story or the variant, unchanged. */
  readonly isTold: boolean;
  readonly language: Language;
}

/** The telling whose question stands, and what came of it. */
interface About {
  readonly variant: Variant | null;
  readonly end: End;
}

interface End {
  readonly lock: LockFact;
  readonly data: DataFact;
  /** The value that was lost; −1: none, or it is not known. */
  readonly lostValue: number;
}

export function askedOf({ run, story, variant, isTold, language }: Asking): Asked {
  const words = { en: english, zh: chinese }[language];
  const own: About = { variant, end: endOf(run) };
  const { variant: about, end } = isTold && story !== null && variant !== null ? askedBefore(story, variant, own) : own;
  const harm = harmQuestion(end, words);
  const offered = story === null ? [] : offeredOf(story, about);
  const answers = harm === null ? offered.filter(({ fix }) => fix !== true) : offered;
  const told = about === null && isTold ? story?.scene?.question?.[language] : undefined;
  const breaks = end.lock === 'held' && answers.some((answer) => answer !== about) ? words.breaks : null;
  const question = told ?? harm ?? breaks;
  return {
    question,
    answers: question === null ? [] : answers.map(({ id, title }) => ({ id, title: title[language] })),
  };
}

/** A fix is an answer to what it mends. So is a variant that leaves nothing to ask: it answers the story. */
function askedBefore(story: Story, variant: Variant, own: About): About {
  if (variant.fix === true) {
    const mended = mendedBy(story, variant);
    return { variant: mended, end: promisedBy(mended ?? story) };
  }
  const breaksToo = own.end.lock === 'held' && story.variants.some((other) => other !== variant && other.fix !== true);
  return isHarmed(own.end) || breaksToo ? own : { variant: null, end: promisedBy(story) };
}

function endOf({ verdict: { lock, data, facts } }: Run): End {
  const lost = facts.find(({ kind }) => kind === 'lost-update');
  return { lock, data, lostValue: lost?.kind === 'lost-update' ? lost.values.lostValue : -1 };
}

/** What a story promises of its run, as the judge would say it. */
const promisedBy = ({ lock, outcome, data }: Story | Variant): End => ({
  lock: lock ?? (outcome === 'lost-update' ? 'overlap' : outcome),
  data,
  lostValue: -1,
});

const isHarmed = (end: End): boolean => harmQuestion(end, english) !== null;

/** Null: nothing broke, or it is not known. */
function harmQuestion({ lock, data, lostValue }: End, words: typeof english): string | null {
  if (data === 'lost' || data === 'torn') return lostValue >= 0 ? words.saved(String(lostValue)) : words.savedUpdate;
  if (lock === 'overlap') return words.apart;
  if (lock === 'stuck' || lock === 'unavailable') return words.letIn;
  return data === 'twice' ? words.once : null;
}

/** In the order that the story gives. Without one, those that mend this telling come first. */
function offeredOf(story: Story, telling: Variant | null): readonly Variant[] {
  const wanted = story.scene?.answers;
  if (wanted !== undefined) return wanted.flatMap((id) => story.variants.find((variant) => variant.id === id) ?? []);
  const mends = (variant: Variant): boolean => variant.fix === true && mendedBy(story, variant) === telling;
  return [...story.variants].sort((a, b) => Number(mends(b)) - Number(mends(a)));
}
