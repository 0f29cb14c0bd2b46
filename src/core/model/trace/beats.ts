/** When each sentence of a story becomes true in a run. It knows traces, but no page. */
import type { Beat } from '../scenario/story';
import type { Micros } from '../values/time';
import { kindNumber, processIndex, type Trace } from './trace';

export interface TimedBeat {
  readonly beat: Beat;
  /** null: its event did not happen in this run. */
  readonly at: Micros | null;
  /** −1 if it is true from the start, or did not happen. */
  readonly seq: number;
}

/** Cost: one pass over the trace for each beat; a story has a handful. */
export const timedBeats = (trace: Trace, beats: readonly Beat[]): readonly TimedBeat[] =>
  beats.map((beat) => {
    if (beat.at === undefined) return { beat, at: 0, seq: -1 };
    const seq = seqOf(trace, beat.at);
    return { beat, at: seq < 0 ? null : (trace.at[seq] ?? null), seq };
  });

/** The last beat that is true at an instant; −1 before the first. Beats that did not happen are left out. */
export function beatAt(beats: readonly TimedBeat[], at: Micros): number {
  let index = -1;
  beats.forEach((beat, i) => {
    if (beat.at !== null && beat.at <= at && (index < 0 || beat.at >= (beats[index]?.at ?? 0))) index = i;
  });
  return index;
}

/** The number of the event at which a sentence becomes true; −1: it does not happen. */
export function seqOf(trace: Trace, { kind, process, nth = 1 }: NonNullable<Beat['at']>): number {
  const wanted = kindNumber[kind];
  const who = process === undefined ? -1 : processIndex(trace, process);
  if (process !== undefined && who < 0) return -1;
  let left = nth;
  for (let seq = 0; seq < trace.count; seq++) {
    if (trace.kind[seq] !== wanted || (who >= 0 && trace.process[seq] !== who)) continue;
    if (--left === 0) return seq;
  }
  return -1;
}
