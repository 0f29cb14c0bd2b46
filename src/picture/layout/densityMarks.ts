/**
 * Shows messages that are closer together than pixels: a gap between lanes is darker, column by column, the more
 * messages of a client pass through it. Dashes cost a canvas several times as much as a solid line, and long slanted
 * lines more than a frame. A message that did damage is never shown only as density.
 */

import { absent } from '../../core/model/values/nth';
import { type Drawing, type Layers, laneOf } from './drawing';
import type { Ink } from './marks';
import { inkOfMessage } from './messageMarks';

/** The opacity of each level; level 0 is nothing. */
const alphas = [0, 0.09, 0.18, 0.27, 0.36, 0.45];

/** The width of a column. Two pixels cost half as much as one, and look the same. */
const columnWidth = 2;

interface Columns {
  readonly left: number;
  readonly count: number;
}

/** Adds one grid of shades. Cost: linear in the rows times lanes, plus gaps × columns. */
export function densityMarks(drawing: Drawing, layers: Layers, rows: readonly number[]): void {
  const left = Math.floor(drawing.axis.left);
  const columns = { left, count: Math.max(1, Math.ceil((drawing.axis.right - left) / columnWidth)) };
  const order = drawing.lanes.all;
  const gaps = order.slice(1).map((below, gap) => {
    const { y } = order[gap] ?? below;
    return { y, height: below.y - y };
  });
  const inks = [...passages(drawing, rows, columns)].map(([ink, counts]) => ({ ink, levels: levelsOf(counts) }));
  if (inks.length === 0) return;
  layers.middle.push({ kind: 'shades', x: left, columnWidth, columnCount: columns.count, rows: gaps, inks, alphas });
}

/**
 * For each colour, the number of messages that pass through each column of each gap between neighbouring lanes, gap
 * by gap.
 */
function passages(drawing: Drawing, rows: readonly number[], { left, count }: Columns): Map<Ink, Uint16Array> {
  const { axis, spans, trace, lanes } = drawing;
  const { messages } = spans;
  const columns = columnsOf(drawing);
  const countsByInk = new Map<Ink, Uint16Array>();
  const countsByPair: (Uint16Array | undefined)[] = [];
  for (const row of rows) {
    const [from, to] = [messages.from(row), messages.to(row)];
    const [a, b] = [columns[from] ?? -1, columns[to] ?? -1];
    const column = Math.floor((axis.x(messages.sentAt(row)) - left) / columnWidth);
    if (a < 0 || b < 0 || column < 0 || column >= count) continue;
    const pair = from * 256 + to;
    let counts = countsByPair[pair];
    if (counts === undefined) {
      const ink = inkOfMessage(trace, messages, row);
      counts = countsByInk.get(ink) ?? new Uint16Array((lanes.all.length - 1) * count);
      countsByInk.set(ink, counts);
      countsByPair[pair] = counts;
    }
    const last = Math.max(a, b) * count + column;
    for (let cell = Math.min(a, b) * count + column; cell < last; cell += count) counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return countsByInk;
}

/** The position of each process from top to bottom. */
function columnsOf(drawing: Drawing): readonly number[] {
  return drawing.trace.header.processes.map((_, process) => {
    const lane = laneOf(drawing, process);
    return lane === undefined ? -1 : drawing.lanes.all.indexOf(lane);
  });
}

function levelsOf(counts: Uint16Array): Uint8Array {
  const levels = new Uint8Array(counts.length);
  for (let cell = 0; cell < counts.length; cell++) levels[cell] = levelOf(counts[cell] ?? absent(cell));
  return levels;
}

function levelOf(count: number): number {
  if (count === 0) return 0;
  return count < 3 ? 1 : count < 7 ? 2 : count < 15 ? 3 : count < 31 ? 4 : 5;
}
