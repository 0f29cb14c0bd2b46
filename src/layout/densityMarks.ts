/**
 * Where messages are closer than pixels, the gaps between the lanes show how many of a client's messages pass through them
 * in each column: the darker, the more.
 */
import { inkOfMessage } from './messageMarks';
import { type Layers, laneOf, type Scene } from './scene';

const levels = 5;

/** Width of a column. Two pixels cost half as much to paint as one, and nobody counts them. */
const columnWidth = 2;

interface Column {
  readonly left: number;
  readonly count: number;
}

/** Adds one box for each run of columns of the same shade. Cost: linear in the rows times lanes, plus gaps × columns. */
export function densityMarks(scene: Scene, layers: Layers, rows: readonly number[]): void {
  const left = Math.floor(scene.axis.left);
  const columns = { left, count: Math.max(1, Math.ceil((scene.axis.right - left) / columnWidth)) };
  const order = scene.lanes.all;
  for (const [ink, gaps] of passages(scene, rows, columns)) {
    const byLevel: number[][] = Array.from({ length: levels }, () => []);
    gaps.forEach((counts, gap) => {
      const [above, below] = [order[gap], order[gap + 1]];
      if (above === undefined || below === undefined) return;
      addRuns(byLevel, counts, { left, y: above.y, height: below.y - above.y });
    });
    byLevel.forEach((points, level) => {
      if (points.length > 0) layers.scene.push({ kind: 'boxes', ink, alpha: 0.09 * (level + 1), points });
    });
  }
}

/** For each colour, for each gap between neighbouring lanes: how many messages pass through each column. */
function passages(scene: Scene, rows: readonly number[], columns: Column): Map<string, Uint16Array[]> {
  const { axis, spans, trace, lanes } = scene;
  const { messages } = spans;
  const places = placesOf(scene);
  const found = new Map<string, Uint16Array[]>();
  const known = new Map<number, Uint16Array[]>();
  for (const row of rows) {
    const [from, to] = [messages.from[row] as number, messages.to[row] as number];
    const [a, b] = [places[from] ?? -1, places[to] ?? -1];
    const column = Math.floor((axis.x(messages.sentAt[row] as number) - columns.left) / columnWidth);
    if (a < 0 || b < 0 || column < 0 || column >= columns.count) continue;
    const pair = from * 256 + to;
    let gaps = known.get(pair);
    if (gaps === undefined) {
      const ink = inkOfMessage(trace, messages, row);
      gaps = found.get(ink) ?? Array.from({ length: lanes.all.length - 1 }, () => new Uint16Array(columns.count));
      found.set(ink, gaps);
      known.set(pair, gaps);
    }
    for (let gap = Math.min(a, b); gap < Math.max(a, b); gap++) {
      const counts = gaps[gap] as Uint16Array;
      counts[column] = (counts[column] as number) + 1;
    }
  }
  return found;
}

/** The place of each process from top to bottom. */
function placesOf(scene: Scene): readonly number[] {
  return scene.trace.header.processes.map((_, process) => {
    const lane = laneOf(scene, process);
    return lane === undefined ? -1 : scene.lanes.all.indexOf(lane);
  });
}

function addRuns(
  byLevel: readonly number[][],
  counts: Uint16Array,
  { left, y, height }: { readonly left: number; readonly y: number; readonly height: number },
): void {
  let level = -1;
  let begun = 0;
  for (let column = 0; column <= counts.length; column++) {
    const next = levelOf(counts[column] ?? 0);
    if (next === level) continue;
    if (level >= 0) byLevel[level]?.push(left + begun * columnWidth, y, (column - begun) * columnWidth, height);
    level = next;
    begun = column;
  }
}

function levelOf(count: number): number {
  if (count === 0) return -1;
  return count < 3 ? 0 : count < 7 ? 1 : count < 15 ? 2 : count < 31 ? 3 : levels - 1;
}
