/**
 * The messages of a scene: those between visible lanes, and those that a fault affects. The arrow of an attempt
 * stands for the other messages to the lock.
 */

import { inkOf, type Layers, laneOf } from './drawing';
import { leftOf, rightOf } from './labels';
import { glyphMark } from './marks';
import { type DrawnMessages, inkOfMessage, usualFlight, visibleRows } from './messageMarks';
import type { SceneDrawing } from './sceneDrawing';
import type { FaultLayers } from './sceneFaults';
import { brokenRows } from './storageMarks';

/** Above this number, only messages with a consequence are drawn. */
const drawnMax = 160;
/**
 * Above this number, messages to nodes with a lane are left out; the nodes' keys and the arrows of the attempts show
 * enough.
 */
const toNodesMax = 30;

interface End {
  readonly y: number;
  /** Half the height of what is drawn there, if arrows stop at its edge. */
  readonly edge: number;
}

/** @param ofFaults receives the messages that a fault affects */
export function sceneMessages(scene: SceneDrawing, ofFaults: FaultLayers): DrawnMessages {
  const { drawing, layers, look } = scene;
  const { messages, faults } = drawing.spans;
  const faultOfRow = new Map(faults.filter(({ row }) => row >= 0).map(({ row, name }) => [row, name]));
  const bad = brokenRows(drawing);
  const visible = visibleRows(drawing);
  const all = visible.filter((row) => faultOfRow.has(row) || isNarrated(scene, row));
  const toNodes = all.filter((row) => !faultOfRow.has(row) && !isAtStorage(scene, row));
  const candidates = toNodes.length <= toNodesMax ? all : all.filter((row) => !toNodes.includes(row));
  const rows =
    candidates.length <= drawnMax ? candidates : candidates.filter((row) => faultOfRow.has(row) || bad.has(row));
  const drawn: { rows: number[]; points: number[] } = { rows: [], points: [] };
  const flight = usualFlight(messages);
  for (const row of rows) {
    const points = pointsOf(scene, row, flight);
    if (points === null) continue;
    drawn.rows.push(row);
    drawn.points.push(...points);
    const name = faultOfRow.get(row);
    arrow(scene, name === undefined ? layers : ofFaults[name === look.fault ? 'own' : 'others'], {
      row,
      points,
      isBad: bad.has(row) && isPast(scene, messages.endAt(row)),
    });
  }
  return { ...drawn, pies: [] };
}

/** Whether an instant was already played. What happens to the message later stays hidden. */
const isPast = ({ look }: SceneDrawing, at: number): boolean => look.playedTo === null || at <= look.playedTo;

const isAtStorage = ({ drawing }: SceneDrawing, row: number): boolean =>
  [drawing.spans.messages.from(row), drawing.spans.messages.to(row)].some(
    (process) => laneOf(drawing, process)?.role === 'storage',
  );

/** Whether it is a request to a visible lane. A reply to a client shows in what the client does next. */
function isNarrated({ drawing }: SceneDrawing, row: number): boolean {
  const { messages } = drawing.spans;
  const [from, to] = [laneOf(drawing, messages.from(row)), laneOf(drawing, messages.to(row))];
  if (from === undefined || to === undefined) return false;
  return messages.leg(row) !== 'reply' || (from.role !== 'storage' && from.role !== 'client');
}

/** Where an arrow ends. A server without a lane is in the lane of the lock; a client without a lane has no end. */
function endOf({ drawing }: SceneDrawing, process: number): End | null {
  const lane = laneOf(drawing, process);
  if (lane !== undefined) return { y: lane.y, edge: lane.role === 'client' ? 0 : lane.half };
  if (drawing.trace.header.processes[process]?.role === 'client') return null;
  const { top, bottom } = drawing.lanes.holderStrip;
  return { y: (top + bottom) / 2, edge: (bottom - top) / 2 };
}

type Points = readonly [number, number, number, number];

function pointsOf(scene: SceneDrawing, row: number, flight: number): Points | null {
  const { axis, spans } = scene.drawing;
  const { messages } = spans;
  const [from, to] = [endOf(scene, messages.from(row)), endOf(scene, messages.to(row))];
  if (from === null || to === null || from.y === to.y) return null;
  const down = to.y > from.y ? 1 : -1;
  const sentAt = messages.sentAt(row);
  const fate = messages.fate(row);
  const isShort = fate === 'lost' || fate === 'flying';
  const endAt = messages.endAt(row);
  const whole = endAt > sentAt && fate !== 'flying' ? endAt : sentAt + flight;
  const [x1, y1] = [axis.x(sentAt), from.y + down * from.edge];
  const door = to.y - down * to.edge;
  // A lost message stops before the lane.
  const y2 = isShort ? door - down * Math.min(10, Math.abs(door - y1) / 3) : door;
  const share = (y2 - y1) / (door - y1 || 1);
  // A message may be reported lost long after it was sent.
  const arrives = axis.x(isShort ? Math.min(whole, sentAt + flight) : whole);
  return [x1, y1, x1 + (arrives - x1) * share, y2];
}

interface Arrow {
  readonly row: number;
  readonly points: Points;
  readonly isBad: boolean;
}

function arrow({ drawing }: SceneDrawing, layers: Layers, { row, points, isBad }: Arrow): void {
  const { messages } = drawing.spans;
  const [x1, y1, x2, y2] = points;
  const ink = isBad ? 'broken' : inkOfMessage(drawing.trace, messages, row);
  const leg = messages.leg(row);
  const isReply = leg === 'reply';
  const look = { of: leg, ink, alpha: isReply ? 0.8 : 1 } as const;
  const dash = isReply ? [3.5, 2.5] : null;
  layers.middle.push({ kind: 'lines', ...look, width: isBad ? 1.8 : isReply ? 1 : 1.5, dash, points });
  layers.crossings.push(points);
  const fate = messages.fate(row);
  if (fate === 'flying') return;
  if (fate === 'lost') {
    const from = inkOf(drawing.trace, messages.from(row));
    layers.middle.push(glyphMark({ shape: 'cross', x: x2, y: y2, size: 9, ink: from }));
    layers.occupied.push({ x: x2 - 6, y: y2 - 6, width: 12, height: 12 });
    layers.labels.push({
      texts: [drawing.words.lost(messages.cause(row) ?? 'dropped')],
      at: Math.max(messages.sentAt(row), drawing.axis.at(x2)),
      positions: [rightOf(x2 + 11, y2), leftOf(x2 - 11, y2)],
      ink: 'muted',
      priority: 45,
      apart: { group: `lost ${messages.cause(row)}`, by: 4000 },
    });
    return;
  }
  const length = Math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2) || 1;
  const tip = [x2, y2, (x2 - x1) / length, (y2 - y1) / length];
  layers.middle.push({ kind: 'heads', ...look, filled: !isReply, size: 6, points: tip });
}
