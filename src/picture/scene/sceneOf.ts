/** The scene of a run: lanes, moments, question, answers. The same run, story and language give the same scene. */

import { questionWords } from '../../content/texts/question';
import { firstViolation, stopEventAt } from '../../core/judge/stopEvent';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { SceneNumber, Story, Variant } from '../../core/model/scenario/story';
import { seqOf } from '../../core/model/trace/beats';
import type { Run } from '../../core/model/trace/run';
import { processId } from '../../core/model/trace/traceReader';
import type { Language } from '../../core/model/values/text';
import { type Reading, readingOf } from '../../core/narrate/reading';
import type { Speech } from '../../core/narrate/speech';
import { lockStateAt } from '../../core/spans/lockSpans';
import { firstValue } from '../../core/spans/resourceEvents';
import { spansOf } from '../../core/spans/spans';
import {
  answersOf,
  isBroken,
  needsSearch,
  publishedOutcome,
  questionOf,
  questionSubject,
  type SceneAnswer,
} from './answers';
import { chooseLanes } from './chooseLanes';
import { draggableNumber } from './draggableNumber';
import { type Moment, momentsOf, processesOf } from './moments';
import { firstNarratedFault, unnarratedFaults } from './narratedFaults';
import { narrationOf, type SpokenLine } from './narration';
import { whyHeld } from './whyHeld';

export interface Scene {
  /** Processes with their own lane, from top to bottom, without the lock's lane. */
  readonly lanes: readonly ProcessId[];
  /** How many clients have no lane. */
  readonly others: number;
  /** The name of the fault that invites dragging; null if there is no such fault. */
  readonly fault: string | null;
  /** The names of the faults that no sentence speaks of. */
  readonly hidden: readonly string[];
  /** The number that invites dragging if there is no fault; null if there is no such number. */
  readonly number: SceneNumber | null;
  readonly moments: readonly Moment[];
  /** What is said while it plays. */
  readonly narration: readonly SpokenLine[];
  /** The instant at which playing stops, in µs. */
  readonly stopsAt: number;
  readonly title: string;
  /** Whether the run is no longer the one of the story that the title names. */
  readonly isChanged: boolean;
  /** The sentence before the first moment. */
  readonly opening: string;
  /** The sentence at the end; null: the last moment already says it. */
  readonly ending: string | null;
  /** Null: there is nothing to ask or to answer, or the outcome is unknown. */
  readonly question: string | null;
  /** The id of the variant that the question is about; null: the story itself. */
  readonly about: string | null;
  readonly answers: readonly SceneAnswer[];
  /** Whether a search is offered as well, because no variant of the story breaks the run. */
  readonly searches: boolean;
  /** Whether the story does harm and the run, since it was changed, does not. */
  readonly hasHeld: boolean;
  readonly spacing: 'even' | 'time';
}

export interface SceneOptions {
  readonly run: Run;
  /** Null: the run belongs to no story. */
  readonly story: Story | null;
  readonly variantId: string | null;
  /** The run of the story or of its variant; null: it is `run`. */
  readonly original: Run | null;
  readonly speech: Speech;
  readonly language: Language;
  /** How many clients there is room for. */
  readonly room?: number;
}

/** The longest run whose moments are at their times, in µs. A longer run spaces them evenly. */
const longRun = 20_000_000;

export function sceneOf({ run, story, variantId, original, speech, language, room = 4 }: SceneOptions): Scene {
  const own = story?.scene ?? {};
  const variant = story?.variants.find(({ id }) => id === variantId) ?? null;
  const beats = story === null ? null : (variant?.beats ?? (variant === null ? (own.beats ?? story.beats) : []));
  const reading = readingOf(run.verdict, speech);
  const stopsAt = stopOf(run, own.stopsAt);
  const isOriginal = story !== null && original === null;
  const violation = firstViolation(run);
  const harmAt = violation === null ? Number.POSITIVE_INFINITY : (run.trace.at[violation] ?? Number.POSITIVE_INFINITY);
  const wording = { speech, language, beats, harmAt };
  const moments = momentsOf(run, { ...wording, original, stopsAt });
  // A drag changes the sentences, but not the shown faults.
  const published =
    original === null
      ? moments
      : momentsOf(original, { ...wording, original: null, stopsAt: stopOf(original, own.stopsAt) });
  const { fault, hidden } = faultsOf(run, {
    original,
    moments: published,
    wanted: own.fault,
    isOfStory: story !== null,
  });
  const isKnown = run.verdict.outcome !== 'unknown';
  const saysAll =
    isKnown && isOriginal && moments.length > 0 && (violation === null || moments.some(({ isHarm }) => isHarm));
  // The sentence of a changed run describes its end.
  const opening = isOriginal
    ? ((variant === null ? own.opening?.[language] : undefined) ??
      firstSentence((variant?.text ?? story.lead)[language]))
    : story === null
      ? openingOf(reading, run.verdict.data === 'lucky', language)
      : questionWords[language].changed;
  return {
    ...chooseLanes(run, { namedProcesses: processesOf(beats ?? []), fault, wanted: own.lanes ?? [], room }),
    fault,
    hidden,
    number: story === null ? null : draggableNumber(story, run.scenario),
    moments,
    narration: narrationOf({ opening, moments, isBroken: isBroken(run.verdict), language }),
    stopsAt,
    title: (own.claim ?? story?.title)?.[language] ?? reading.headline,
    isChanged: story !== null && !isOriginal,
    opening,
    ending: saysAll ? null : ((isOriginal ? null : whyHeld(run, speech)) ?? reading.sentence),
    ...askedIn(isKnown ? story : null, variant, { run, isOriginal, language }),
    spacing: own.spacing ?? (run.trace.header.endedAt > longRun ? 'even' : 'time'),
  };
}

/** The sentence at an instant. Some faults happen at the very start; the opening comes before them. */
export function sentenceAt({ moments, opening, ending, stopsAt }: Scene, at: number): string {
  if (at <= 0) return opening;
  if (at >= stopsAt && ending !== null) return ending;
  return moments.findLast((moment) => moment.at <= at)?.text ?? opening;
}

export interface StateNow {
  /** The clients that hold the lock as its servers show it. */
  readonly holders: readonly ProcessId[];
  /** Whether the lock is free although some of its keys are set. */
  readonly isPartly: boolean;
  /** The value of the storage; null: it has no value. */
  readonly value: number | null;
}

/** The state at an instant, as the lanes of the lock and of the storage show it. */
export function stateAt({ trace }: Run, at: number): StateNow {
  const state = lockStateAt(trace, at);
  const resourceEvents = spansOf(trace).resource;
  const written = resourceEvents.findLast(
    ({ kind, version, at: eventAt }) => kind === 'wrote' && version >= 0 && eventAt <= at,
  );
  return {
    holders: (state?.spans ?? []).map(({ owner }) => processId(trace, owner)),
    isPartly: state?.spans.length === 0,
    value: written?.value ?? firstValue(resourceEvents),
  };
}

interface Asking extends Pick<SceneOptions, 'run' | 'language'> {
  readonly isOriginal: boolean;
}

function askedIn(
  story: Story | null,
  open: Variant | null,
  { run, isOriginal, language }: Asking,
): Pick<Scene, 'question' | 'about' | 'answers' | 'searches' | 'hasHeld'> {
  if (story === null) return { question: null, about: null, answers: [], searches: false, hasHeld: false };
  const hasHeld =
    !isOriginal && open?.fix !== true && isBroken(publishedOutcome(open ?? story)) && !isBroken(run.verdict);
  const subject = hasHeld ? { about: open, isBroken: false } : questionSubject(story, open, run.verdict);
  const answers = answersOf(story, subject, language);
  const words = questionWords[language];
  // For another variant only the verdict is known, not its values.
  const verdict = subject.about === open ? run.verdict : publishedOutcome(subject.about ?? story);
  const own = isOriginal && subject.about === null ? story.scene?.question?.[language] : undefined;
  const about = subject.about?.id ?? null;
  if (needsSearch(story)) return { question: own ?? words.breaks, about, answers, searches: true, hasHeld: false };
  const isAlone = !hasHeld && answers.length === 0;
  const hasFix = !subject.isBroken || answers.some(({ isRemedy }) => isRemedy);
  const question = isAlone ? null : (own ?? (hasFix ? questionOf(verdict, words) : words.other));
  return { question, about, answers: isAlone ? [] : answers, searches: false, hasHeld };
}

interface FaultsOf {
  readonly original: Run | null;
  /** The moments of the run that the story narrates. */
  readonly moments: readonly Moment[];
  /** The fault that the story wants to be dragged; null: no fault. */
  readonly wanted: string | null | undefined;
  readonly isOfStory: boolean;
}

function faultsOf(run: Run, { original, moments, wanted, isOfStory }: FaultsOf): Pick<Scene, 'fault' | 'hidden'> {
  const { faults } = run.scenario;
  const narratedRun = original ?? run;
  const spoken = { instants: new Set(moments.map(({ at }) => at)), text: moments.map(({ text }) => text).join(' ') };
  const first = firstNarratedFault(narratedRun, spoken);
  const fault = [wanted, first, Object.keys(faults)[0]].find(
    (name) => name === null || (name !== undefined && Object.hasOwn(faults, name)),
  );
  // A fault that was added or changed is what its author wants to see.
  const isAsNarrated = (name: string): boolean =>
    JSON.stringify(faults[name]) === JSON.stringify(narratedRun.scenario.faults[name]);
  const hidden = isOfStory
    ? unnarratedFaults(narratedRun, spoken).filter((name) => name !== fault && isAsNarrated(name))
    : [];
  return { fault: fault ?? null, hidden };
}

function stopOf(run: Run, wanted: NonNullable<Story['scene']>['stopsAt']): number {
  const { endedAt } = run.trace.header;
  if (wanted === 'end') return endedAt;
  const seq = wanted === undefined ? -1 : seqOf(run.trace, wanted);
  return seq < 0 ? stopEventAt(run) : (run.trace.at[seq] ?? endedAt);
}

/** The longest sentence before anything has happened. */
const openingMax = { en: 30, zh: 60 } as const satisfies Readonly<Record<Language, number>>;

/**
 * For a run without a story: the first sentence that is short enough. A run that only luck saved needs a sentence
 * that mentions the luck.
 */
function openingOf({ sentence, headline }: Reading, isLucky: boolean, language: Language): string {
  const sentences = isLucky ? [sentence] : [sentence, firstSentence(sentence)];
  const short = sentences.find((text) => lengthIn(text, language) <= openingMax[language]);
  return short ?? headline;
}

/** In words, or in characters for Chinese. */
const lengthIn = (text: string, language: Language): number =>
  language === 'zh' ? text.length : text.split(/\s+/).length;

/** The first sentence of the story's subject. */
export function firstSentence(text: string): string {
  const end = /[.!?](?=\s)|[。！？]/.exec(text);
  return end === null ? text : text.slice(0, end.index + 1);
}
