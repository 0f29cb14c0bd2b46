/** What comes and goes over the picture: the tooltip, the anchors of a drag, where the run parts from its ghost, what is selected. */
import { useMemo } from 'react';
import type { Picture } from '../../layout/picture';
import type { TimeAxis } from '../../layout/timeAxis';
import { firstDifference } from '../../model/difference';
import type { Anchor } from '../../model/edit';
import type { Run } from '../../model/run';
import { spansOf } from '../../model/spans';
import type { Trace } from '../../model/trace';
import { type Outcome, outcomes } from '../../model/verdict';
import { useCursor } from '../state/cursor';
import type { Danger } from './danger';
import { useDrag } from './dragState';
import styles from './Overlays.module.css';
import { tell } from './tooltip';
import type { Hover } from './usePlotPointer';
import type { TimelineWords } from './words';

interface TooltipProps {
  readonly hover: Hover;
  readonly trace: Trace;
  readonly words: TimelineWords;
  readonly width: number;
  readonly height: number;
  readonly canGrab: boolean;
}

const tooltipWidth = 250;

/** The most that one needs; lower down it stands above the pointer. */
const tooltipHeight = 150;

export function Tooltip({ hover, trace, words, width, height, canGrab }: TooltipProps) {
  const { title, lines } = tell(hover.hit, { trace, words });
  const left = Math.max(6, Math.min(width - tooltipWidth - 6, hover.x + 14));
  const isHead = hover.hit.kind === 'message' && hover.hit.isHead;
  const isLow = hover.y > height - tooltipHeight;
  const place = {
    left,
    top: hover.y + (isLow ? -12 : 16),
    maxWidth: tooltipWidth,
    transform: isLow ? 'translateY(-100%)' : 'none',
  };
  return (
    <div className={styles.tooltip} style={place} role="tooltip">
      <strong>{title}</strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {canGrab && isHead && <em>{words.grabHint}</em>}
    </div>
  );
}

/** The worse, the higher: colour only repeats it. */
const dangerHeight: Readonly<Record<Outcome, number>> = {
  'lost-update': 8,
  overlap: 6,
  stuck: 6,
  unavailable: 4,
  unknown: 2,
  held: 2,
};

/** While something is dragged: what it could be tied to, and what it is tied to. */
export function DragHint({ picture, words }: { readonly picture: Picture; readonly words: TimelineWords }) {
  const { active, anchor, anchors, process, danger } = useDrag();
  const lane = picture.lanes.of[process];
  const { axis } = picture;
  const y = lane === undefined ? 0 : lane.y + lane.half + 5;
  const ticks = useMemo(() => tickPath(anchors, axis, y), [anchors, axis, y]);
  if (!active || lane === undefined) return null;
  const text =
    anchor === null
      ? null
      : anchor.step !== null
        ? words.step(anchor.step)
        : words.afterRequest(words.process(anchor.to ?? lane.id));
  const x = anchor === null ? 0 : axis.x(anchor.at);
  const worst = worstOf(danger);
  return (
    <>
      <svg className={styles.anchors} aria-hidden>
        {danger.map(({ x: left, width, outcome }) => (
          <rect
            key={left}
            x={left}
            y={y + 6}
            width={width}
            height={dangerHeight[outcome]}
            className={styles.danger}
            data-outcome={outcome}
          />
        ))}
        <path d={ticks} />
        {anchor !== null && <path d={`M${x} ${lane.top + 4}V${y + 9}`} className={styles.snapped} />}
      </svg>
      {worst !== null && (
        <span className={styles.dangerText} data-outcome={worst.outcome} style={{ left: worst.x, top: y + 15 }}>
          {words.outcome[worst.outcome]}
        </span>
      )}
      {text !== null && (
        <span className={styles.anchor} style={{ left: x, top: y + 10 }}>
          {text}
        </span>
      )}
    </>
  );
}

/** Two in the same tenth of a pixel are one. */
function tickPath(anchors: readonly Anchor[], axis: TimeAxis, y: number): string {
  const ticks = new Set<string>();
  for (const { at } of anchors)
    if (at >= axis.view.from && at <= axis.view.to) ticks.add(`M${axis.x(at).toFixed(1)} ${y}v5`);
  return [...ticks].join('');
}

/** The first stretch of the worst that can come of it, for a word beside it; null while all is well. */
function worstOf(danger: readonly Danger[]): Danger | null {
  for (const outcome of outcomes) {
    const found = danger.find((stretch) => stretch.outcome === outcome);
    if (found !== undefined) return outcome === 'held' || outcome === 'unknown' ? null : found;
  }
  return null;
}

/** A line where the run first differs from the one before the drag. */
export function Parting({
  run,
  ghost,
  picture,
  label,
}: {
  readonly run: Run;
  readonly ghost: Run;
  readonly picture: Picture;
  readonly label: string;
}) {
  const parting = firstDifference(ghost.trace, run.trace);
  if (parting === null) return null;
  const x = picture.axis.x(parting.at);
  if (x < picture.axis.left || x > picture.axis.right) return null;
  const isRight = x > (picture.axis.left + picture.axis.right) / 2;
  return (
    <div
      className={styles.parting}
      style={{ left: x, top: picture.lanes.top, height: picture.lanes.bottom - picture.lanes.top }}
    >
      <span data-side={isRight ? 'left' : 'right'}>{label}</span>
    </div>
  );
}

/** A ring around the selected event, and its message drawn once more. */
export function SelectedEvent({ picture, trace }: { readonly picture: Picture; readonly trace: Trace }) {
  const seq = useCursor(({ selection }) => (selection?.kind === 'event' ? selection.seq : -1));
  if (seq < 0 || seq >= trace.count) return null;
  const lane = picture.lanes.of[trace.process[seq] as number];
  const x = picture.axis.x(trace.at[seq] as number);
  if (lane === undefined || x < picture.axis.left - 6 || x > picture.axis.right + 6) return null;
  const line = selectedLine(picture, trace, seq);
  return (
    <svg className={styles.anchors} aria-hidden>
      {line !== null && <path d={line} className={styles.selectedLine} />}
      <circle cx={x} cy={lane.y} r={8} className={styles.selectedRing} />
    </svg>
  );
}

function selectedLine({ messages }: Picture, trace: Trace, seq: number): string | null {
  const spans = spansOf(trace).messages;
  const i = messages.rows.findIndex(
    (row) => spans.sentSeq[row] === seq || spans.endSeq[row] === seq || spans.receivedSeq[row] === seq,
  );
  if (i < 0) return null;
  const [x1, y1, x2, y2] = messages.points.slice(i * 4, i * 4 + 4);
  return `M${x1} ${y1}L${x2} ${y2}`;
}
