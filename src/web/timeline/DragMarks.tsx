/** What is drawn over the picture during a drag: the anchors, and where the run departs from its ghost. */
import { useMemo } from 'react';
import { firstDifference } from '../../core/model/scenario/difference';
import type { Anchor } from '../../core/model/scenario/edit';
import type { Run } from '../../core/model/trace/run';
import { severityOf, type Tone, toneOf, tones } from '../../core/model/trace/severity';
import type { Picture } from '../../picture/layout/picture';
import type { TimeAxis } from '../../picture/layout/timeAxis';
import type { TimelineWords } from '../../picture/words/timelineWords';
import type { Facts } from '../edit/danger';
import { faultText } from '../edit/faultText';
import { AboveFinger } from '../parts/AboveFinger';
import { type DangerZone, type Drag, useEdition } from '../state/edition';
import { useSharedWords } from '../words/i18n';
import styles from './Overlays.module.css';

export interface DragMarksProps {
  readonly run: Run;
  /** See `useGhost`. */
  readonly ghost: Run | null;
  readonly picture: Picture;
  readonly words: TimelineWords;
}

export function DragMarks({ run, ghost, picture, words }: DragMarksProps) {
  return (
    <>
      {ghost?.trace.header.origin === run.trace.header.origin && (
        <Parting run={run} ghost={ghost} picture={picture} words={words} />
      )}
      <DragHint picture={picture} words={words} />
      <DraggedFault />
    </>
  );
}

/** The time and length of the fault, above the finger. */
function DraggedFault() {
  const words = useSharedWords();
  const fault = useEdition(({ draft, selection }) =>
    draft !== null && selection?.kind === 'fault' ? (draft.faults[selection.name] ?? null) : null,
  );
  return <AboveFinger text={fault === null ? null : faultText(words, fault).detail} />;
}

/** The worse a place, the higher its bar. Colour only repeats this. */
const dangerHeight: Readonly<Record<Tone, number>> = { red: 8, violet: 7, amber: 5, grey: 3, green: 2 };

const noDrag: Drag = { anchor: null, anchors: [], process: -1, dangerZones: [] };

/** During a drag: the anchors that the fault could be tied to, and the one that it is tied to. */
function DragHint({ picture, words }: { readonly picture: Picture; readonly words: TimelineWords }) {
  const { anchor, anchors, process, dangerZones } = useEdition(({ drag }) => drag) ?? noDrag;
  const lane = picture.lanes.of[process];
  const { axis } = picture;
  const y = lane === undefined ? 0 : lane.y + lane.half + 5;
  const ticks = useMemo(() => tickPath(anchors, axis, y), [anchors, axis, y]);
  if (lane === undefined) return null;
  const text =
    anchor === null
      ? null
      : anchor.step !== null
        ? words.step(anchor.step)
        : words.afterRequest(words.process(anchor.to ?? lane.id));
  const x = anchor === null ? 0 : axis.x(anchor.at);
  const worst = worstOf(dangerZones);
  return (
    <>
      <svg className={styles.anchors} aria-hidden>
        {dangerZones.map((stretch) => (
          <rect
            key={stretch.x}
            x={stretch.x}
            y={y + 6}
            width={stretch.width}
            height={dangerHeight[toneOf(stretch)]}
            className={styles.danger}
            data-outcome={severityOf({ lock: stretch.lock, data: stretch.data })}
            data-tone={toneOf(stretch)}
          />
        ))}
        <path d={ticks} />
        {anchor !== null && <path d={`M${x} ${lane.top + 4}V${y + 9}`} className={styles.snapped} />}
      </svg>
      {worst !== null && (
        <span
          className={`on-page normal nowrap over pad-x-1 toned through ${styles.dangerText}`}
          data-tone={toneOf(worst)}
          style={{ left: worst.x, top: y + 15, minWidth: worst.width }}
        >
          {dangerText(worst, words)}
        </span>
      )}
      {text !== null && (
        <span className={`normal nowrap inked over ${styles.anchor}`} style={{ left: x, top: y + 10 }}>
          {text}
        </span>
      )}
    </>
  );
}

/** Two anchors in the same tenth of a pixel are drawn as one. */
function tickPath(anchors: readonly Anchor[], axis: TimeAxis, y: number): string {
  const ticks = new Set<string>();
  for (const { at } of anchors)
    if (at >= axis.view.from && at <= axis.view.to) ticks.add(`M${axis.x(at).toFixed(1)} ${y}v5`);
  return [...ticks].join('');
}

/** The first of the worst stretches, which gets a label; null while no stretch does harm. */
function worstOf(dangerZones: readonly DangerZone[]): DangerZone | null {
  for (const tone of tones) {
    const match = dangerZones.find((stretch) => toneOf(stretch) === tone && dangerWords(stretch).length > 0);
    if (match !== undefined) return match;
  }
  return null;
}

const dangerText = (stretch: DangerZone, { danger }: TimelineWords): string =>
  dangerWords(stretch)
    .map((fact) => danger[fact])
    .join(danger.and);

/** If the data was harmed, that says it all; otherwise the lock, and what saved the data. */
function dangerWords({ lock, data }: Facts): readonly (keyof TimelineWords['danger'])[] {
  if (data === 'torn' || data === 'twice' || data === 'lost') return [data];
  const ofLock = lock === 'held' || lock === 'unknown' ? [] : [lock];
  return data === 'refused' || data === 'lucky' ? [...ofLock, data] : ofLock;
}

/** A line where the run first differs from the one before the drag. */
function Parting({ run, ghost, picture, words }: DragMarksProps & { readonly ghost: Run }) {
  const parting = firstDifference(ghost.trace, run.trace);
  if (parting === null) return null;
  const x = picture.axis.x(parting.at);
  if (x < picture.axis.left || x > picture.axis.right) return null;
  const isRight = x > (picture.axis.left + picture.axis.right) / 2;
  return (
    <div className={`over through ${styles.parting}`} style={{ left: x, top: 0, height: picture.lanes.bottom }}>
      <span data-side={isRight ? 'left' : 'right'}>
        <b>{words.differs}</b>
        <em>{words.before}</em>
      </span>
    </div>
  );
}
