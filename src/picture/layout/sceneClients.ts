/** The lanes of the clients in a scene: what each believes about its lock, and how it asks for it. */
import { keyOf } from '../../core/model/scenario/parts';
import { nth } from '../../core/model/values/nth';
import {
  type AcquiredHold,
  type HoldSpan,
  isAcquired,
  isWithoutLock,
  type OverlapSpan,
} from '../../core/spans/holdSpans';
import { holdBox, refusalTexts } from './clientMarks';
import { inkOf, inView, laneOf, spanX, textInkOf } from './drawing';
import { namesLocked } from './keyLanes';
import { centredAt, type Label, leftOf, type Position, rightOf } from './labels';
import type { Lane } from './lanes';
import { glyphMark, linesMark } from './marks';
import type { SceneDrawing } from './sceneDrawing';

export function validityMarks(scene: SceneDrawing): void {
  const { drawing } = scene;
  for (const hold of drawing.spans.holds) {
    const lane = laneOf(drawing, hold.process);
    if (lane !== undefined && isAcquired(hold)) belief(scene, hold, lane);
  }
}

function belief({ drawing, layers, words }: SceneDrawing, hold: AcquiredHold, lane: Lane): void {
  const { acquiredAt, process } = hold;
  const { axis, trace } = drawing;
  const drawn = holdBox(drawing, layers, hold, { lane, filled: 0.22, hatched: 0.5, outlined: 0.8 });
  if (drawn === null) return;
  const { x0, x1, ended } = drawn;
  layers.avoided.push({ x: x0, y: lane.y - lane.half, width: Math.max(1, x1 - x0), height: lane.half * 2 });
  const mode = (text: string): string => (hold.shared ? drawing.words.shares(text) : text);
  const named =
    namesLocked(drawing.spans.entries).length < 2
      ? words.has
      : `${words.has} · ${keyOf(trace.header.scenario.settings, lane.id)}`;
  const token = hold.token === null ? [] : [`${named} · ${drawing.words.token(hold.token)}`];
  const bare = isWithoutLock(hold) ? drawing.words.withoutLock : mode(words.has);
  const full = isWithoutLock(hold) ? [] : [...token, named].map(mode);
  const held = [...full, bare, ...(hold.token === null ? [] : [drawing.words.token(hold.token)])];
  // Above the bar, and above the pill that may stand on it.
  const y = lane.y - Math.max(lane.half, 9) - 8;
  const left = Math.max(x0, axis.left + 2);
  const ink = textInkOf(trace, process);
  const label = (own: Pick<Label, 'texts' | 'at' | 'positions'>, isEnded: boolean): Label => ({
    ...own,
    ink,
    priority: isEnded ? 88 : 60,
    apart: { group: `holds ${process} ${!isEnded}`, by: 30 },
  });
  const positionsFrom = (from: number): readonly Position[] => [
    ...(x1 - x0 < 60 ? [centredAt((x0 + x1) / 2, y)] : []),
    rightOf(from, y),
    leftOf(x1, y),
    centredAt(from + (x1 - from) / 2, y),
  ];
  const heldLabel = label({ texts: held, at: acquiredAt, positions: positionsFrom(left) }, false);
  if (ended === null) {
    layers.labels.push(heldLabel);
    return;
  }
  // Each text stands where it is true: in a narrow box, the first has no room.
  const xEnded = axis.x(ended);
  if (xEnded - left > drawing.measure(bare, { size: 11, weight: 400, font: 'sans' }) + 12)
    layers.labels.push(heldLabel);
  // Below the lane the words could belong to the next lane, so they stand there only if the row above is full.
  const positions = [...positionsFrom(xEnded), rightOf(xEnded, lane.y + lane.half + 9), rightOf(left, y)];
  layers.labels.push(label({ texts: [words.stillThinks, words.stillThinksShort], at: ended, positions }, true));
}

/** Two arrows of one client closer than this, in pixels, are drawn as one. */
const asksApart = 9;
/** An attempt longer than this waits: its arrow would be flat and would not show when it asked. */
const waitMin = 34;

/** Each attempt to get the lock as one arrow to its lane. A refused one ends in a cross. */
export function askMarks(scene: SceneDrawing): void {
  const { drawing } = scene;
  const last = new Map<number, number>();
  for (const hold of drawing.spans.holds) {
    const lane = laneOf(drawing, hold.process);
    if (isAcquired(hold) && isWithoutLock(hold)) continue;
    const isRefused = hold.end === 'refused' && hold.acquiredAt === null;
    if (lane === undefined || !inView(drawing, hold.acquiringAt, hold.acquiredAt ?? hold.heldUntil)) continue;
    const x = drawing.axis.x(hold.acquiringAt);
    const isClose = x - (last.get(hold.process) ?? Number.NEGATIVE_INFINITY) < asksApart;
    if (isClose && hold.acquiredAt === null) continue;
    last.set(hold.process, x);
    ask(scene, hold, { lane, isRefused });
  }
}

function ask(scene: SceneDrawing, hold: HoldSpan, { lane, isRefused }: { lane: Lane; isRefused: boolean }): void {
  const { drawing, layers } = scene;
  const { axis, trace, lanes } = drawing;
  const ink = inkOf(trace, hold.process);
  const [x1, y1] = [axis.x(hold.acquiringAt), lane.y];
  const requestEnd = firstEnd(scene, hold);
  const arrives = requestEnd ?? hold.acquiredAt ?? hold.heldUntil;
  const gotX = hold.acquiredAt === null ? null : axis.x(hold.acquiredAt);
  const waits = gotX !== null && gotX - axis.x(arrives) > waitMin;
  const x2 = gotX !== null && !waits ? gotX - 2 : axis.x(arrives);
  const y2 = lanes.holderStrip.top - (isRefused ? 6 : 1);
  const length = Math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2) || 1;
  layers.middle.push(linesMark({ of: 'request', ink, width: 1.5, points: [x1, y1, x2, y2] }));
  layers.crossings.push([x1, y1, x2, y2]);
  if (isRefused) {
    layers.middle.push(glyphMark({ shape: 'cross', x: x2, y: y2, size: 9, ink }));
    layers.occupied.push({ x: x2 - 5, y: y2 - 5, width: 10, height: 10 });
    return refusal(scene, hold, { lane, x1, x2, y2, at: arrives });
  }
  const points = [x2, y2, (x2 - x1) / length, (y2 - y1) / length];
  layers.middle.push({ kind: 'heads', of: 'request', ink, alpha: 1, filled: true, size: 6, points });
  const until = gotX ?? (hold.end === 'open' ? axis.x(trace.header.endedAt) : null);
  if (until !== null && until - x2 > waitMin) waiting(scene, hold, { lane, x1, until, at: arrives });
}

/** When its first request arrived; null: no request went to a server of the lock. */
function firstEnd({ drawing }: SceneDrawing, hold: HoldSpan): number | null {
  const { messages } = drawing.spans;
  const end = hold.acquiredAt ?? hold.heldUntil;
  for (let row = messages.sentFrom(hold.acquiringSeq); row < messages.count && messages.sentAt(row) <= end; row++) {
    if (messages.from(row) !== hold.process) continue;
    const at = messages.endAt(row);
    return at < 0 || at > end ? null : at;
  }
  return null;
}

interface Waiting {
  readonly lane: Lane;
  readonly x1: number;
  readonly until: number;
  readonly at: number;
}

function waiting({ drawing, layers, words }: SceneDrawing, hold: HoldSpan, { lane, x1, until, at }: Waiting): void {
  const ink = inkOf(drawing.trace, hold.process);
  layers.middle.push(linesMark({ ink, alpha: 0.9, width: 1.2, dash: [2, 3], points: [x1, lane.y, until, lane.y] }));
  layers.labels.push({
    texts: [words.waits],
    at,
    positions: [centredAt((x1 + until) / 2, lane.y - 9), rightOf(x1 + 14, lane.y - 9)],
    ink: textInkOf(drawing.trace, hold.process),
    priority: 52,
    apart: { group: `waits ${hold.process}`, by: 140 },
  });
}

interface Refused {
  readonly lane: Lane;
  readonly x1: number;
  readonly x2: number;
  readonly y2: number;
  readonly at: number;
}

function refusal({ drawing, layers, words }: SceneDrawing, hold: HoldSpan, { lane, x1, x2, y2, at }: Refused): void {
  const positions: Label['positions'] = [
    leftOf(x1 - 5, lane.y),
    rightOf(x1 + 9, lane.y),
    leftOf(x2 - 9, y2 - 5),
    rightOf(x2 + 9, y2 - 5),
  ];
  const own = refusalTexts(drawing, hold);
  const isPlain = own.length > 1 || own[0] === drawing.words.refusedShort;
  const texts = isPlain ? [words.asks, words.asksShort] : own;
  // If arrows cross every place, the shortest text stands across them, and never on a bar.
  layers.labels.push({
    texts,
    otherwise: nth(texts, texts.length - 1),
    onlyClear: true,
    at,
    positions,
    ink: textInkOf(drawing.trace, hold.process),
    priority: 50,
    apart: { group: `refused ${hold.process}`, by: 150 },
  });
}

/** The stretches with more than one holder, across all lanes. */
export function overlapMarks(scene: SceneDrawing): void {
  const overlaps = [...scene.drawing.spans.overlaps].sort((a, b) => b.to - b.from - (a.to - a.from));
  for (const overlap of overlaps) overlapMark(scene, overlap);
}

function overlapMark({ drawing, layers, words }: SceneDrawing, { from, to, processes }: OverlapSpan): void {
  if (!inView(drawing, from, to)) return;
  const { x0, x1 } = spanX(drawing, from, to);
  const { top, bottom } = drawing.lanes;
  const box = { x: x0, y: top - 1, width: Math.max(2, x1 - x0), height: bottom - top, radius: 2 };
  layers.ground.push({ kind: 'box', ...box, style: 'filled', ink: 'broken', alpha: 0.06 });
  layers.ground.push({ kind: 'box', of: 'two', ...box, style: 'hatched', ink: 'broken', alpha: 0.16 });
  layers.ground.push({ kind: 'box', of: 'two', ...box, style: 'outlined', ink: 'broken', alpha: 0.6 });
  const y = top - 9;
  const isUnlocked = drawing.spans.holds.some(
    (hold) =>
      processes.includes(hold.process) && isWithoutLock(hold) && hold.acquiringAt <= from && hold.heldUntil >= to,
  );
  layers.labels.push({
    texts: [(isUnlocked ? words.workersAtOnce : words.holdersAtOnce)(processes.length)],
    at: from,
    // The playhead often rests just behind the band, or where it begins.
    positions: [centredAt((x0 + x1) / 2, y), leftOf(x1 - 5, y), rightOf(x0 + 8, y)],
    ink: 'broken',
    weight: 600,
    priority: 99,
    apart: { group: 'inside', by: 60 },
  });
}
