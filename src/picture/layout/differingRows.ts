/**
 * Which rows of two runs are drawn differently, and from which instant on. It compares what the rows show, not the
 * events. It leaves out the messages between rows, so a lane differs only by what is on it.
 */
import { firstDifference } from '../../core/model/scenario/difference';
import type { Run } from '../../core/model/trace/run';
import { clientMarks, stepMarks } from './clientMarks';
import { clockMarks } from './clockMarks';
import { type Drawing, emptyLayers, type Layers } from './drawing';
import { faultMarks } from './faultMarks';
import { holderStripMarks } from './holderStripMarks';
import { idealHeight, type Lanes, type SomeRows } from './lanes';
import { leaderMarks } from './leaderMarks';
import { foursOf, type Mark, roughMeasure } from './marks';
import { entryMarks } from './nodeMarks';
import { gapMarks, outageMarks } from './outageMarks';
import { drawingOf, type PictureOptions } from './picture';
import { quorumMarks } from './quorumMarks';
import { storageMarks } from './storageMarks';
import { timeAxis } from './timeAxis';

export interface Differing {
  /** The rows of the second run that are drawn differently from the first. */
  readonly rows: SomeRows;
  /** In µs; null: nothing is drawn differently. */
  readonly from: number | null;
  /** Whether every row of the second run differs from the first. */
  readonly isAll: boolean;
}

type Options = Pick<PictureOptions, 'words' | 'faults'>;

const width = 1200;

/** Costs as much as drawing two pictures without their messages. */
export function differingRows(one: Run, other: Run, options: Options): Differing {
  const to = Math.max(10_000, one.trace.header.endedAt, other.trace.header.endedAt);
  const axis = timeAxis({ view: { from: 0, to: to * 1.02 }, left: 0, right: width, warp: null });
  const usual = { ...options, axis, measure: roughMeasure };
  const dotsIn = (run: Run): Dots => dotsOf(drawingOf({ ...usual, run, height: idealHeight(run.trace) }));
  const [before, after] = [dotsIn(one), dotsIn(other)];
  const differing = [...after].filter(([row, dots]) => !sameKeys(dots, before.get(row) ?? new Map()));
  const changed = differing.flatMap(([row, dots]) => [
    ...onlyIn(dots, before.get(row) ?? new Map()),
    ...onlyIn(before.get(row) ?? new Map(), dots),
  ]);
  const names = differing.map(([row]) => row);
  return {
    rows: {
      lanes: other.trace.header.processes.flatMap(({ id }) => (names.includes(id) ? [id] : [])),
      holderStrip: names.includes(holderStripRow),
      quorum: names.includes(quorumRow),
    },
    from: changed.length === 0 ? null : Math.max(axis.at(firstOf(changed)), partingOf(one, other)),
    isAll: names.length > 0 && names.length === after.size,
  };
}

/** A mark may begin before its event, but no difference is older than the first event that differs. */
const partingOf = (one: Run, other: Run): number => firstDifference(one.trace, other.trace, 'every event')?.at ?? 0;

const [holderStripRow, quorumRow] = ['ribbon', 'quorum'];

/** The signs of each row: the kind of each, how often it is drawn, and its positions on the axis. */
type Dots = ReadonlyMap<string, ReadonlyMap<string, Dot>>;

interface Dot {
  readonly x: number;
  /** A word is beside what it describes. */
  readonly isWord: boolean;
  readonly count: number;
}

function dotsOf(drawing: Drawing): Dots {
  const layers = layersOf(drawing);
  const rows = new Map<string, Map<string, Dot>>(rowsOf(drawing.lanes).map(({ name }) => [name, new Map()]));
  const rowAt = rowFinder(drawing.lanes);
  const add = (look: string, x: number, y: number): void => {
    const row = rowAt(y);
    const dots = row && rows.get(row.name);
    if (dots === undefined || row === undefined) return;
    const key = `${look} ${Math.round(x)} ${Math.round(y - row.top)}`;
    dots.set(key, { x, isWord: look.startsWith('“'), count: (dots.get(key)?.count ?? 0) + 1 });
  };
  for (const mark of [...layers.ground, ...layers.middle, ...layers.top]) addMark(mark, add);
  for (const { texts, positions, at } of layers.labels) {
    const [position] = positions;
    if (position !== undefined) add(`“${texts[0]}”`, at === undefined ? position.x : drawing.axis.x(at), position.y);
  }
  return rows;
}

function layersOf(drawing: Drawing): Layers {
  const layers = emptyLayers();
  holderStripMarks(drawing, layers);
  quorumMarks(drawing, layers);
  entryMarks(drawing, layers);
  leaderMarks(drawing, layers);
  clientMarks(drawing, layers);
  stepMarks(drawing, layers);
  gapMarks(drawing, layers);
  storageMarks(drawing, layers);
  outageMarks(drawing, layers);
  clockMarks(drawing, layers);
  faultMarks(drawing, layers, { rows: [], points: [], pies: [] });
  return layers;
}

interface Row {
  readonly name: string;
  readonly top: number;
  readonly bottom: number;
}

const rowsOf = ({ all, quorum, holderStrip }: Lanes): readonly Row[] => [
  { name: holderStripRow, ...holderStrip },
  ...(quorum === null ? [] : [{ name: quorumRow, ...quorum }]),
  ...all.map(({ id, top, height }) => ({ name: id, top, bottom: top + height })),
];

/** Finds the row at a height. The space over a row belongs to that row. */
const rowFinder = (lanes: Lanes): ((y: number) => Row | undefined) => {
  const rows = [...rowsOf(lanes)].sort((a, b) => a.bottom - b.bottom);
  return (y) => rows.find(({ bottom }) => y < bottom);
};

type Add = (look: string, x: number, y: number) => void;

/** Both ends of a long mark are dots, so a bar that ends later differs from there on. */
function addMark(mark: Mark, add: Add): void {
  if (mark.kind === 'shades' || mark.kind === 'heads') return;
  const look = `${mark.kind} ${mark.ink}`;
  switch (mark.kind) {
    case 'lines':
    case 'path':
      for (let i = 0; i + 1 < mark.points.length; i += 2) add(look, mark.points[i] ?? 0, mark.points[i + 1] ?? 0);
      return;
    case 'boxes':
      for (const [x, y, wide] of foursOf(mark.points)) {
        add(look, x, y);
        add(look, x + wide, y);
      }
      return;
    case 'box':
      add(`${look} ${mark.style}`, mark.x, mark.y);
      add(`${look} ${mark.style}`, mark.x + mark.width, mark.y);
      return;
    case 'glyph':
      return add(`${look} ${mark.shape}`, mark.x, mark.y);
    case 'text':
      return add(`“${mark.text}”`, mark.x, mark.y);
  }
  mark satisfies never;
}

const onlyIn = (one: ReadonlyMap<string, Dot>, other: ReadonlyMap<string, Dot>): readonly Dot[] =>
  [...one].flatMap(([key, dot]) => (other.get(key)?.count === dot.count ? [] : [dot]));

function firstOf(dots: readonly Dot[]): number {
  const marks = dots.filter(({ isWord }) => !isWord);
  return Math.min(...(marks.length === 0 ? dots : marks).map(({ x }) => x));
}

const sameKeys = (one: ReadonlyMap<string, Dot>, other: ReadonlyMap<string, Dot>): boolean =>
  onlyIn(one, other).length === 0 && onlyIn(other, one).length === 0;
