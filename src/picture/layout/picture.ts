/**
 * The whole picture of a run: lanes, axis, marks in three layers, and the handles. Pure: the same run, size and words
 * give the same picture.
 */
import type { FaultPrograms } from '../../core/faults/program';
import type { Run } from '../../core/model/trace/run';
import { exactTimes, fewDigits } from '../../core/model/values/format';
import { spansOf } from '../../core/spans/spans';
import { clientMarks, overlapMarks, stepMarks } from './clientMarks';
import { clockMarks } from './clockMarks';
import { densityMarks } from './densityMarks';
import { type Drawing, emptyLayers, type Layers, labelsInSight } from './drawing';
import { faultMarks } from './faultMarks';
import { foldMarks } from './foldMarks';
import { holderStripMarks } from './holderStripMarks';
import { type EarlierLabel, placeLabels } from './labels';
import { lanesOf, type SomeRows } from './lanes';
import { leaderMarks } from './leaderMarks';
import { linesMark, type Mark, type MeasureText, type TextMark } from './marks';
import { type DrawnMessages, messageMarks, visibleRows } from './messageMarks';
import { entryMarks, replicationMarks } from './nodeMarks';
import { gapMarks, outageMarks, promotionMarks } from './outageMarks';
import { quorumMarks } from './quorumMarks';
import { scaledHandle, scaledLanes, scaledMark, unscaledAxis } from './scale';
import { leavingLanes, openingLanes, sceneLanes } from './sceneLanes';
import type { SceneLook } from './sceneLook';
import { crossFaded, scenePicture, type UnscaledPicture } from './scenePicture';
import { brokenRows, storageMarks } from './storageMarks';
import type { TimeAxis } from './timeAxis';
import type { Words } from './words';

export interface PictureOptions {
  readonly run: Run;
  readonly axis: TimeAxis;
  /** The height of the available room; the picture may be higher. */
  readonly height: number;
  readonly words: Words;
  readonly faults: FaultPrograms;
  readonly measure: MeasureText;
  /** How much larger everything is than with 11 px type (`typeScale`). Absent: 1. */
  readonly scale?: number;
  /** The scene of the run. Absent: the whole run on its usual lanes. */
  readonly scene?: SceneLook | undefined;
  /** While something is dragged: the places of the labels in the previous picture, so that they do not jump. */
  readonly previousLabels?: readonly EarlierLabel[] | undefined;
  /** The rows to show. Absent: all. */
  readonly only?: SomeRows | undefined;
}

export interface Picture extends UnscaledPicture {
  readonly scale: number;
  readonly axis: TimeAxis;
}

/** With more messages in view, separate lines blur, and long slanted lines take longer than a frame. */
export const messagesMax = 1200;

export function pictureOf(options: PictureOptions): Picture {
  const { scene } = options;
  if (scene === undefined || scene.open >= 1) return zoomedBy(options, usualPicture(drawingOf(options), options));
  return zoomedBy(options, sceneOf(options, scene));
}

function sceneOf(options: PictureOptions, look: SceneLook): UnscaledPicture {
  const { run, height, scale = 1 } = options;
  const { open } = look;
  const whole = drawingOf(options);
  const room = height / scale;
  const lanes = sceneLanes(run.trace, look, room);
  if (open === 0) return scenePicture({ ...whole, lanes }, look);
  const opening = openingLanes(run.trace, lanes, { height: room, open });
  const leaving = scenePicture({ ...whole, lanes: leavingLanes(lanes, opening) }, look);
  return crossFaded(leaving, usualPicture({ ...whole, lanes: opening, times: exactTimes }, options), open);
}

function usualPicture(drawing: Drawing, options: PictureOptions): UnscaledPicture {
  const layers = emptyLayers();
  const rows = visibleRows(drawing);
  const isDense = rows.length > messagesMax;
  if (options.only?.holderStrip !== false) {
    overlapMarks(drawing, layers);
    holderStripMarks(drawing, layers);
  }
  quorumMarks(drawing, layers);
  entryMarks(drawing, layers);
  replicationMarks(drawing, layers);
  leaderMarks(drawing, layers);
  clientMarks(drawing, layers);
  stepMarks(drawing, layers);
  gapMarks(drawing, layers);
  const messages = messagesOf(drawing, layers, { rows, isDense });
  storageMarks(drawing, layers);
  outageMarks(drawing, layers);
  promotionMarks(drawing, layers);
  clockMarks(drawing, layers);
  const handles = faultMarks(drawing, layers, messages);
  const { axis, lanes, measure } = drawing;
  // The margin at the right does not grow.
  const right = axis.right + 12 / (options.scale ?? 1);
  const within = { x: axis.left - 6, y: 0, width: right - axis.left + 6, height: lanes.bottom + 6 };
  const { texts, ticks, placedLabels } = placeLabels({
    labels: labelsInSight([layers], axis),
    occupied: layers.occupied,
    avoided: layers.avoided,
    crossings: layers.crossings,
    within,
    measure,
    previousLabels: options.previousLabels,
  });
  return {
    lanes,
    placedLabels,
    ground: [...foldMarks(drawing.axis.folds, drawing.lanes, drawing.lanes.holderStrip.top - 9), ...layers.ground],
    // Words on a bar belong to it and fade with it.
    middle: [...layers.middle, ...tickMarks(ticks), ...texts.filter(({ halo }) => halo === null)],
    top: [...layers.top, ...layers.captions, ...texts.filter(({ halo }) => halo !== null)],
    names: [],
    handles,
    messages,
    dense: isDense ? rows.length : 0,
  };
}

const tickMarks = (points: readonly number[]): readonly Mark[] =>
  points.length === 0 ? [] : [linesMark({ ink: 'muted', alpha: 0.8, points })];

const onlyText = (mark: Mark): readonly TextMark[] => (mark.kind === 'text' ? [mark] : []);

/** Converts the picture to pixels of the page. */
function zoomedBy({ axis, scale = 1 }: PictureOptions, small: UnscaledPicture): Picture {
  if (scale === 1) return { ...small, axis, scale };
  const all = (marks: readonly Mark[]): readonly Mark[] => marks.map((mark) => scaledMark(mark, scale));
  const { lanes, ground, middle, top, names, handles, messages } = small;
  return {
    ...small,
    axis,
    scale,
    lanes: scaledLanes(lanes, scale),
    ground: all(ground),
    middle: all(middle),
    top: all(top),
    names: names.flatMap((name) => onlyText(scaledMark(name, scale))),
    handles: handles.map((handle) => scaledHandle(handle, scale)),
    messages: {
      rows: messages.rows,
      points: messages.points.map((value) => value * scale),
      pies: messages.pies.map(({ bundle, x, y }) => ({ bundle, x: x * scale, y: y * scale })),
    },
  };
}

/** The outline of the run before a drag: lines and bars without words or handles. */
export function ghostOf(options: PictureOptions): readonly Mark[] {
  const { scene } = options;
  if (scene !== undefined && scene.open < 1) return ghostOfScene(options, scene);
  const drawing = drawingOf(options);
  const layers = emptyLayers();
  const rows = visibleRows(drawing);
  if (rows.length > messagesMax) return [];
  entryMarks(drawing, layers);
  leaderMarks(drawing, layers);
  clientMarks(drawing, layers);
  messageMarks(drawing, layers, { rows, broken: new Set() });
  outageMarks(drawing, layers);
  const outlines = layers.top.filter((mark) => mark.kind === 'box' && mark.style === 'outlined');
  return [...layers.middle, ...outlines].flatMap(pale).map((mark) => scaledMark(mark, options.scale ?? 1));
}

function ghostOfScene(options: PictureOptions, scene: SceneLook): readonly Mark[] {
  const { middle, top } = sceneOf(options, { ...scene, isAsking: false, playedTo: null, open: 0 });
  return [...middle, ...top]
    .filter((mark) => mark.kind === 'lines' || (mark.kind === 'box' && mark.style === 'outlined'))
    .flatMap(pale)
    .map((mark) => scaledMark(mark, options.scale ?? 1));
}

/** What all parts of the picture are drawn from. */
export function drawingOf({ run, axis, height, scale = 1, only, scene, ...shared }: PictureOptions): Drawing {
  const { trace } = run;
  const times = scene === undefined || scene.open >= 1 ? exactTimes : fewDigits;
  const lanes = lanesOf(trace, { height: height / scale, only });
  const small = scale === 1 ? axis : unscaledAxis(axis, scale);
  return { ...shared, run, trace, spans: spansOf(trace), axis: small, lanes, times };
}

function messagesOf(
  drawing: Drawing,
  layers: Layers,
  { rows, isDense }: { readonly rows: readonly number[]; readonly isDense: boolean },
): DrawnMessages {
  const broken = brokenRows(drawing);
  if (!isDense) return messageMarks(drawing, layers, { rows, broken });
  densityMarks(drawing, layers, rows);
  // A message that did damage is never shown only as density.
  return messageMarks(drawing, layers, { rows: rows.filter((row) => broken.has(row)), broken });
}

function pale(mark: Mark): readonly Mark[] {
  if (mark.kind === 'glyph' || mark.kind === 'shades') return [];
  const look = { ink: 'faint', alpha: mark.alpha * 0.7 };
  return [mark.kind === 'lines' ? { ...mark, ...look, width: 1 } : { ...mark, ...look }];
}
