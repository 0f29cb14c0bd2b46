/**
 * Numbers on marks of a picture: which mark is meant, and where its number stands. Loaded with the exercise in which
 * people name marks. The marks are those of the legend, and no position is written by hand.
 */
import { distanceToLine } from './hitTest';
import { type LegendSort, sortOf } from './legend';
import { type Box, type Four, foursOf, type Mark, touches } from './marks';
import type { Picture } from './picture';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A mark to be numbered: the nth of its sort, in time order. */
export interface NumberedMark {
  readonly sort: LegendSort;
  readonly nth: number;
}

export interface PlacedNumber {
  /** Counted from 1. */
  readonly number: number;
  /** A point of the mark with nothing above it. */
  readonly mark: Spot;
  /** The middle of its number, beside the mark. */
  readonly badge: Spot;
}

/** Half the width of a number's disc, in pixels. */
export const badgeHalf = 12;

/**
 * For each mark of one sort, by their start, the middle of its longest part that can be seen. A thing drawn in several
 * layers counts once, and one that is covered entirely not at all.
 */
export function spotsOf(picture: Picture, sort: LegendSort): readonly Spot[] {
  const drawn = [...picture.ground, ...picture.middle, ...picture.top];
  const boxes = drawn.flatMap((mark, index) =>
    sortOf(mark) === sort
      ? boxesOf(mark).map((box) => ({ ...box, above: mark.kind === 'lines' ? [] : drawn.slice(index + 1) }))
      : [],
  );
  const apart = boxes.filter(
    (box, index) => !boxes.some((other, i) => i !== index && covers(other, box) && (!covers(box, other) || i < index)),
  );
  return [...apart]
    .sort((one, other) => one.x - other.x || one.y - other.y)
    .flatMap((box) => {
      const y = box.y + box.height / 2;
      const x = middleSeen(
        box,
        box.above.flatMap((mark) => (sortOf(mark) === sort ? [] : coveredBy(mark, y))),
      );
      return x === null ? [] : [{ x, y }];
    });
}

type Stretch = readonly [from: number, to: number];

/** What a mark covers at one height. A line is a little wider than it is drawn. */
function coveredBy(mark: Mark, y: number): readonly Stretch[] {
  if (mark.kind === 'box' && mark.style === 'outlined') return [];
  if (mark.kind !== 'lines')
    return boxesOf(mark).flatMap((box): readonly Stretch[] =>
      box.y <= y && y <= box.y + box.height ? [[box.x, box.x + box.width]] : [],
    );
  return foursOf(mark.points).flatMap(([x1, y1, x2, y2]): readonly Stretch[] => {
    if (y < Math.min(y1, y2) || y > Math.max(y1, y2)) return [];
    const x = x1 + ((x2 - x1) * (y - y1)) / (y2 - y1 || 1);
    return [[x - 2, (y1 === y2 ? x2 : x) + 2]];
  });
}

/** The middle of the longest stretch of a box that none of these covers; null if they cover all of it. */
function middleSeen({ x, width }: Box, covered: readonly Stretch[]): number | null {
  let from = x;
  let best: Stretch = [x, x];
  for (const [start, end] of [...covered, [x + width, x + width] as const].sort(([one], [other]) => one - other)) {
    const to = Math.min(start, x + width);
    if (to - from > best[1] - best[0]) best = [from, to];
    from = Math.max(from, end);
  }
  return best[0] === best[1] && width > 0 ? null : (best[0] + best[1]) / 2;
}

const covers = (outer: Box, inner: Box): boolean =>
  outer.x <= inner.x + 1 &&
  outer.y <= inner.y + 1 &&
  outer.x + outer.width >= inner.x + inner.width - 1 &&
  outer.y + outer.height >= inner.y + inner.height - 1;

/** The boxes of a mark, one for each thing that it shows. The heads of arrows belong to their lines. */
function boxesOf(mark: Mark): readonly Box[] {
  switch (mark.kind) {
    case 'box':
      return [mark];
    case 'boxes':
      return foursOf(mark.points).map(([x, y, width, height]) => ({ x, y, width, height }));
    case 'lines':
      return foursOf(mark.points).map(([x1, y1, x2, y2]) => ({
        x: Math.min(x1, x2),
        y: Math.min(y1, y2),
        width: Math.abs(x2 - x1),
        height: Math.abs(y2 - y1),
      }));
    case 'glyph':
      return [{ x: mark.x - mark.size / 2, y: mark.y - mark.size / 2, width: mark.size, height: mark.size }];
    default:
      return [];
  }
}

/** The share of a distance in each direction on a diagonal. */
const slant = Math.sqrt(0.5);

/** The eight directions, up first. */
const directions: readonly Spot[] = [
  { x: 0, y: -1 },
  { x: slant, y: -slant },
  { x: -slant, y: -slant },
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: slant, y: slant },
  { x: -slant, y: slant },
  { x: 0, y: 1 },
];

/** The places around a mark: the nearer first, and among those the upper ones first. */
const around: readonly Spot[] = [22, 32, 44].flatMap((far) =>
  directions.map(({ x, y }) => ({ x: far * x, y: far * y })),
);

/**
 * A number for each wanted mark, in their order. A number covers no other number and no numbered mark, and as little
 * as possible of signs and messages; the line to its mark crosses as few messages as possible. A mark that the
 * picture does not have gets no number.
 */
export function numbersOn(picture: Picture, wanted: readonly NumberedMark[], width: number): readonly PlacedNumber[] {
  const numberedSpots = wanted.flatMap(({ sort, nth }, index) => {
    const mark = spotsOf(picture, sort)[nth - 1];
    return mark === undefined ? [] : [{ number: index + 1, mark }];
  });
  const within: Box = {
    x: picture.axis.left - 4,
    y: 0,
    width: width - picture.axis.left + 2,
    height: picture.lanes.bottom + 6,
  };
  const drawn = [...picture.middle, ...picture.top];
  const signs = drawn.flatMap((mark) => (mark.kind === 'glyph' ? boxesOf(mark) : []));
  const lines = drawn.flatMap((mark) => (mark.kind === 'lines' ? foursOf(mark.points) : []));
  const occupied: Box[] = numberedSpots.map(({ mark }) => discAt(mark, 9));
  return numberedSpots.map(({ number, mark }) => {
    const badge = bestBeside(mark, { within, occupied, signs, lines });
    occupied.push(discAt(badge, badgeHalf));
    return { number, mark, badge };
  });
}

const discAt = ({ x, y }: Spot, half: number): Box => ({ x: x - half, y: y - half, width: half * 2, height: half * 2 });

interface PlacementArea {
  readonly within: Box;
  readonly occupied: readonly Box[];
  readonly signs: readonly Box[];
  readonly lines: readonly Four[];
}

function bestBeside(mark: Spot, { within, occupied, signs, lines }: PlacementArea): Spot {
  let best: { readonly spot: Spot; readonly cost: number } | null = null;
  for (const [index, { x, y }] of around.entries()) {
    const spot = { x: mark.x + x, y: mark.y + y };
    const disc = discAt(spot, badgeHalf);
    const count = (boxes: readonly Box[]): number => boxes.filter((box) => touches(box, disc)).length;
    const covered = lines.filter((line) => distanceToLine(spot, line) < badgeHalf + 1).length;
    const crossings = lines.filter((line) => crosses(line, [spot.x, spot.y, mark.x, mark.y])).length;
    const cost =
      (covers(within, disc) ? 0 : 1000) +
      count(occupied) * 100 +
      count(signs) * 10 +
      covered * 4 +
      crossings * 5 +
      index / 100;
    if (best === null || cost < best.cost) best = { spot, cost };
  }
  return best?.spot ?? mark;
}

/** Whether two lines cross. Touching does not count. */
function crosses([ax, ay, bx, by]: Four, [cx, cy, dx, dy]: Four): boolean {
  const side = (px: number, py: number, qx: number, qy: number, x: number, y: number): number =>
    (qx - px) * (y - py) - (qy - py) * (x - px);
  return (
    side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) < 0 &&
    side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0
  );
}
