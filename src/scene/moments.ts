/** The moments that a scene tells. */
import { firstDifference } from '../model/difference';
import type { Run } from '../model/run';
import type { ProcessId } from '../model/scenario';
import type { Beat } from '../model/story';
import type { Language } from '../model/text';
import { kindNames, kindNumber, type Trace, type TraceKind } from '../model/trace';
import { kindAt, processId } from '../model/traceReader';
import { narrate } from '../narrate/narrate';
import type { Speech } from '../narrate/speech';

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
  /** The first event of harm in µs. */
  readonly harmAt: number;
  /** What comes later is not told. */
  readonly stopsAt: number;
}

/** More than these nobody reads. */
const momentsMax = 10;

/** What a run tells by itself. */
const important: ReadonlySet<string> = new Set<TraceKind>([
  'acquired',
  'refused',
  'paused',
  'resumed',
  'crashed',
  'started',
  'wrote',
  'rejected',
  'promoted',
]);

/** In order of time. No sentence of the story stands where the run is no longer that of which it tells. */
export function momentsOf(run: Run, telling: Telling): readonly Moment[] {
  const { beats, told, harmAt, stopsAt } = telling;
  const parting = told === null ? null : firstDifference(told.trace, run.trace);
  const knownTo =
    beats === null ? -1 : told === null ? Number.POSITIVE_INFINITY : (parting?.at ?? Number.POSITIVE_INFINITY);
  const ofStory = beats === null ? [] : beatsIn(run.trace, beats, telling).filter(({ at }) => at < knownTo);
  const own = knownTo === Number.POSITIVE_INFINITY ? [] : ownMoments(run, telling).filter(({ at }) => at >= knownTo);
  return [...ofStory, ...own]
    .filter(({ at }) => at <= stopsAt)
    .sort((a, b) => a.at - b.at || a.seq - b.seq)
    .slice(0, ofStory.length + momentsMax)
    .map((moment) => ({ ...moment, isHarm: moment.at >= harmAt }));
}

type Said = Omit<Moment, 'isHarm'>;

function beatsIn(trace: Trace, beats: readonly Beat[], { language }: Telling): readonly Said[] {
  return beats.flatMap(({ at, text }): readonly Said[] => {
    if (at === undefined) return [];
    const seq = seqOf(trace, at);
    const when = seq < 0 ? undefined : trace.at[seq];
    return when === undefined ? [] : [{ at: when, seq, text: text[language] }];
  });
}

function ownMoments({ trace }: Run, { speech }: Telling): readonly Said[] {
  return narrate(trace, speech)
    .filter(({ seq }) => important.has(kindNames[kindAt(trace, seq)] ?? ''))
    .map(({ at, seq, text }) => ({ at, seq, text }));
}

/** The number of the event at which a sentence becomes true; −1: it does not happen. */
export function seqOf(trace: Trace, { kind, process, nth = 1 }: NonNullable<Beat['at']>): number {
  const wanted = kindNumber[kind];
  let left = nth;
  for (let seq = 0; seq < trace.count; seq++) {
    if (kindAt(trace, seq) !== wanted) continue;
    if (process !== undefined && processId(trace, trace.process[seq] ?? -1) !== process) continue;
    if (--left === 0) return seq;
  }
  return -1;
}

/** The processes that sentences name by their events. */
export const processesOf = (beats: readonly Beat[]): readonly ProcessId[] =>
  beats.flatMap(({ at }) => at?.process ?? []);
