/** The common input of all parts of the picture: run, spans, axis, lanes, words. */
import type { FaultPrograms } from '../../core/faults/program';
import type { Run } from '../../core/model/trace/run';
import { goesOn, type Trace } from '../../core/model/trace/trace';
import type { Times } from '../../core/model/values/format';
import type { Spans } from '../../core/spans/spans';
import type { Label } from './labels';
import type { Lane, Lanes } from './lanes';
import { type Box, type Ink, inkOfId, type Mark, type MeasureText } from './marks';
import type { TimeAxis } from './timeAxis';
import type { Words } from './words';

export interface Drawing {
  readonly run: Run;
  readonly trace: Trace;
  readonly spans: Spans;
  readonly axis: TimeAxis;
  readonly lanes: Lanes;
  readonly words: Words;
  readonly faults: FaultPrograms;
  readonly measure: MeasureText;
  /** Writes the times: a scene shows few of their digits. */
  readonly times: Times;
}

/** The contributions of each part, from back to front. */
export interface Layers {
  /** Below everything else, and never faint: bands, and the slab of two holders. */
  readonly ground: Mark[];
  /** Solid up to the playhead, faint after it. */
  readonly middle: Mark[];
  /** On top of everything else, and never faint: pauses, crashes. */
  readonly top: Mark[];
  /** Words on the blocks of the top layer, with their plates. */
  readonly captions: Mark[];
  readonly labels: Label[];
  /** Boxes that no label may cover. */
  readonly occupied: Box[];
  /** Boxes that a label covers only if it would otherwise be left out. */
  readonly avoided: Box[];
  /** Lines that a label of low priority does not cross: x1, y1, x2, y2 for each. */
  readonly crossings: (readonly number[])[];
}

export const emptyLayers = (): Layers => ({
  ground: [],
  middle: [],
  top: [],
  captions: [],
  labels: [],
  occupied: [],
  avoided: [],
  crossings: [],
});

/** Labels are compared with each other, so labels out of view are removed first. */
export const labelsInSight = (layers: readonly Layers[], { left, right }: TimeAxis): readonly Label[] =>
  layers
    .flatMap(({ labels }) => labels)
    .filter(({ positions }) => positions.some(({ x }) => x >= left - 40 && x <= right + 40));

export function inkOf(trace: Trace, process: number): Ink {
  const record = trace.header.processes[process];
  return record === undefined ? 'muted' : inkOfId(record.id);
}

/** The colour for text of a process, with more contrast. */
export function textInkOf(trace: Trace, process: number): Ink {
  const ink = inkOf(trace, process);
  return ink === 'muted' ? ink : `${ink}-text`;
}

/** The lane of a process; undefined when it has none. */
export const laneOf = (drawing: Drawing, process: number): Lane | undefined => drawing.lanes.of[process];

/** Whether any part of the stretch is in view. */
export const inView = ({ axis }: Drawing, from: number, to: number): boolean =>
  to >= axis.view.from && from <= axis.view.to;

/** Left and right of a stretch in pixels, cut a little outside of the plot so that its edges stay hidden. */
export function spanX({ axis }: Drawing, from: number, to: number): { readonly x0: number; readonly x1: number } {
  return { x0: Math.max(axis.left - 8, axis.x(from)), x1: Math.min(axis.right + 8, axis.x(to)) };
}

/** The length of a stretch in words; for one that has not ended yet, how long it has lasted. */
export function lengthIn({ trace, words, times }: Drawing, from: number, to: number): string {
  const length = times.formatLength(to - from);
  return goesOn(trace, to) ? words.untilNow(length) : length;
}
