/**
 * A run as a film: title, sentence and two facts over the picture, at the pace at which a scene plays. Each frame is
 * an SVG; the caller paints it. The same run gives the same frames.
 */
import type { FaultPrograms } from '../../core/faults/program';
import type { Run } from '../../core/model/trace/run';
import { instant } from '../../core/model/values/time';
import { readingOf } from '../../core/narrate/reading';
import type { Speech } from '../../core/narrate/speech';
import type { Inks } from '../inks/inks';
import { toneSigns } from '../inks/toneSigns';
import type { MeasureText } from '../layout/marks';
import { leastSceneHeight } from '../layout/sceneLanes';
import type { SceneLook } from '../layout/sceneLook';
import type { Stretch } from '../layout/timeAxis';
import { instantsOf, momentMs } from '../scene/nextStep';
import { type Scene, sentenceAt } from '../scene/sceneOf';
import { type StateWords, stateSentences } from '../scene/stateSentences';
import { escaped } from '../svg/svgContext';
import { type SvgFragment, timeline } from '../svg/svgPicture';
import { toneInks } from '../svg/svgVerdict';
import { wrapText } from '../svg/wrapText';
import type { TimelineWords } from '../words/timelineWords';
import type { FilmSize } from './filmSizes';

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
  readonly measure: MeasureText;
  /** A style sheet with fonts; may be empty. */
  readonly css: string;
}

/** How long one frame stays. */
interface Frame {
  /** The position of the playhead, in µs. */
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
  const drawn = (at: number): SvgFragment => lanesAt(options, { at, view, width: look.width, height: lanesHeight });
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
    const index = (step / count) * (instants.length - 1);
    const [before = begin, after = end] = instants.slice(Math.floor(index), Math.floor(index) + 2);
    return { at: before + (after - before) * (index % 1), ms: step === 0 ? beginMs : ms };
  });
  return [...steps, { at: end, ms: endMs }];
}

interface Drawn {
  readonly at: number;
  readonly view: Stretch;
  readonly width: number;
  readonly height: number;
}

function lanesAt(options: FilmOptions, { at, view, width: wide, height }: Drawn): SvgFragment {
  const { run, scene, size, faults, words, inks, measure } = options;
  const look: SceneLook = {
    lanes: scene.lanes,
    fault: null,
    hidden: scene.hidden,
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
    evenSpacing: scene.spacing === 'even',
    words,
    inks,
    measure,
    at,
  });
}

interface Place {
  /** In µs. */
  readonly at: number;
  readonly width: number;
  readonly height: number;
}

interface Sizes {
  readonly side: number;
  readonly title: number;
  readonly sentence: number;
  readonly fact: number;
}

/** A film is also watched at a width of 480 px. */
const sizes: Readonly<Record<FilmOptions['size'], Sizes>> = {
  scene: { side: 16, title: 17, sentence: 18, fact: 18 },
  bench: { side: 20, title: 21, sentence: 22, fact: 22 },
  present: { side: 40, title: 30, sentence: 36, fact: 36 },
};
const linesMax = 2;
const lead = 1.28;

/** The upper part: the title of the run, what is happening, and what happened to the lock and to the data. */
function filmHead(options: FilmOptions, { at, width, height }: Place): string {
  const { run, scene, speech, inks, measure, size } = options;
  const { side, title, sentence, fact } = sizes[size];
  const isOver = at >= Math.min(scene.stopsAt, run.trace.header.endedAt);
  const room = width - side * 2;
  const sans = escaped(inks.sans);
  const widthOf = (text: string, of: number, weight: 400 | 600): number =>
    measure(text, { size: of, weight, font: 'sans' });
  const line = (x: number, y: number, of: number, weight: 400 | 600, ink: string, text: string): string =>
    `<text x="${x}" y="${y}" font-family="${sans}" font-size="${of}" font-weight="${weight}" fill="${inks.colour(ink)}">${escaped(text)}</text>`;
  /** The largest size at which the text fits into one line. */
  const fitted = (text: string, of: number, within: number): number =>
    Math.min(of, Math.floor((of * within) / Math.max(1, widthOf(text, of, 600))));
  const caption = sentenceAt(isOver ? scene : { ...scene, ending: null }, at);
  const [type, lines] = inLines(caption, sentence, (text, of) =>
    wrapText(text, room, (part) => widthOf(part, of, 400)),
  );
  const facts = isOver
    ? (({ lock, data }) => [lock, data])(readingOf(run.verdict, speech).pair)
    : stateSentences(run, at, { ...options, lanes: scene.lanes }).map((text) => ({ text, tone: null }));
  const firstLine = side * 0.6 + title * 1.5 + type;
  const below = height - 12 - fact * 0.35;
  let x = side;
  const half = room / 2;
  const texts = facts.map(({ text, tone }) => {
    const from = x;
    const sign = tone === null ? 0 : fact * 1.25;
    const of = fitted(text, fact, half - sign - 12);
    x = Math.max(from + half, 0);
    const drawn =
      tone === null
        ? ''
        : `<path transform="translate(${from} ${below - fact * 0.85}) scale(${fact / 24})" d="${toneSigns[tone].join('')}" fill="none" stroke="${inks.colour(toneInks[tone])}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`;
    return drawn + line(from + sign, below, of, 600, 'ink', text);
  });
  return [
    line(side, side * 0.6 + title, fitted(scene.title, title, room), 600, 'muted', scene.title),
    ...lines.map((text, i) => line(side, firstLine + i * type * lead, type, 400, 'ink', text)),
    ...texts,
  ].join('');
}

/** Uses smaller type if the text needs more lines than there are. */
function inLines(
  text: string,
  most: number,
  within: (text: string, size: number) => readonly string[],
): readonly [number, readonly string[]] {
  for (let size = most; ; size--) {
    const lines = within(text, size);
    if (lines.length <= linesMax || size <= most * 0.6) return [size, lines];
  }
}
