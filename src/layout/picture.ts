/**
 * The whole picture of a run: lanes, axis, marks in three layers, and the handles. Pure: the same run, size and words
 * give the same picture.
 */
import type { FaultPrograms } from '../faults/program';
import type { Run } from '../model/run';
import { spansOf } from '../spans/spans';
import { clientMarks, overlapMarks, stepMarks } from './clientMarks';
import { clockMarks } from './clockMarks';
import { densityMarks } from './densityMarks';
import { faultMarks, type Handle } from './faultMarks';
import { placeLabels } from './labels';
import { type Lanes, lanesOf } from './lanes';
import { leaderMarks } from './leaderMarks';
import type { Mark, Measure } from './marks';
import { type DrawnMessages, messageMarks, visibleRows } from './messageMarks';
import { entryMarks, quorumMarks, replicationMarks } from './nodeMarks';
import { gapMarks, outageMarks, promotionMarks } from './outageMarks';
import { emptyLayers, type Layers, type Scene } from './scene';
import { brokenRows, storageMarks } from './storageMarks';
import type { TimeAxis } from './timeAxis';
import type { Words } from './words';

export interface PictureOptions {
  readonly run: Run;
  readonly axis: TimeAxis;
  /** The height of the room; the picture may be higher. */
  readonly height: number;
  readonly words: Words;
  readonly faults: FaultPrograms;
  readonly measure: Measure;
  readonly compact: boolean;
}

export interface Picture {
  readonly lanes: Lanes;
  readonly axis: TimeAxis;
  /** Below everything else, and never faint. */
  readonly ground: readonly Mark[];
  /** Solid up to the playhead, faint after it. */
  readonly scene: readonly Mark[];
  /** On top of everything else, and never faint. */
  readonly top: readonly Mark[];
  readonly handles: readonly Handle[];
  readonly messages: DrawnMessages;
  /** The number of messages that are shown as density; 0 when each is drawn separately. */
  readonly dense: number;
}

/** With more messages in view, single lines blur into a blot, and long slanted lines cost more than a frame. */
export const messagesMax = 1200;

export function pictureOf(options: PictureOptions): Picture {
  const scene = sceneOf(options);
  const layers = emptyLayers();
  const rows = visibleRows(scene);
  const isDense = rows.length > messagesMax;
  overlapMarks(scene, layers);
  quorumMarks(scene, layers);
  entryMarks(scene, layers);
  replicationMarks(scene, layers);
  leaderMarks(scene, layers);
  clientMarks(scene, layers);
  stepMarks(scene, layers);
  gapMarks(scene, layers);
  const messages = messagesOf(scene, layers, { rows, isDense });
  storageMarks(scene, layers);
  outageMarks(scene, layers);
  promotionMarks(scene, layers);
  clockMarks(scene, layers);
  const handles = faultMarks(scene, layers, messages);
  const { axis, lanes, measure } = scene;
  const within = { x: axis.left - 6, y: 0, width: axis.right - axis.left + 18, height: lanes.bottom };
  const texts = placeLabels({
    labels: inSight(layers, axis),
    taken: layers.taken,
    shunned: layers.shunned,
    within,
    measure,
  });
  return {
    lanes,
    axis,
    ground: [...foldMarks(scene), ...layers.ground],
    // Words on a bar belong to the bar, and fade with it.
    scene: [...layers.scene, ...texts.filter(({ halo }) => halo === null)],
    top: [...layers.top, ...texts.filter(({ halo }) => halo !== null)],
    handles,
    messages,
    dense: isDense ? rows.length : 0,
  };
}

/** The outline of the run before a drag: lines and bars without words and without handles. */
export function ghostOf(options: PictureOptions): readonly Mark[] {
  const scene = sceneOf(options);
  const layers = emptyLayers();
  const rows = visibleRows(scene);
  if (rows.length > messagesMax) return [];
  entryMarks(scene, layers);
  leaderMarks(scene, layers);
  clientMarks(scene, layers);
  messageMarks(scene, layers, { rows, broken: new Set() });
  outageMarks(scene, layers);
  const outlines = layers.top.filter((mark) => mark.kind === 'box' && mark.style === 'outlined');
  return [...layers.scene, ...outlines].flatMap(pale);
}

function sceneOf({ run, axis, height, words, faults, measure, compact }: PictureOptions): Scene {
  const { trace } = run;
  const lanes = lanesOf(trace, { height, withQuorum: nodeCount(run) > 1 && trace.header.quorum > 1 });
  return { run, trace, spans: spansOf(trace), axis, lanes, words, faults, measure, compact };
}

const nodeCount = ({ trace }: Run): number => trace.header.processes.filter(({ role }) => role === 'node').length;

function messagesOf(
  scene: Scene,
  layers: Layers,
  { rows, isDense }: { readonly rows: readonly number[]; readonly isDense: boolean },
): DrawnMessages {
  const broken = brokenRows(scene);
  if (!isDense) return messageMarks(scene, layers, { rows, broken });
  densityMarks(scene, layers, rows);
  // A message that did damage is never shown as density alone.
  return messageMarks(scene, layers, { rows: rows.filter((row) => broken.has(row)), broken });
}

/** Labels are compared with each other, so labels out of view are removed first. */
const inSight = ({ labels }: Layers, { left, right }: TimeAxis) =>
  labels.filter(({ places }) => places.some(({ x }) => x >= left - 40 && x <= right + 40));

/** An axis break: two slanted strokes at the top, and a thin seam through all lanes. */
function foldMarks({ axis, lanes }: Scene): readonly Mark[] {
  if (axis.folds.length === 0) return [];
  const seams: number[] = [];
  const strokes: number[] = [];
  const y = lanes.top - 10;
  for (const { x } of axis.folds) {
    seams.push(x - 2, lanes.top, x - 2, lanes.bottom, x + 2, lanes.top, x + 2, lanes.bottom);
    strokes.push(x - 5, y + 5, x - 1, y - 5, x + 1, y + 5, x + 5, y - 5);
  }
  return [
    { kind: 'lines', ink: 'line', alpha: 1, width: 1, dash: [2, 4], points: seams },
    { kind: 'lines', ink: 'muted', alpha: 1, width: 1.2, dash: null, points: strokes },
  ];
}

function pale(mark: Mark): readonly Mark[] {
  if (mark.kind === 'glyph' || mark.kind === 'shades') return [];
  const look = { ink: 'faint', alpha: mark.alpha * 0.7 };
  return [mark.kind === 'lines' ? { ...mark, ...look, width: 1 } : { ...mark, ...look }];
}
