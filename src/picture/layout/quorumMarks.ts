/** How many nodes each client holds. */
import { groupedBy } from '../../core/model/values/grouped';
import type { QuorumStep } from '../../core/spans/entrySpans';
import { commonVoters, votersOf } from '../../core/spans/voters';
import { type Drawing, inkOf, type Layers, textInkOf } from './drawing';
import { rightOf } from './labels';
import { linesMark } from './marks';

/** A step line for each client above the node lanes. If all clients have the same quorum, it is a dashed line: 3/5. */
export function quorumMarks(drawing: Drawing, layers: Layers): void {
  const row = drawing.lanes.quorum;
  if (row === null) return;
  const { trace } = drawing;
  const common = commonVoters(trace);
  // A key with an unknown owner belongs to no client.
  const owners = [...groupedBy(drawing.spans.quorum, ({ owner }) => owner)].filter(([owner]) => owner >= 0);
  const total = Math.max(1, common?.of ?? 0, ...owners.map(([owner]) => votersOf(trace, owner).of));
  const y = (count: number): number => row.bottom - ((row.bottom - row.top) * Math.min(count, total)) / total;
  const { left, right } = drawing.axis;
  layers.ground.push(linesMark({ ink: 'line', points: [left, row.bottom, right, row.bottom] }));
  if (common !== null) {
    const points = [left, y(common.need), right, y(common.need)];
    layers.ground.push(linesMark({ ink: 'faint', alpha: 0.9, dash: [2, 3], points }));
  }
  for (const [owner, steps] of owners) stepLine(drawing, layers, steps, { owner, y, of: votersOf(trace, owner).of });
}

interface StepLine {
  readonly owner: number;
  readonly y: (count: number) => number;
  /** The number of nodes that it knows. */
  readonly of: number;
}

/** Steps closer together than this, in pixels, are drawn as one. */
const stepApart = 0.25;

/** One path for each stretch in which any node holds a key of the owner. Stretches out of view are left out. */
function stepLine(drawing: Drawing, layers: Layers, steps: readonly QuorumStep[], { owner, y, of }: StepLine): void {
  const { axis, trace } = drawing;
  const [from, to] = [axis.at(axis.left - 8), axis.at(axis.right + 8)];
  const ink = inkOf(trace, owner);
  let points: number[] = [];
  let count = 0;
  let x = 0;
  for (const [i, step] of steps.entries()) {
    const end = steps[i + 1]?.at ?? trace.header.endedAt;
    if (step.at > to) break;
    if (end >= from) {
      const here = clampX(drawing, axis.x(step.at));
      const next = clampX(drawing, axis.x(end));
      if (points.length === 0 || here - x >= stepApart) {
        x = here;
        points.push(x, y(count));
      }
      points.push(x, y(step.count));
      if (step.count === 0) {
        layers.middle.push({ kind: 'path', of: 'quorum', ink, alpha: 1, width: 1.5, dash: null, points });
        points = [];
      } else if (next - here > 12)
        layers.labels.push(
          countLabel(drawing, owner, {
            text: `${step.count}/${of}`,
            count: step.count,
            x: here,
            y: y(step.count),
            widthMax: next - here,
          }),
        );
    }
    count = step.count;
  }
  if (points.length === 0) return;
  points.push(clampX(drawing, axis.x(Math.min(to, trace.header.endedAt))), y(count));
  layers.middle.push({ kind: 'path', of: 'quorum', ink, alpha: 1, width: 1.5, dash: null, points });
}

function countLabel(
  drawing: Drawing,
  owner: number,
  {
    text,
    count,
    x,
    y,
    widthMax,
  }: {
    readonly text: string;
    readonly count: number;
    readonly x: number;
    readonly y: number;
    readonly widthMax: number;
  },
): Layers['labels'][number] {
  return {
    texts: [text],
    positions: [rightOf(x + 4, y - 8), rightOf(x + 4, y + 8)],
    ink: textInkOf(drawing.trace, owner),
    font: 'mono',
    // Among several steps close together, the highest is named: the lock depended on that one.
    priority: 25 + count / 100,
    apart: { group: `quorum ${owner}`, by: 54 },
    widthMax: Math.max(18, widthMax - 4),
  };
}

const clampX = ({ axis }: Drawing, x: number): number => Math.max(axis.left - 8, Math.min(axis.right + 8, x));
