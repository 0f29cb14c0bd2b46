/**
 * The lanes of a scene: the clients that matter, the lock as one lane, a node that the story mentions, the storage.
 * Processes without a lane are folded into the lane of the lock, and unfold from it.
 */

import { isClient } from '../../core/model/scenario/processId';
import { processIndex, type Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import { blend } from './blend';
import { byProcess, type Lane, type Lanes, lanesInOrder, lanesOf, typeScale } from './lanes';
import { roughMeasure } from './marks';
import type { SceneLook } from './sceneLook';
import type { Words } from './words';

/** The height of the ruler and the words over the stretch with two holders. */
const head = 37;
const margin = 4;
/** The height of a row of words. */
const wordsRow = 15;
/** Below this width, the names take as little room as they can. */
const narrow = 480;
type SceneSize = NonNullable<SceneLook['size']>;

/**
 * The smallest and largest size of type in a scene, in pixels, and the widths of the picture at which type has them.
 */
const types = {
  page: { typeMin: 16, typeMax: 19, widthMin: 640, widthMax: 1200 },
  room: { typeMin: 22, typeMax: 28, widthMin: 1170, widthMax: 1760 },
} as const satisfies Readonly<Record<SceneSize, object>>;
/**
 * How far lanes shrink below their least height in a low picture, as a share of the ideal height minus the least one.
 */
const squeeze = 0.35;
/** How much of the range from their least to their ideal height lanes must have before the type grows. */
const comfort = 0.35;

type Sort = 'client' | 'lock' | 'node' | 'storage';

interface Size {
  readonly above: number;
  readonly ideal: number;
  readonly min: number;
  readonly below: number;
}

const sizes: Readonly<Record<Sort, Size>> = {
  client: { above: wordsRow, ideal: 38, min: 17, below: 2 },
  lock: { above: 6, ideal: 30, min: 17, below: wordsRow },
  node: { above: wordsRow, ideal: 26, min: 15, below: 2 },
  storage: { above: 6, ideal: 30, min: 20, below: wordsRow + 1 },
};

/** The names of its lanes. */
export const sceneNames = ({ lanes }: Pick<SceneLook, 'lanes'>, words: Words): readonly string[] => [
  words.scene.lock,
  ...lanes.map((id) => words.process(id)),
];

/** Where the axis starts, in px: right of the names of the lanes. */
export function sceneGutter(width: number, names: readonly string[], look: SceneSize = 'page'): number {
  const [size, least, most] =
    look === 'room'
      ? [nameShare * typeFor(width, look), width * 0.13, width * 0.2]
      : width < narrow
        ? [types.page.typeMin, 0, 140]
        : width < widthForNames
          ? [16, 96, 172]
          : [24, 184, 230];
  const longest = Math.max(0, ...names.map((name) => roughMeasure(name, { size, weight: 600, font: 'sans' })));
  if (width < narrow && look === 'page') return Math.round(Math.min(most, longest * 1.05 + 14));
  return Math.round(Math.max(least, Math.min(most, longest * 1.1 + size * 1.7)));
}

/** How much larger than other words the names are on a projector. */
const nameShare = 14 / 11;

/** The size of type that a width allows, in pixels. */
function typeFor(width: number, look: SceneSize): number {
  const { typeMin, typeMax, widthMin, widthMax } = types[look];
  return typeMin + ((width - widthMin) / (widthMax - widthMin)) * (typeMax - typeMin);
}

/** From this width on, names are large. */
const widthForNames = 900;

interface Row extends Size {
  readonly sort: Sort;
  /** −1 means the lock. */
  readonly process: number;
}

function rowsOf(trace: Trace, lanes: SceneLook['lanes']): readonly Row[] {
  const laneRows = lanes.map((id): Row => {
    const role = trace.header.processes[processIndex(trace, id)]?.role;
    const sort = isClient(id) ? 'client' : role === 'storage' ? 'storage' : 'node';
    return { sort, process: processIndex(trace, id), ...sizes[sort] };
  });
  const of = (sort: Sort): readonly Row[] => laneRows.filter((row) => row.sort === sort && row.process >= 0);
  const lock: Row = { sort: 'lock', process: -1, ...sizes.lock };
  const order = lanesInOrder(trace);
  const inOrder = (rows: readonly Row[]): readonly Row[] =>
    [...rows].sort((a, b) => order.indexOf(a.process) - order.indexOf(b.process));
  return [...of('client'), lock, ...inOrder(of('node')), ...of('storage')];
}

const heightOf = (rows: readonly Row[], size: 'ideal' | 'min'): number =>
  rows.reduce((total, row) => total + row.above + row[size] + row.below, head + margin);

/** The least height of the lanes in a narrow window, in px. */
export const leastSceneHeight = (trace: Trace, lanes: SceneLook['lanes']): number => {
  const rows = rowsOf(trace, lanes);
  const [least, ideal] = [heightOf(rows, 'min'), heightOf(rows, 'ideal')];
  return Math.ceil(((least - squeeze * (ideal - least)) * types.page.typeMin) / 11);
};

/** How much larger than with 11 px type everything is. */
export const sceneScale =
  (look: SceneLook): typeof typeScale =>
  (trace, size) => {
    const { width, height } = size;
    const rows = rowsOf(trace, look.lanes);
    const room = heightOf(rows, 'min') + comfort * (heightOf(rows, 'ideal') - heightOf(rows, 'min'));
    const { size: sizeName = 'page' } = look;
    const { typeMin, typeMax } = types[sizeName];
    const type = Math.floor(2 * Math.min(typeFor(width, sizeName), (11 * height) / room)) / 2;
    const folded = Math.max(typeMin, Math.min(typeMax, type)) / 11;
    return blend(folded, typeScale(trace, size))(look.open);
  };

/** The lanes of the scene itself, however far it is opened. */
export function sceneLanes(trace: Trace, look: SceneLook, height: number): Lanes {
  const rows = rowsOf(trace, look.lanes);
  const [min, ideal] = [heightOf(rows, 'min'), heightOf(rows, 'ideal')];
  const share = Math.max(-squeeze, Math.min(1.8, (height - min) / (ideal - min)));
  const all: Lane[] = [];
  let holderStrip = { top: head, bottom: head };
  let y = head;
  for (const row of rows) {
    const body = row.min + (row.ideal - row.min) * share;
    const middle = Math.round(y + row.above + body / 2);
    const high = row.above + body + row.below;
    const half = Math.min(row.sort === 'client' ? 17 : 15, Math.round(body * (row.sort === 'node' ? 0.36 : 0.43)));
    if (row.process < 0) holderStrip = { top: middle - half, bottom: middle + half };
    else {
      const { id, role } = nth(trace.header.processes, row.process);
      all.push({ process: row.process, id, role, top: y, height: high, y: middle, half });
    }
    y += high;
  }
  return { all, of: byProcess(all), quorum: null, holderStrip, isFolded: true, top: head, bottom: y };
}

/** The lanes on the way from those of the scene to the usual ones. Their order never changes. */
export function openingLanes(trace: Trace, scene: Lanes, { height, open }: { height: number; open: number }): Lanes {
  const whole = lanesOf(trace, { height });
  const starts = startsOf(whole, scene);
  const all = whole.all.map((lane, i): Lane => {
    const start = starts[i] ?? lane;
    const on = (key: keyof Extent): number => blend(start[key], lane[key])(open);
    return { ...lane, top: on('top'), height: on('height'), y: on('y'), half: on('half') };
  });
  const { quorum } = whole;
  const { holderStrip } = scene;
  return {
    all,
    of: byProcess(all),
    quorum: quorum && {
      top: blend(holderStrip.top, quorum.top)(open),
      bottom: blend(holderStrip.top + 1, quorum.bottom)(open),
    },
    // The strip of true holders slides in from above.
    holderStrip: { top: whole.holderStrip.top - 20 * (1 - open), bottom: whole.holderStrip.bottom - 20 * (1 - open) },
    top: blend(scene.top, whole.top)(open),
    bottom: blend(scene.bottom, whole.bottom)(open),
  };
}

type Extent = Pick<Lane, 'top' | 'height' | 'y' | 'half'>;

/**
 * Where each lane of the details starts in the scene: at its own place, at the bar of the lock, or at the edge of the
 * lane above. The nodes above the first one with a lane are folded into the bar.
 */
function startsOf(whole: Lanes, scene: Lanes): readonly Extent[] {
  const inBar = foldedInBar(whole, scene);
  const high = (scene.holderStrip.bottom - scene.holderStrip.top) / Math.max(1, inBar.length);
  let edge = scene.top;
  return whole.all.map((lane): Extent => {
    const own = scene.of[lane.process];
    const index = inBar.indexOf(lane);
    if (own !== undefined) edge = own.y + own.half;
    else if (index < 0) return { top: edge, height: 0, y: edge, half: 0 };
    const top = scene.holderStrip.top + high * index;
    return own ?? { top, height: high, y: top + high / 2, half: high * 0.4 };
  });
}

function foldedInBar(whole: Lanes, scene: Lanes): readonly Lane[] {
  const nodes = whole.all.filter(({ role }) => role !== 'client');
  const first = nodes.findIndex(({ process }) => scene.of[process] !== undefined);
  return first < 0 ? nodes : nodes.slice(0, first);
}

/** The scene's own lanes during the same transition, so that its marks leave where the others arrive. */
export function leavingLanes(scene: Lanes, opening: Lanes): Lanes {
  const all = scene.all.map((lane) => {
    const there = opening.of[lane.process] ?? lane;
    return { ...lane, top: there.top, height: there.height, y: there.y, half: there.half };
  });
  const folded = foldedInBar(opening, scene);
  const [first, last] = [folded[0], folded.at(-1)];
  const edge = opening.all.find(({ role }) => role !== 'client')?.top ?? opening.bottom;
  const holderStrip =
    first === undefined || last === undefined
      ? { top: edge - (scene.holderStrip.bottom - scene.holderStrip.top), bottom: edge }
      : { top: first.y - first.half, bottom: last.y + last.half };
  return { ...scene, all, of: byProcess(all), holderStrip, top: opening.top, bottom: opening.bottom };
}
