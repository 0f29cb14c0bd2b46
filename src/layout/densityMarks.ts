/** Where messages are closer than pixels, each column of pixels shows how many there are on each link: the darker, the more. */
import { inkOfMessage } from './messageMarks';
import { type Layers, laneOf, type Scene } from './scene';

const levels = 5;

/** Adds one box for each run of columns of the same shade. Cost: linear in the rows, plus links × columns. */
export function densityMarks(scene: Scene, layers: Layers, rows: readonly number[]): void {
  const { axis, spans, trace } = scene;
  const { messages } = spans;
  const left = Math.floor(axis.left);
  const columns = Math.max(1, Math.ceil(axis.right) - left);
  const links = new Map<number, { row: number; counts: Uint16Array }>();
  for (const row of rows) {
    const [from, to] = [messages.from[row] as number, messages.to[row] as number];
    const place = from < to ? from * 256 + to : to * 256 + from;
    let link = links.get(place);
    if (link === undefined) {
      link = { row, counts: new Uint16Array(columns) };
      links.set(place, link);
    }
    const column = Math.floor(axis.x(messages.sentAt[row] as number)) - left;
    if (column >= 0 && column < columns) link.counts[column] = (link.counts[column] as number) + 1;
  }
  const shades = new Map<string, number[][]>();
  for (const { row, counts } of links.values()) {
    const from = laneOf(scene, messages.from[row] as number);
    const to = laneOf(scene, messages.to[row] as number);
    if (from === undefined || to === undefined) continue;
    const ink = inkOfMessage(trace, messages, row);
    let byLevel = shades.get(ink);
    if (byLevel === undefined) {
      byLevel = Array.from({ length: levels }, () => []);
      shades.set(ink, byLevel);
    }
    addRuns(byLevel, counts, { left, y: Math.min(from.y, to.y), height: Math.abs(to.y - from.y) });
  }
  for (const [ink, byLevel] of shades) {
    byLevel.forEach((points, level) => {
      if (points.length > 0) layers.scene.push({ kind: 'boxes', ink, alpha: 0.07 * (level + 1), points });
    });
  }
}

function addRuns(
  byLevel: readonly number[][],
  counts: Uint16Array,
  { left, y, height }: { left: number; y: number; height: number },
): void {
  let level = -1;
  let begun = 0;
  for (let column = 0; column <= counts.length; column++) {
    const count = counts[column] ?? 0;
    const next =
      count === 0 ? -1 : Math.min(levels - 1, count < 3 ? 0 : count < 6 ? 1 : count < 12 ? 2 : count < 24 ? 3 : 4);
    if (next === level) continue;
    if (level >= 0) byLevel[level]?.push(left + begun, y, column - begun, height);
    level = next;
    begun = column;
  }
}
