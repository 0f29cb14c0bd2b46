/**
 * The moments that a scene narrates: those of the story as long as the run is the story's run, then those of the run
 * itself.
 */

import type { ProcessId } from '../../core/model/scenario/processId';
import type { Beat } from '../../core/model/scenario/story';
import { timedBeats } from '../../core/model/trace/beats';
import type { Run } from '../../core/model/trace/run';
import type { Language } from '../../core/model/values/text';
import type { Speech } from '../../core/narrate/speech';
import { divergesAt } from './divergence';
import { type MomentText, ownMoments } from './ownMoments';

export interface Moment extends MomentText {
  /** Whether it is at or after the first harm. */
  readonly isHarm: boolean;
}

export interface MomentOptions {
  readonly speech: Speech;
  readonly language: Language;
  /** The sentences of the story; null: it has no sentences, or the run belongs to no story. */
  readonly beats: readonly Beat[] | null;
  /** The run that they describe; null: this one. */
  readonly original: Run | null;
  /** The first harmful event, in µs. */
  readonly harmAt: number;
  /** Where the narration ends, in µs. */
  readonly stopsAt: number;
}

/** With fewer moments than this the story says too little, and the run adds its own. */
const momentsMin = 2;

/** In time order. A sentence of the story is left out as soon as the run is no longer the one that it describes. */
export function momentsOf(run: Run, options: MomentOptions): readonly Moment[] {
  const { harmAt, stopsAt, speech, language } = options;
  const { ofStory, knownTo } = beatsOf(run, options);
  const isWhole = knownTo === Number.POSITIVE_INFINITY;
  const from = ofStory.length === 0 || (isWhole && ofStory.length < momentsMin) ? 0 : knownTo;
  const narratedAt = new Set(ofStory.map(({ at }) => at));
  const own = from > stopsAt ? [] : ownMoments(run, { speech, language, from, to: stopsAt, narratedAt });
  return [...ofStory, ...own]
    .sort((a, b) => a.at - b.at || a.seq - b.seq)
    .map((moment) => ({ ...moment, isHarm: moment.at >= harmAt }));
}

interface Beaten {
  readonly ofStory: readonly MomentText[];
  /** From here on the run narrates itself, in µs. */
  readonly knownTo: number;
}

/**
 * A sentence covers everything until the next one, so the last one before the runs diverge is dropped as well, unless
 * the next one comes before that point.
 */
function beatsOf(run: Run, { beats, original, stopsAt, language }: MomentOptions): Beaten {
  if (beats === null) return { ofStory: [], knownTo: 0 };
  const all = timedBeats((original ?? run).trace, beats).flatMap(({ beat, at, seq }): readonly MomentText[] =>
    // A sentence that is true from the start is not a moment.
    at === null || seq < 0
      ? []
      : [{ at, seq, text: (beat.short ?? beat.text)[language], ...(beat.brief && { brief: beat.brief[language] }) }],
  );
  const parting = original === null ? Number.POSITIVE_INFINITY : divergesAt(original, run);
  const knownTo =
    parting === Number.POSITIVE_INFINITY
      ? parting
      : Math.max(0, ...all.map(({ at }) => at).filter((at) => at <= parting));
  return { ofStory: all.filter(({ at }) => at < knownTo && at <= stopsAt), knownTo };
}

/** The processes that appear in the events of sentences. */
export const processesOf = (beats: readonly Beat[]): readonly ProcessId[] =>
  beats.flatMap(({ at }) => at?.process ?? []);
