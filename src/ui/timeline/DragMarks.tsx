/** What is drawn over the picture while something is dragged: the anchors, and where the run departs from its ghost. */
import { useMemo } from 'react';
import type { Picture } from '../../layout/picture';
import type { TimeAxis } from '../../layout/timeAxis';
import { firstDifference } from '../../model/difference';
import type { Anchor } from '../../model/edit';
import type { Run } from '../../model/run';
import { type Outcome, outcomes } from '../../model/verdict';
import type { Danger } from '../edit/danger';
import { useDrag } from '../edit/dragState';
import type { TimelineWords } from '../words/timelineWords';
import styles from './Overlays.module.css';

export interface DragMarksProps {
  readonly run: Run;
  /** The run from before the drag; null if nothing has changed yet. */
  readonly ghost: Run | null;
  readonly picture: Picture;
  readonly words: TimelineWords;
}

export function DragMarks({ run, ghost, picture, words }: DragMarksProps) {
  return (
    <>
      {ghost?.trace.header.origin === run.trace.header.origin && (
        <Parting run={run} ghost={ghost} picture={picture} label={words.differs} />
      )}
      <DragHint picture={picture} words={words} />
    </>
  );
}

/** The worse an outcome, the higher its bar. Colour only repeats that. */
const dangerHeight: Readonly<Record<Outcome, number>> = {
  'lost-update': 8,
  overlap: 6,
  stuck: 6,
  unavailable: 4,
  unknown: 2,
  held: 2,
};

/** During a drag: the anchors that the fault could be tied to, and the one that it is tied to. */
function DragHint({ picture, words }: { readonly picture: Picture; readonly words: TimelineWords }) {
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

/** Two in the same tenth of a pixel count as one. */
function tickPath(anchors: readonly Anchor[], axis: TimeAxis, y: number): string {
  const ticks = new Set<string>();
  for (const { at } of anchors)
    if (at >= axis.view.from && at <= axis.view.to) ticks.add(`M${axis.x(at).toFixed(1)} ${y}v5`);
  return [...ticks].join('');
}

/** The first stretch with the worst outcome, which gets a word beside it; null while the lock holds everywhere. */
function worstOf(danger: readonly Danger[]): Danger | null {
  for (const outcome of outcomes) {
    const found = danger.find((stretch) => stretch.outcome === outcome);
    if (found !== undefined) return outcome === 'held' || outcome === 'unknown' ? null : found;
  }
  return null;
}

/** A line where the run first differs from the one before the drag. */
function Parting({
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
