/**
 * A run as a film: title, sentence and two facts over the picture, at the pace at which a scene plays. Each frame is
 * an SVG; the caller paints it. The same run gives the same frames.
 */
import type { FaultPrograms } from '../../core/faults/program';
import type { Run } from '../../core/model/run';
import { instant } from '../../core/model/time';
import type { Speech } from '../../core/narrate/speech';
import type { Inks } from '../inks/inks';
import type { Measure } from '../layout/marks';
import { leastSceneHeight } from '../layout/sceneLanes';
import type { SceneLook } from '../layout/sceneLook';
import type { Stretch } from '../layout/timeAxis';
import { instantsOf, momentMs } from '../scene/nextStep';
import type { Scene } from '../scene/sceneOf';
import type { StateWords } from '../scene/stateSentences';
import { type Sheet, timeline } from '../svg/svgPicture';
import type { TimelineWords } from '../words/timelineWords';
import { filmHead } from './filmHead';
import type { FilmSize } from './sizes';

export interface FilmOptions {
  readonly run: Run;
  readonly scene: Scene;
  readonly faults: FaultPrograms;
  readonly size: FilmSize;
  /** The part that is shown, in µs. Absent: the whole run, up to where its scene stops. */
  readonly stretch?: Stretch;
  readonly words: TimelineWords;
  readonly state: StateWords;
  readonly speech: Speech;
  readonly inks: Inks;
  readonly measure: Measure;
  /** A style sheet with fonts; may be empty. */
  readonly css: string;
}

/** How long one frame stays. */
interface Frame {
  /** Where the playhead stands, in µs. */
  readonly at: number;
  readonly ms: number;
}

export interface Film {
  /** In CSS pixels. All frames have this size. */
  readonly width: number;
  readonly height: number;
  readonly frames: readonly Frame[];
  /** @returns the SVG of this frame. */
  readonly draw: (frame: Frame) => string;
}

const width = 720;
/** Chats do not send films with more frames than this. A longer film has more time between two frames instead. */
const framesMax = 120;
const frameMs = 100;
const beginMs = 900;
const endMs = 3000;

interface Look {
  /** The width at which a frame is laid out, before it is scaled to the width of the film. */
  readonly width: number;
  readonly headHeight: number;
  /** The least height of the lanes. */
  readonly lanesHeight: number;
}

const looks: Readonly<Record<FilmSize, Look>> = {
  scene: { width: 720, headHeight: 128, lanesHeight: 340 },
  bench: { width: 900, headHeight: 160, lanesHeight: 470 },
  present: { width: 1280, headHeight: 228, lanesHeight: 482 },
};

export function filmOf(options: FilmOptions): Film {
  const { run, scene, size, stretch } = options;
  const look = looks[size];
  const { endedAt } = run.trace.header;
  const view = stretch ?? { from: 0, to: endedAt * 1.02 };
  const frames = framesOf(instantsOf(scene), view, Math.min(scene.stopsAt, endedAt));
  const least = size === 'scene' ? leastSceneHeight(run.trace, scene.lanes) : 0;
  const lanesHeight = Math.max(look.lanesHeight, least);
  const drawn = (at: number): Sheet => lanesAt(options, { at, view, width: look.width, height: lanesHeight });
  // Lanes may need more room than they were given, and the words below them may need more at the end than at the
  // start.
  const room = Math.max(...[frames.at(0), frames.at(-1)].map((frame) => drawn(frame?.at ?? 0).height));
  const height = Math.ceil(look.headHeight + room);
  const shrunk = width / look.width;
  const [wide, high] = [width, Math.round(height * shrunk)];
  const draw = ({ at }: Frame): string =>
    [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${look.width} ${height}">`,
      options.css === '' ? '' : `<style>${options.css}</style>`,
      `<rect width="${look.width}" height="${height}" fill="${options.inks.colour('page')}"/>`,
      filmHead(options, { at, width: look.width, height: look.headHeight }),
      `<g transform="translate(0 ${look.headHeight})">${drawn(at).content}</g>`,
      '</svg>',
    ].join('');
  return { width: wide, height: high, frames, draw };
}

/** Every moment lasts equally long, whatever time lies between, so that each sentence can be read. */
function framesOf(moments: readonly number[], { from, to }: Stretch, stopsAt: number): readonly Frame[] {
  const end = Math.max(from, Math.min(to, stopsAt > from ? stopsAt : to));
  const begin = Math.max(0, from);
  const instants = [begin, ...moments.filter((at) => at > begin && at < end), end];
  const length = (instants.length - 1) * momentMs;
  const ms = Math.max(frameMs, 10 * Math.ceil(length / framesMax / 10));
  const count = Math.max(1, Math.round(length / ms));
  const steps = Array.from({ length: count }, (_one, step): Frame => {
    const place = (step / count) * (instants.length - 1);
    const [before = begin, after = end] = instants.slice(Math.floor(place), Math.floor(place) + 2);
    return { at: before + (after - before) * (place % 1), ms: step === 0 ? beginMs : ms };
  });
  return [...steps, { at: end, ms: endMs }];
}

interface Drawn {
  readonly at: number;
  readonly view: Stretch;
  readonly width: number;
  readonly height: number;
}

function lanesAt(options: FilmOptions, { at, view, width: wide, height }: Drawn): Sheet {
  const { run, scene, size, faults, words, inks, measure } = options;
  const look: SceneLook = {
    lanes: scene.lanes,
    fault: null,
    isAsking: false,
    playedTo: at >= scene.stopsAt ? null : instant(at),
    size: size === 'present' ? 'room' : 'page',
    open: 0,
  };
  return timeline({
    run,
    faults,
    ...(size === 'bench' ? {} : { scene: look }),
    width: wide,
    height,
    view,
    evenSteps: scene.spacing === 'even',
    words,
    inks,
    measure,
    at,
  });
}
