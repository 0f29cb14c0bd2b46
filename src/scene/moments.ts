/** The moments that a scene tells. */
import { firstViolation } from '../judge/point';
import { timedBeats } from '../model/beats';
import { firstDifference } from '../model/difference';
import { sameJson } from '../model/patch';
import type { Run } from '../model/run';
import type { ProcessId } from '../model/scenario';
import type { Beat } from '../model/story';
import type { Language } from '../model/text';
import { kindNames, type TraceKind } from '../model/trace';
import { kindAt } from '../model/traceReader';
import { narrate } from '../narrate/narrate';
import type { Speech } from '../narrate/speech';
import { spansOf } from '../spans/spans';

export interface Moment {
  /** In µs of true time. */
  readonly at: number;
  /** The number of its event. */
  readonly seq: number;
  readonly text: string;
  /** Whether it is at or after the first harm. */
  readonly isHarm: boolean;
}

export interface Telling {
  readonly speech: Speech;
  readonly language: Language;
  /** The sentences of the story; null: it has none, or the run is of no story. */
  readonly beats: readonly Beat[] | null;
  /** The run of which they tell; null: this one. */
  readonly told: Run | null;
  /** What comes later is not told. */
  readonly stopsAt: number;
}

/** So many of a run's own moments at most: more than these nobody reads. */
const ownMax = 10;
/** A story that tells fewer is helped out by the run. */
const toldMin = 2;

/** In order of time. No sentence of the story stands where the run is no longer that of which it tells. */
export function momentsOf(run: Run, telling: Telling): readonly Moment[] {
  const { beats, told, stopsAt } = telling;
  const isTold = beats !== null && told === null;
  const until = isTold ? Number.POSITIVE_INFINITY : told === null ? 0 : sameUntil(told, run);
  const all = beatsIn(told ?? run, beats ?? [], telling);
  const known = isTold ? all : all.slice(0, countUntil(all, until));
  const ofStory = known.filter(({ at }) => at <= stopsAt);
  const isEnough = isTold && ofStory.length >= toldMin;
  const from = isTold ? 0 : Math.min(until, all[known.length]?.at ?? until);
  const own = isEnough ? [] : ownMoments(run, telling).filter(({ at, seq }) => at >= from && !isIn(ofStory, seq));
  const violation = firstViolation(run);
  const harmAt = violation === null ? Number.POSITIVE_INFINITY : (run.trace.at[violation] ?? Number.POSITIVE_INFINITY);
  return [...ofStory, ...own]
    .sort((a, b) => a.at - b.at || a.seq - b.seq)
    .map((moment) => ({ ...moment, isHarm: moment.at >= harmAt }));
}

type Said = Omit<Moment, 'isHarm'>;

/** A sentence tells of all that happens until the next one. */
function countUntil(beats: readonly Said[], until: number): number {
  const first = beats.findIndex((_, i) => (beats[i + 1]?.at ?? Number.POSITIVE_INFINITY) >= until);
  return first < 0 ? beats.length : first;
}

const isIn = (moments: readonly Said[], seq: number): boolean => moments.some((moment) => moment.seq === seq);

/**
 * Until when a run is that of which a story tells, in µs: until an event differs, and until a fault that was moved, changed or
 * taken away strikes in either. A run with other settings never is.
 */
function sameUntil(told: Run, run: Run): number {
  const { faults: before, ...rest } = told.scenario;
  const { faults: after, ...others } = run.scenario;
  if (!sameJson(rest, others)) return 0;
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !sameJson(before[name], after[name]),
  );
  const struck = [told, run].flatMap(({ trace }) =>
    spansOf(trace).faults.flatMap(({ name, from }) => (changed.includes(name) && from !== null ? [from] : [])),
  );
  const parting = firstDifference(told.trace, run.trace)?.at ?? Number.POSITIVE_INFINITY;
  return Math.min(parting, ...struck);
}

/** Those that happen. A sentence that is true from the start is no moment. */
const beatsIn = ({ trace }: Run, beats: readonly Beat[], { language }: Telling): readonly Said[] =>
  timedBeats(trace, beats)
    .flatMap(({ beat, at, seq }): readonly Said[] =>
      at === null || seq < 0 ? [] : [{ at, seq, text: (beat.short ?? beat.text)[language] }],
    )
    .sort((a, b) => a.at - b.at || a.seq - b.seq);

/** What a run tells by itself, the most important first. Where it goes wrong is told whatever it is. */
const weights: Partial<Readonly<Record<TraceKind, number>>> = {
  paused: 5,
  crashed: 5,
  promoted: 5,
  wrote: 4,
  rejected: 4,
  acquired: 3,
  started: 3,
  resumed: 2,
  refused: 1,
};

function ownMoments(run: Run, { speech, stopsAt }: Telling): readonly Said[] {
  const { trace } = run;
  const harm = firstViolation(run);
  const weightOf = (seq: number): number =>
    seq === harm ? Number.POSITIVE_INFINITY : (weights[kindNames[kindAt(trace, seq)] ?? 'refused'] ?? 0);
  return narrate(trace, speech)
    .filter(({ at, seq }) => at <= stopsAt && weightOf(seq) > 0)
    .sort((a, b) => weightOf(b.seq) - weightOf(a.seq) || a.at - b.at)
    .slice(0, ownMax)
    .map(({ at, seq, text }) => ({ at, seq, text }));
}

/** The processes that sentences name by their events. */
export const processesOf = (beats: readonly Beat[]): readonly ProcessId[] =>
  beats.flatMap(({ at }) => at?.process ?? []);
