// A picture of a run without a screen, with rough letter widths and English words.

import { timeline } from '../../src/content/texts/en/timeline';
import { faultPrograms } from '../../src/core/faults';
import type { Trace } from '../../src/core/model/trace/trace';
import type { Verdict } from '../../src/core/model/trace/verdict';
import { roughMeasure } from '../../src/picture/layout/marks';
import { type Picture, type PictureOptions, pictureOf } from '../../src/picture/layout/picture';
import { evenSpacing, timeAxis } from '../../src/picture/layout/timeAxis';
import type { Words } from '../../src/picture/layout/words';

const englishWords: Words = {
  ...timeline,
  fault: (kind) => kind,
  faultDoes: ({ kind, process }) => `${kind} on ${process}`,
  process: (id) => id,
  processShort: (id) => id.slice(-1),
};

interface Frame {
  readonly width?: number;
  readonly height?: number;
  readonly view?: { readonly from: number; readonly to: number };
  readonly isEven?: boolean;
  readonly scale?: number;
}

export function optionsFor(
  trace: Trace,
  { width = 1000, height = 700, view, isEven = false, scale = 1 }: Frame = {},
): PictureOptions {
  const whole = { from: 0, to: Math.max(10_000, trace.at[trace.count - 1] ?? 0) };
  const axis = timeAxis({
    view: view ?? whole,
    left: 100 * scale,
    right: width - 14,
    warp: isEven ? evenSpacing(trace) : null,
  });
  const verdict: Verdict = {
    outcome: 'held',
    lock: 'held',
    data: 'safe',
    chain: [],
    facts: [],
    measures: emptyMeasures,
  };
  const run = { scenario: trace.header.scenario, trace, verdict };
  return {
    run,
    axis,
    height,
    words: englishWords,
    faults: faultPrograms,
    measure: roughMeasure,
    scale,
  };
}

export const pictureFor = (trace: Trace, frame?: Frame): Picture => pictureOf(optionsFor(trace, frame));

const emptyMeasures = {
  acquired: 0,
  refused: 0,
  rounds: 0,
  requestsPerAcquisition: null,
  wokenPerRelease: null,
  freeAfterCrash: null,
  thrownAway: null,
  overlapTime: 0,
  waitMax: null,
};
