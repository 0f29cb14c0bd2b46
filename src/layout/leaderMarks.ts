/** A bar on the lane of the member that leads its service, for as long as it leads. */
import { inView, type Layers, laneOf, type Scene, spanX } from './scene';

export function leaderMarks(scene: Scene, layers: Layers): void {
  for (const { process, from, to } of scene.spans.leaders) {
    const lane = laneOf(scene, process);
    const end = to ?? scene.trace.header.endedAt;
    if (lane === undefined || !inView(scene, from, end)) continue;
    const { x0, x1 } = spanX(scene, from, end);
    const box = { x: x0, y: lane.y - lane.half, width: Math.max(1, x1 - x0), height: lane.half * 2 };
    layers.scene.push({ kind: 'box', of: 'leader', ...box, radius: 2, style: 'filled', ink: 'ink', alpha: 0.25 });
    const x = Math.max(x0, scene.axis.left);
    layers.labels.push({
      texts: [scene.words.leads],
      // Where the band of a cut link is over the bar, the word is under it.
      places: [
        { x: x + 4, y: lane.y - lane.half - 8, align: 'left' },
        { x: x + 4, y: lane.y + lane.half + 9, align: 'left' },
      ],
      ink: 'ink',
      priority: 60,
      widthMax: Math.max(0, x1 - x),
    });
  }
}
