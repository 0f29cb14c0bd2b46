/** What the scene of a run shows. The same run, story and language give the same scene. */
import { firstViolation, pointAt } from '../judge/point';
import { seqOf } from '../model/beats';
import type { Run } from '../model/run';
import type { ProcessId } from '../model/scenario';
import { mendedBy, type Story, type Variant } from '../model/story';
import type { Language } from '../model/text';
import { processId } from '../model/traceReader';
import type { Verdict } from '../model/verdict';
import { readingOf } from '../narrate/reading';
import type { Speech } from '../narrate/speech';
import { holdersOf } from '../spans/holderSpans';
import { spansOf } from '../spans/spans';
import { question as english } from '../texts/en/question';
import { question as chinese } from '../texts/zh/question';
import { lanesOf } from './lanes';
import { type Moment, momentsOf, processesOf } from './moments';

export interface SceneAnswer {
  /** Of a variant of the story. */
  readonly id: string;
  readonly title: string;
}

export interface Scene {
  /** Processes with a lane of their own, from top to bottom. The lock’s lane is not among them. */
  readonly lanes: readonly ProcessId[];
  /** How many clients have no lane. */
  readonly others: number;
  /** The name of the fault that asks to be dragged; null: none. */
  readonly fault: string | null;
  readonly moments: readonly Moment[];
  /** Where it stops playing, in µs. */
  readonly stopsAt: number;
  readonly title: string;
  /** What is said before anything has happened. */
  readonly opening: string;
  /** What is said where it stops; null: the last moment says it. */
  readonly ending: string | null;
  readonly question: string | null;
  readonly answers: readonly SceneAnswer[];
  readonly spacing: 'even' | 'time';
}

export interface SceneOptions {
  readonly run: Run;
  /** Null: the run is of no story. */
  readonly story: Story | null;
  readonly variantId: string | null;
  /** The run of the story as told, or of its variant; null: `run` is that. */
  readonly told: Run | null;
  readonly speech: Speech;
  readonly language: Language;
  /** How many clients there is room for. */
  readonly room?: number;
}

/** A run that lasts longer than so many µs has its moments evenly spaced. */
const longRun = 20_000_000;

export function sceneOf({ run, story, variantId, told, speech, language, room = 4 }: SceneOptions): Scene {
  const own = story?.scene ?? {};
  const variant = story?.variants.find(({ id }) => id === variantId) ?? null;
  const beats = story === null ? null : (variant?.beats ?? (variant === null ? (own.beats ?? story.beats) : []));
  const reading = readingOf(run.verdict, speech);
  const fault = faultOf(run, own.fault);
  const stopsAt = stopOf(run, own.stopsAt);
  const violation = firstViolation(run);
  const harmAt = violation === null ? Number.POSITIVE_INFINITY : (run.trace.at[violation] ?? Number.POSITIVE_INFINITY);
  const isTold = story !== null && told === null;
  const about = variant?.text ?? story?.lead;
  const moments = momentsOf(run, { speech, language, beats, told, harmAt, stopsAt });
  return {
    ...lanesOf(run, { told: processesOf(beats ?? []), fault, wanted: own.lanes ?? [], room }),
    fault,
    moments,
    stopsAt,
    title: (own.claim ?? story?.title)?.[language] ?? reading.headline,
    opening: about === undefined ? reading.sentence : firstSentence(about[language]),
    ending: isTold && moments.length > 0 ? null : reading.sentence,
    question: own.question?.[language] ?? questionOf(run.verdict, { en: english, zh: chinese }[language], story),
    answers: story === null ? [] : answersOf(story, variant, language),
    spacing: own.spacing ?? (run.trace.header.endedAt > longRun ? 'even' : 'time'),
  };
}

/** The sentence at an instant. */
export function sentenceAt({ moments, opening, ending, stopsAt }: Scene, at: number): string {
  if (at >= stopsAt && ending !== null) return ending;
  return moments.findLast((moment) => moment.at <= at)?.text ?? opening;
}

/** What stands at an instant: who truly holds the lock, and the value of the storage; null: it has none yet. */
export function stateAt(
  { trace }: Run,
  at: number,
): { readonly holders: readonly ProcessId[]; readonly value: number | null } {
  const span = holdersOf(trace).find(({ from, to, kind }) => from <= at && at < to && kind !== 'unbacked');
  const deeds = spansOf(trace).resource.filter(
    ({ kind, value }) => value >= 0 && (kind === 'wrote' || kind === 'read'),
  );
  const deed = deeds.findLast((event) => event.at <= at);
  // What the first reader finds has been there from the start.
  const first = deeds[0]?.kind === 'read' ? deeds[0].value : null;
  return { holders: (span?.processes ?? []).map((process) => processId(trace, process)), value: deed?.value ?? first };
}

function faultOf({ scenario }: Run, wanted: string | null | undefined): string | null {
  if (wanted === null) return null;
  const names = Object.keys(scenario.faults);
  return wanted !== undefined && names.includes(wanted) ? wanted : (names[0] ?? null);
}

function stopOf(run: Run, wanted: NonNullable<Story['scene']>['stopsAt']): number {
  const { endedAt } = run.trace.header;
  if (wanted === 'end') return endedAt;
  const seq = wanted === undefined ? -1 : seqOf(run.trace, wanted);
  return seq < 0 ? pointAt(run) : (run.trace.at[seq] ?? endedAt);
}

function questionOf({ data, lock, facts }: Verdict, words: typeof english, story: Story | null): string | null {
  if (data === 'lost' || data === 'torn') {
    const lost = facts.find(({ kind }) => kind === 'lost-update');
    const value = lost?.kind === 'lost-update' ? lost.values.lostValue : -1;
    return value >= 0 ? words.saved(String(value)) : words.savedUpdate;
  }
  if (lock === 'overlap') return words.apart;
  if (lock === 'stuck' || lock === 'unavailable') return words.letIn;
  return story === null || story.variants.length === 0 ? null : words.breaks;
}

/** Those that mend this telling come first. */
function answersOf(story: Story, open: Variant | null, language: Language): readonly SceneAnswer[] {
  const mends = (variant: Variant): boolean => variant.fix === true && mendedBy(story, variant) === open;
  return [...story.variants]
    .sort((a, b) => Number(mends(b)) - Number(mends(a)))
    .map(({ id, title }) => ({ id, title: title[language] }));
}

/** The first sentence of what a story is about. */
function firstSentence(text: string): string {
  const end = /[.!?](?=\s)|[。！？]/.exec(text);
  return end === null ? text : text.slice(0, end.index + 1);
}
