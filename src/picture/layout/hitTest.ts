/** Finds what is under a point of the picture: a message by its line, a key, a belief, an event at the storage. */

import type { Run } from '../../core/model/trace/run';
import { nth } from '../../core/model/values/nth';
import type { EntrySpan } from '../../core/spans/entrySpans';
import { type HolderSpan, holdersOf } from '../../core/spans/holderSpans';
import type { HoldSpan } from '../../core/spans/holdSpans';
import type { ResourceEvent } from '../../core/spans/resourceEvents';
import { type Spans, spansOf } from '../../core/spans/spans';
import type { Bundle } from './bundleMarks';
import { laneOfKey, namesLocked } from './keyLanes';
import type { Lane } from './lanes';
import type { Four } from './marks';
import type { Picture } from './picture';

export type Hit =
  /** `isHead`: the point is close enough to the message's end to grab it there. */
  | { readonly kind: 'message'; readonly row: number; readonly isHead: boolean }
  /** A round that is drawn as one, found by its pie. */
  | { readonly kind: 'bundle'; readonly bundle: Bundle }
  | { readonly kind: 'entry'; readonly entry: EntrySpan }
  | { readonly kind: 'hold'; readonly hold: HoldSpan }
  | { readonly kind: 'resource'; readonly event: ResourceEvent }
  /** The strip of the lock's true holders. */
  | { readonly kind: 'holder'; readonly span: HolderSpan }
  /** An empty spot in a lane whose clock is off. */
  | { readonly kind: 'clock'; readonly process: number; readonly at: number };

export interface Point {
  readonly x: number;
  readonly y: number;
}

const headReach = 9;
const lineReach = 4;
const resourceEventReach = 10;

/** The reach of a fingertip to each side, in pixels. */
const fingerReach = 22;

/**
 * The topmost thing under the point: heads before signs, then lines, then bars; null: nothing. Cost: linear in the
 * marks.
 */
export function hitTest(run: Run, picture: Picture, point: Point): Hit | null {
  const { holderStrip, top } = picture.lanes;
  if (point.y >= holderStrip.top - 2 && point.y < top) return holderUnder(run, picture, point);
  const pie = picture.messages.pies.find(
    ({ x, y }) => Math.abs(x - point.x) <= headReach && Math.abs(y - point.y) <= headReach,
  );
  if (pie !== undefined) return { kind: 'bundle', bundle: pie.bundle };
  const spans = spansOf(run.trace);
  const message = nearestMessage(picture, point, headReach);
  const event = nearestResourceEvent(spans, picture, point, resourceEventReach)?.event ?? null;
  // The sign of a storage event covers the head of its request. The upper half counts as the head, the lower half as
  // the event.
  const isBelow = event !== null && point.y > (picture.lanes.of[event.process]?.y ?? 0) + 2;
  if (!isBelow && message !== null && message.head <= headReach)
    return { kind: 'message', row: message.row, isHead: true };
  if (event !== null) return { kind: 'resource', event };
  if (message !== null && message.distance <= lineReach) return { kind: 'message', row: message.row, isHead: false };
  return barUnder(spans, picture, point) ?? clockUnder(spans, picture, point);
}

function holderUnder({ trace }: Run, { axis }: Picture, { x }: Point): Hit | null {
  const at = axis.at(x);
  const span = holdersOf(trace).find(({ from, to }) => from <= at && at <= to);
  return span === undefined ? null : { kind: 'holder', span };
}

/** What a finger points at: the thing under its centre, else the nearest head, sign or line within its reach. */
export function hitTestByFinger(run: Run, picture: Picture, point: Point): Hit | null {
  const exact = hitTest(run, picture, point);
  if (exact !== null && exact.kind !== 'entry' && exact.kind !== 'hold' && exact.kind !== 'clock') return exact;
  const message = nearestMessage(picture, point, fingerReach);
  const resourceEvent = nearestResourceEvent(spansOf(run.trace), picture, point, fingerReach);
  if (resourceEvent !== null && (message === null || resourceEvent.distance <= message.distance))
    return { kind: 'resource', event: resourceEvent.event };
  // A bar is large enough to be meant if the finger is inside it and no end of a message is near.
  if (message !== null && (message.head <= fingerReach || (exact === null && message.distance <= fingerReach)))
    return { kind: 'message', row: message.row, isHead: message.head <= fingerReach };
  return exact;
}

/** The lane whose height contains the point. */
const laneAt = ({ lanes }: Picture, y: number): Lane | null =>
  lanes.all.find((lane) => y >= lane.top && y < lane.top + lane.height) ?? null;

interface Nearest {
  readonly row: number;
  /** The distances to its line and to its head, in pixels. */
  readonly distance: number;
  readonly head: number;
}

/** Among the messages within reach, the one with the nearest head, else the one with the nearest line. */
function nearestMessage({ messages }: Picture, { x, y }: Point, reach: number): Nearest | null {
  const { rows, points } = messages;
  let best: Nearest | null = null;
  for (let i = 0; i < rows.length; i++) {
    const [x1, y1] = [nth(points, i * 4), nth(points, i * 4 + 1)];
    const [x2, y2] = [nth(points, i * 4 + 2), nth(points, i * 4 + 3)];
    if (y < Math.min(y1, y2) - reach || y > Math.max(y1, y2) + reach) continue;
    if (x < Math.min(x1, x2) - reach || x > Math.max(x1, x2) + reach) continue;
    const head = Math.sqrt((x - x2) ** 2 + (y - y2) ** 2);
    const distance = distanceToLine({ x, y }, [x1, y1, x2, y2]);
    const isBetter =
      best === null || Math.min(head, reach + 1) + distance < Math.min(best.head, reach + 1) + best.distance;
    if (isBetter) best = { row: nth(rows, i), distance, head };
  }
  return best;
}

export function distanceToLine({ x, y }: Point, [x1, y1, x2, y2]: Four): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / square));
  return Math.sqrt((x - x1 - share * dx) ** 2 + (y - y1 - share * dy) ** 2);
}

function nearestResourceEvent(
  { resource }: Spans,
  { lanes, axis }: Picture,
  { x, y }: Point,
  reach: number,
): { readonly event: ResourceEvent; readonly distance: number } | null {
  let best: ResourceEvent | null = null;
  let least = reach;
  for (const event of resource) {
    const lane = lanes.of[event.process];
    const distance = lane === undefined ? least : Math.max(Math.abs(axis.x(event.at) - x), Math.abs(lane.y - y));
    if (distance >= least) continue;
    best = event;
    least = distance;
  }
  return best === null ? null : { event: best, distance: least };
}

function clockUnder({ clocks }: Spans, picture: Picture, { x, y }: Point): Hit | null {
  const lane = laneAt(picture, y);
  const isOff = lane !== null && clocks.some(({ process }) => process === lane.process);
  if (!isOff || Math.abs(y - lane.y) > lane.half + 16 || x < picture.axis.left) return null;
  return { kind: 'clock', process: lane.process, at: picture.axis.at(x) };
}

function barUnder({ entries, holds }: Spans, { lanes, axis }: Picture, { x, y }: Point): Hit | null {
  const at = axis.at(x);
  const isOn = (lane: Lane | undefined): boolean => lane !== undefined && Math.abs(y - lane.y) <= lane.half + 2;
  const names = namesLocked(entries);
  for (const hold of holds)
    if (hold.acquiringAt <= at && at <= hold.heldUntil && isOn(lanes.of[hold.process])) return { kind: 'hold', hold };
  for (const entry of entries) {
    const isThen = entry.from <= at && (entry.to === null || at <= entry.to);
    const lane = lanes.of[entry.process];
    const row = lane === undefined ? lane : laneOfKey(lane, names, entry);
    if (isThen && entry.isLock && !entry.isSharedMode && isOn(row)) return { kind: 'entry', entry };
  }
  return null;
}
