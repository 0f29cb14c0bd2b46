/** A bar on the lane of the member that leads its service, for as long as it leads. */
import { type Drawing, inView, type Layers, laneOf, spanX } from './drawing';
import { rightOf } from './labels';

export function leaderMarks(drawing: Drawing, layers: Layers): void {
  for (const { process, from, to } of drawing.spans.leaders) {
    const lane = laneOf(drawing, process);
    const end = to ?? drawing.trace.header.endedAt;
    if (lane === undefined || !inView(drawing, from, end)) continue;
    const { x0, x1 } = spanX(drawing, from, end);
    const box = { x: x0, y: lane.y - lane.half, width: Math.max(1, x1 - x0), height: lane.half * 2 };
    layers.middle.push({ kind: 'box', of: 'leader', ...box, radius: 2, style: 'filled', ink: 'ink', alpha: 0.25 });
    const x = Math.max(x0, drawing.axis.left);
    layers.labels.push({
      texts: [drawing.words.leads],
      // The word is below the bar if the band of a cut link is above it.
      positions: [rightOf(x + 4, lane.y - lane.half - 8), rightOf(x + 4, lane.y + lane.half + 9)],
      ink: 'ink',
      priority: 60,
      widthMax: Math.max(0, x1 - x),
    });
  }
}
