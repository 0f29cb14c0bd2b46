/** The moments that a scene tells. */
import { timedBeats } from '../model/beats';
import { firstDifference } from '../model/difference';
import type { Run } from '../model/run';
import type { ProcessId } from '../model/scenario';
import type { Beat } from '../model/story';
import type { Language } from '../model/text';
import { kindNames, type Trace, type TraceKind } from '../model/trace';
import { kindAt } from '../model/traceReader';
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
  const knownTo = beats === null ? -1 : (parting?.at ?? Number.POSITIVE_INFINITY);
  const ofStory = beats === null ? [] : beatsIn(run.trace, beats, telling).filter(({ at }) => at < knownTo);
  const own = knownTo === Number.POSITIVE_INFINITY ? [] : ownMoments(run, telling).filter(({ at }) => at >= knownTo);
  return [...ofStory, ...own]
    .filter(({ at }) => at <= stopsAt)
    .sort((a, b) => a.at - b.at || a.seq - b.seq)
    .slice(0, ofStory.length + momentsMax)
    .map((moment) => ({ ...moment, isHarm: moment.at >= harmAt }));
}

type Said = Omit<Moment, 'isHarm'>;

/** Those that happen. A sentence that is true from the start is no moment. */
const beatsIn = (trace: Trace, beats: readonly Beat[], { language }: Telling): readonly Said[] =>
  timedBeats(trace, beats).flatMap(({ beat, at, seq }): readonly Said[] =>
    at === null || seq < 0 ? [] : [{ at, seq, text: beat.text[language] }],
  );

function ownMoments({ trace }: Run, { speech }: Telling): readonly Said[] {
  return narrate(trace, speech)
    .filter(({ seq }) => important.has(kindNames[kindAt(trace, seq)] ?? ''))
    .map(({ at, seq, text }) => ({ at, seq, text }));
}

/** The processes that sentences name by their events. */
export const processesOf = (beats: readonly Beat[]): readonly ProcessId[] =>
  beats.flatMap(({ at }) => at?.process ?? []);
