/**
 * The map of places: a strip for each process and kind of fault, with a box wherever a fault was tried. Places that
 * share a box show the worst of them, so thousands of places become a few shapes: one path per strip and sign.
 */

import { isWorse, type Severity, type Sign, signOf, signs } from '../../core/model/trace/severity';
import { addTo } from '../../core/model/values/grouped';
import type { TimeAxis } from './timeAxis';

/** What the map needs to know about a place. */
export interface MapPoint {
  readonly strip: number;
  readonly at: number;
  readonly severity: Severity;
}

/** One or more places whose marks would overlap. */
export interface MapBox<P> {
  readonly x: number;
  readonly width: number;
  readonly severity: Severity;
  /** In time order. */
  readonly points: readonly P[];
  /** The first among the worst of them. */
  readonly worst: P;
}

export interface MapStrip<P> {
  readonly boxes: readonly MapBox<P>[];
  /** From worst to best; only signs that occur. */
  readonly shapes: readonly { readonly sign: Sign; readonly boxes: string; readonly signs: string }[];
}

/** The width of a box; a sign fits into it. */
export const boxWidth = 10;
/** The height of a strip's boxes. */
export const boxHeight = 10;
const gap = 1;

/** @param points in any order. Those outside the axis are left out */
export function injectionMap<P extends MapPoint>(
  strips: number,
  points: readonly P[],
  axis: Pick<TimeAxis, 'x' | 'left' | 'right' | 'view'>,
): readonly MapStrip<P>[] {
  const columns = Math.max(1, Math.floor((axis.right - axis.left) / boxWidth));
  const pointsByStrip = Array.from({ length: strips }, () => new Map<number, P[]>());
  for (const point of points) {
    if (point.at < axis.view.from || point.at > axis.view.to) continue;
    const column = Math.min(columns - 1, Math.max(0, Math.floor((axis.x(point.at) - axis.left) / boxWidth)));
    const strip = pointsByStrip[point.strip];
    if (strip !== undefined) addTo(strip, column, point);
  }
  return pointsByStrip.map((ofColumn) => {
    const boxes = [...ofColumn]
      .sort(([a], [b]) => a - b)
      .map(([column, same]) => boxOf(axis.left + column * boxWidth, same));
    return { boxes, shapes: shapesOf(boxes) };
  });
}

function boxOf<P extends MapPoint>(x: number, unsorted: readonly P[]): MapBox<P> {
  const points = [...unsorted].sort((a, b) => a.at - b.at);
  const worst = points.reduce((one, other) => (isWorse(other.severity, one.severity) ? other : one));
  return { x, width: boxWidth - gap, severity: worst.severity, points, worst };
}

const shapesOf = <P>(boxes: readonly MapBox<P>[]): MapStrip<P>['shapes'] =>
  signs.flatMap((sign) => {
    const same = boxes.filter(({ severity }) => signOf[severity] === sign);
    if (same.length === 0) return [];
    return [
      {
        sign,
        boxes: same.map(({ x, width }) => `M${tenths(x)} 0h${width}v${boxHeight}h${-width}z`).join(''),
        signs: same.map(({ x }) => `M${tenths(x)} 0${signPaths[sign]}`).join(''),
      },
    ];
  });

/** Lines in a box of 9 × 10, from its corner. */
export const signPaths: Readonly<Record<Sign, string>> = {
  lost: 'm2.2 2.7l4.6 4.6m0-4.6l-4.6 4.6',
  stuck: 'm4.5 5c-1-1.5-3.4-1.5-3.4 0s2.4 1.5 3.4 0 3.4-1.5 3.4 0-2.4 1.5-3.4 0',
  overlap: 'm1.8 4.1q1.35-1.5 2.7 0t2.7 0m-5.4 2.6q1.35-1.5 2.7 0t2.7 0',
  unavailable: 'm2.2 5h4.6',
  unknown: 'm3.1 3.6q0-1.4 1.4-1.4t1.4 1.3-1.4 2v.6m0 1.1v.5',
  held: 'm2.6 5.2l1.4 1.4 2.6-3',
};

const tenths = (x: number): number => Math.round(x * 10) / 10;

/** The box nearest to an x, or null in an empty strip. */
export function nearestBox<P>({ boxes }: MapStrip<P>, x: number): MapBox<P> | null {
  let nearest: MapBox<P> | null = null;
  for (const box of boxes) if (nearest === null || distance(box, x) < distance(nearest, x)) nearest = box;
  return nearest;
}

const distance = ({ x, width }: MapBox<unknown>, to: number): number => Math.abs(x + width / 2 - to);
