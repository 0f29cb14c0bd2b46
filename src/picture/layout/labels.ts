/** Places labels: the important ones first, and no label over another. */
import { addTo, groupedBy } from '../../core/model/values/grouped';
import { nth } from '../../core/model/values/nth';
import { type Box, type Ink, type MeasureText, type TextMark, textMark, touches } from './marks';

export interface Position {
  readonly x: number;
  /** The vertical middle of the line. */
  readonly y: number;
  readonly align: 'left' | 'center' | 'right';
}

export const rightOf = (x: number, y: number): Position => ({ x, y, align: 'left' });
export const leftOf = (x: number, y: number): Position => ({ x, y, align: 'right' });
export const centredAt = (x: number, y: number): Position => ({ x, y, align: 'center' });

export interface Label {
  /** The possible texts, best first. */
  readonly texts: readonly string[];
  /** The possible places, best first. */
  readonly positions: readonly Position[];
  readonly ink: Ink;
  /** Labels with a higher number are placed first. */
  readonly priority: number;
  readonly size?: number;
  readonly weight?: 400 | 600;
  readonly font?: 'sans' | 'mono';
  readonly halo?: Ink | null;
  /** The most width that it may take, in pixels. */
  readonly widthMax?: number;
  /** The end of the text that is struck through. */
  readonly strikethrough?: string;
  /** The band or bar that it names. It may cover this one and no other. */
  readonly on?: Box;
  /** The first text explains the others, so it appears only once in each group. */
  readonly once?: string;
  /** The bar that it names from outside, in a scene: a line leads there. */
  readonly leadsTo?: Box;
  /** It is left out rather than placed on an avoided box or across a line. */
  readonly onlyClear?: boolean;
  /** With `onlyClear`: the text that is placed across a line if no text finds a clear place. */
  readonly otherwise?: string;
  /** No other label of the group stands within this many pixels along the axis. */
  readonly apart?: { readonly group: string; readonly by: number };
  /** A tick at what it names: x1, y1, x2, y2. Without the label the tick means nothing and is left out. */
  readonly tick?: readonly [number, number, number, number];
  /** The instant that it describes. Absent: the instant of its place. */
  readonly at?: number;
}

/** Where a label stood in an earlier picture of a drag. */
export interface EarlierLabel {
  /** The same for all labels of one sort in one row. */
  readonly group: string;
  /** The first of its places. */
  readonly x: number;
  /** Which of its places and which of its texts it had. */
  readonly index: number;
  readonly text: number;
}

interface Options {
  readonly labels: readonly Label[];
  /** Boxes that no label may cover. */
  readonly occupied: readonly Box[];
  /** Boxes that a label covers only if it would otherwise be left out. */
  readonly avoided: readonly Box[];
  /** Lines that a label with `onlyClear` does not cross: x1, y1, x2, y2 for each. */
  readonly crossings?: readonly (readonly number[])[];
  /** A label covers this box last of all, and no label is left out for it. */
  readonly rest?: Box;
  readonly within: Box;
  readonly measure: MeasureText;
  /** While something is dragged: a label of the previous picture keeps its place beside what it names, or has none. */
  readonly previousLabels?: readonly EarlierLabel[] | undefined;
}

/** The most labels that are tried. Of thousands most find no place, so the less important ones are skipped. */
const triedMax = 600;

interface Placed {
  readonly texts: readonly TextMark[];
  /** The label of each text. */
  readonly of: readonly Label[];
  /** The ends of their ticks, in the form of `LinesMark`. */
  readonly ticks: readonly number[];
  /** The places of these labels, and the earlier places of labels that now have no room. */
  readonly placedLabels: readonly EarlierLabel[];
}

/** The labels that found a place. Cost: tried labels × boxes in the worst case. */
export function placeLabels({
  labels,
  occupied,
  avoided,
  crossings = [],
  rest,
  within,
  measure,
  previousLabels = [],
}: Options): Placed {
  const [full, poor] = [new Boxes(occupied), new Boxes(avoided)];
  const placed: TextMark[] = [];
  const of: Label[] = [];
  const ticks: number[] = [];
  const placesByGroup = new Map<string, number[]>();
  const explained = new Set<string>();
  const before = new Before(previousLabels);
  const placedLabels: EarlierLabel[] = [];
  for (const candidate of [...labels].sort((a, b) => b.priority - a.priority).slice(0, triedMax)) {
    const stood = before.take(candidate);
    if (isSaid(placesByGroup, candidate)) continue;
    const label = shortOf(held(stood, candidate), explained);
    const isFree = (box: Box): boolean => !full.meets(box);
    const isClear = (box: Box): boolean => isFree(box) && !poor.meets(box, label.on);
    const isUncrossed = (box: Box): boolean => isClear(box) && !crossings.some((line) => crosses(line, box));
    const isBeside = (box: Box): boolean => rest === undefined || !touches(box, rest);
    const clear =
      firstFit(label, {
        within,
        measure,
        isFree: label.onlyClear ? isUncrossed : (box) => isClear(box) && isBeside(box),
      }) ??
      (label.onlyClear || rest === undefined
        ? null
        : firstFit(label, { within, measure, isFree: (box) => isFree(box) && isBeside(box) }));
    const other = label.onlyClear ? shortened(label) : label;
    const mark = clear ?? (other && firstFit(other, { within, measure, isFree: label.onlyClear ? isClear : isFree }));
    if (mark === null) {
      if (stood !== null) placedLabels.push({ ...stood, x: firstX(candidate) });
      continue;
    }
    full.add(boxOf(mark, measure));
    placed.push(mark);
    of.push(candidate);
    placedLabels.push(stood ? { ...stood, x: firstX(candidate) } : placedLabelOf(candidate, mark));
    ticks.push(...(label.tick ?? []));
    if (candidate.once !== undefined && mark.text === candidate.texts[0]) explained.add(candidate.once);
    if (label.apart) addTo(placesByGroup, label.apart.group, firstX(label));
  }
  return { texts: placed, of, ticks, placedLabels: [...placedLabels, ...before.rest()] };
}

/** A label without its explanation, if an earlier one of its group has it. */
const shortOf = (label: Label, explained: ReadonlySet<string>): Label =>
  label.once !== undefined && explained.has(label.once) && label.texts.length > 1
    ? { ...label, texts: label.texts.slice(1) }
    : label;

const firstX = ({ positions }: Label): number => positions[0]?.x ?? 0;

const placedLabelOf = (label: Label, mark: TextMark): EarlierLabel => ({
  group: groupOf(label),
  x: firstX(label),
  index: positionIndex(label, mark),
  text: label.texts.includes(mark.text) ? label.texts.indexOf(mark.text) : label.texts.length - 1,
});

/** Keeps only the place that it had, and is no longer than it was. */
function held(stood: EarlierLabel | null, label: Label): Label {
  const position = stood === null ? undefined : label.positions[stood.index];
  if (stood === null || position === undefined) return label;
  const texts = label.texts.slice(Math.min(stood.text, label.texts.length - 1));
  return { ...label, positions: [position], texts };
}

/** A centered text may have been drawn in a little. */
function positionIndex({ positions }: Label, { x, y, align }: TextMark): number {
  const exact = positions.findIndex((position) => position.x === x && position.y === y && position.align === align);
  return exact >= 0
    ? exact
    : Math.max(
        0,
        positions.findIndex((position) => position.y === y && position.align === align),
      );
}

/** Sorts of labels differ in priority. */
const groupOf = ({ ink, priority, positions }: Label): string =>
  `${priority} ${ink} ${Math.round(positions[0]?.y ?? 0)}`;

/** The most pixels that a labelled thing moves between two pictures of a drag. */
const stepMax = 80;

/** The labels of an earlier picture. Each is matched once, to the nearest label of its sort in its row. */
class Before {
  private readonly groups: ReadonlyMap<string, EarlierLabel[]>;

  constructor(previousLabels: readonly EarlierLabel[]) {
    this.groups = groupedBy(previousLabels, ({ group }) => group);
  }

  take(label: Label): EarlierLabel | null {
    const x = firstX(label);
    const group = this.groups.get(groupOf(label));
    if (group === undefined || group.length === 0) return null;
    const distances = group.map((one) => Math.abs(one.x - x));
    const nearest = distances.indexOf(Math.min(...distances));
    return (distances[nearest] ?? stepMax) < stepMax ? (group.splice(nearest, 1)[0] ?? null) : null;
  }

  rest(): readonly EarlierLabel[] {
    return [...this.groups.values()].flat();
  }
}

/** null: it is left out if it finds no clear place. */
const shortened = (label: Label): Label | null =>
  label.otherwise === undefined ? null : { ...label, texts: [label.otherwise] };

/** What a label covers at the best of its places. */
export const bestBox = (label: Label, measure: MeasureText): Box =>
  boxOf(markOf(label, nth(label.texts, 0), nth(label.positions, 0), measure), measure);

/** The free space beside a text, in pixels. */
const air = 4;

/** The box that a text covers, with a margin. */
export const boxOf = (mark: TextMark, measure: MeasureText): Box =>
  boxAt(mark, { width: measure(mark.text, mark), size: mark.size });

interface Letters {
  readonly width: number;
  readonly size: number;
}

function boxAt({ x, y, align }: Position, { width, size }: Letters): Box {
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  return { x: left - air, y: y - size * 0.62, width: width + air * 2, height: size * 1.24 };
}

/** What the letters themselves cover. On its own bar a text may stand as near to the signs around the bar as the bar. */
const lettersIn = ({ x, y, width, height }: Box): Box => ({ x, y: y + height / 6, width, height: (height * 2) / 3 });

const rowHeight = 32;
const rowOf = (y: number): number => Math.floor(y / rowHeight);

/** Boxes sorted by the rows that they touch, so that a label is compared only with its neighbours. */
class Boxes {
  private readonly rows = new Map<number, Box[]>();

  constructor(boxes: readonly Box[]) {
    for (const box of boxes) this.add(box);
  }

  add(box: Box): void {
    for (let row = rowOf(box.y); row <= rowOf(box.y + box.height); row++) addTo(this.rows, row, box);
  }

  /** Whether any box except the given one overlaps this one. */
  meets(box: Box, but?: Box): boolean {
    for (let row = rowOf(box.y); row <= rowOf(box.y + box.height); row++)
      if (this.rows.get(row)?.some((other) => other !== but && touches(box, other))) return true;
    return false;
  }
}

/** Whether a line touches a box. The margin beside a text may be touched. */
function crosses(line: readonly number[], { x, y, width, height }: Box): boolean {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = line;
  const [top, bottom] = [Math.max(y, Math.min(y1, y2)), Math.min(y + height, Math.max(y1, y2))];
  if (top > bottom) return false;
  const at = (height: number): number => (y1 === y2 ? x1 : x1 + ((x2 - x1) * (height - y1)) / (y2 - y1));
  const [a, b] = y1 === y2 ? [x1, x2] : [at(top), at(bottom)];
  return Math.min(a, b) < x + width - air && Math.max(a, b) > x + air;
}

function isSaid(placesByGroup: ReadonlyMap<string, readonly number[]>, label: Label): boolean {
  const { apart } = label;
  if (apart === undefined) return false;
  return (placesByGroup.get(apart.group) ?? []).some((other) => Math.abs(other - firstX(label)) < apart.by);
}

interface Fitting {
  readonly within: Box;
  readonly measure: MeasureText;
  readonly isFree: (box: Box) => boolean;
}

/** Each text is measured once, and only the one that fits becomes a mark: most of hundreds of labels fit nowhere. */
function firstFit(label: Label, { within, measure, isFree }: Fitting): TextMark | null {
  const look = lookOf(label);
  for (const text of label.texts) {
    const letters = { width: measure(text, look), size: look.size };
    if (label.widthMax !== undefined && letters.width > label.widthMax) continue;
    for (const candidate of label.positions) {
      const position = drawnIn(candidate, within, letters);
      const box = boxAt(position, letters);
      const inside =
        box.x >= within.x &&
        box.x + box.width <= within.x + within.width &&
        box.y >= within.y &&
        box.y + box.height <= within.y + within.height;
      if (inside && isFree(label.on === undefined ? box : lettersIn(box)))
        return markOf(label, text, position, measure);
    }
  }
  return null;
}

/** The most pixels by which a centred text moves at the edge of the picture. */
const givingMax = 24;

function drawnIn(position: Position, within: Box, letters: Letters): Position {
  if (position.align !== 'center') return position;
  const { x, width } = boxAt(position, letters);
  const by = Math.max(within.x - x, Math.min(0, within.x + within.width - x - width));
  return by === 0 || Math.abs(by) > givingMax ? position : { ...position, x: position.x + by };
}

const lookOf = ({ size = 11, weight = 400, font = 'sans' }: Label): Parameters<MeasureText>[1] => ({
  size,
  weight,
  font,
});

function markOf(label: Label, text: string, position: Position, measure: MeasureText): TextMark {
  const look = lookOf(label);
  const words = label.strikethrough;
  const strikethrough =
    words !== undefined && text.endsWith(words)
      ? { from: measure(text.slice(0, text.length - words.length), look), width: measure(words, look) }
      : null;
  const halo = label.halo === undefined ? 'page' : label.halo;
  return textMark({ text, ...position, ...look, ink: label.ink, halo, strikethrough });
}
