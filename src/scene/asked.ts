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
  /** The run of the telling that it answers; null: it is not at hand, and no value of it is named. */
  readonly answered: Run | null;
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

export function askedOf(asking: Asking): Asked {
  const { run, story, variant, isTold, language } = asking;
  const words = { en: english, zh: chinese }[language];
  const own: About = { variant, end: endOf(run) };
  const { variant: about, end } =
    isTold && story !== null && variant !== null
      ? askedBefore(story, variant, { own, answered: asking.answered })
      : own;
  const harm = harmQuestion(end, words);
  const offered = story === null ? [] : offeredOf(story, about);
  const answers = harm === null ? offered.filter(({ fix }) => fix !== true) : offered;
  const told = about === null && isTold ? story?.scene?.question?.[language] : undefined;
  const breaks = end.lock === 'held' && answers.length > 0 ? words.breaks : null;
  const question = told ?? harm ?? breaks;
  return {
    question,
    answers: question === null ? [] : answers.map(({ id, title }) => ({ id, title: title[language] })),
  };
}

/** A fix is an answer to what it mends, and a variant in which nothing broke to the story: the next one can be tried. */
function askedBefore(
  story: Story,
  variant: Variant,
  { own, answered }: { readonly own: About; readonly answered: Run | null },
): About {
  const before = mendedBy(story, variant);
  if (variant.fix !== true && isHarmed(own.end)) return own;
  return { variant: before, end: answered === null ? promisedBy(before ?? story) : endOf(answered) };
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
