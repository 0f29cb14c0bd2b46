/** The moments that a scene tells: of the story, as far as the run is the one that it tells of, and of the run itself. */
import { timedBeats } from '../../core/model/beats';
import type { Run } from '../../core/model/run';
import type { ProcessId } from '../../core/model/scenario';
import type { Beat } from '../../core/model/story';
import type { Language } from '../../core/model/text';
import type { Speech } from '../../core/narrate/speech';
import { divergesAt } from './divergence';
import { type MomentText, ownMoments } from './ownMoments';

export interface Moment extends MomentText {
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
  /** The end of the telling, in µs. */
  readonly stopsAt: number;
}

/** A telling of fewer says too little, and the run tells the rest. */
const momentsMin = 2;

/** In order of time. No sentence of the story stands where the run is no longer that of which it tells. */
export function momentsOf(run: Run, telling: Telling): readonly Moment[] {
  const { harmAt, stopsAt, speech, language } = telling;
  const { ofStory, knownTo } = toldBy(run, telling);
  const isWhole = knownTo === Number.POSITIVE_INFINITY;
  const from = ofStory.length === 0 || (isWhole && ofStory.length < momentsMin) ? 0 : knownTo;
  const taken = new Set(ofStory.map(({ at }) => at));
  const own = from > stopsAt ? [] : ownMoments(run, { speech, language, from, to: stopsAt, taken });
  return [...ofStory, ...own]
    .sort((a, b) => a.at - b.at || a.seq - b.seq)
    .map((moment) => ({ ...moment, isHarm: moment.at >= harmAt }));
}

interface Told {
  readonly ofStory: readonly MomentText[];
  /** From here on the run tells itself, in µs. */
  readonly knownTo: number;
}

/**
 * A sentence tells of all that happens until the next one. So the last one before the runs part goes too, unless the next one
 * comes before that.
 */
function toldBy(run: Run, { beats, told, stopsAt, language }: Telling): Told {
  if (beats === null) return { ofStory: [], knownTo: 0 };
  const all = timedBeats((told ?? run).trace, beats).flatMap(({ beat, at, seq }): readonly MomentText[] =>
    // A sentence that is true from the start is no moment.
    at === null || seq < 0 ? [] : [{ at, seq, text: (beat.short ?? beat.text)[language] }],
  );
  const parting = told === null ? Number.POSITIVE_INFINITY : divergesAt(told, run);
  const knownTo =
    parting === Number.POSITIVE_INFINITY
      ? parting
      : Math.max(0, ...all.map(({ at }) => at).filter((at) => at <= parting));
  return { ofStory: all.filter(({ at }) => at < knownTo && at <= stopsAt), knownTo };
}

/** The processes that sentences name by their events. */
export const processesOf = (beats: readonly Beat[]): readonly ProcessId[] =>
  beats.flatMap(({ at }) => at?.process ?? []);
