/** What is drawn over the picture during a drag: the anchors, and where the run departs from its ghost. */
import { useMemo } from 'react';
import { firstDifference } from '../../core/model/scenario/difference';
import type { Anchor } from '../../core/model/scenario/edit';
import type { Run } from '../../core/model/trace/run';
import { severityOf, type Tone, toneOf, tones } from '../../core/model/trace/severity';
import { boxOf } from '../../picture/layout/labels';
import { type MeasureText, touches } from '../../picture/layout/marks';
import type { Picture } from '../../picture/layout/picture';
import type { TimeAxis } from '../../picture/layout/timeAxis';
import type { TimelineWords } from '../../picture/words/timelineWords';
import { measureWith, useInks } from '../appearance/useInks';
import type { Facts } from '../edit/danger';
import { faultText } from '../edit/faultText';
import { AboveFinger } from '../parts/AboveFinger';
import { mediaHook } from '../parts/mediaHook';
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

/** As in the style sheet. */
const useIsNarrow = mediaHook('(max-width: 760px)');

/** A line where the run first differs from the one before the drag. */
function Parting({ run, ghost, picture, words }: DragMarksProps & { readonly ghost: Run }) {
  const isNarrow = useIsNarrow() && picture.lanes.isFolded;
  const inks = useInks();
  const measure = useMemo(() => measureWith(inks), [inks]);
  const parting = firstDifference(ghost.trace, run.trace);
  if (parting === null) return null;
  const x = picture.axis.x(parting.at);
  if (x < picture.axis.left || x > picture.axis.right) return null;
  const usual = x > (picture.axis.left + picture.axis.right) / 2 ? 'left' : 'right';
  const side = isNarrow ? freeSide({ picture, note: words.before, x, usual, measure }) : usual;
  return (
    <div className={`over through ${styles.parting}`} style={{ left: x, top: 0, height: picture.lanes.bottom }}>
      {side !== null && (
        <span data-side={side}>
          <b>{words.differs}</b>
          <em>{words.before}</em>
        </span>
      )}
    </div>
  );
}

type Side = 'left' | 'right';

interface NoteOptions {
  readonly picture: Picture;
  readonly note: string;
  /** Of the line beside which it stands. */
  readonly x: number;
  readonly usual: Side;
  readonly measure: MeasureText;
}

/** As in the style sheet, where the note is one text on the line of the first labels: its size, top and distance. */
const [noteSize, noteTop, noteGap] = [16, 22, 2];

/** The side on which the note of a scene covers no label; null: it has no room, and is left out. */
function freeSide({ picture: { axis, scale, middle, top }, note, x, usual, measure }: NoteOptions): Side | null {
  const texts = [...middle, ...top].filter((mark) => mark.kind === 'text').map((mark) => boxOf(mark, measure));
  // With the padding at its two ends.
  const width = measure(note, { size: noteSize, weight: 400, font: 'sans' }) + 8;
  const isFree = (side: Side): boolean => {
    const left = side === 'left' ? x - noteGap - width : x + noteGap;
    const box = { x: left, y: noteTop * scale, width, height: noteSize };
    const isInside = left >= 0 && left + width <= axis.right;
    return isInside && !texts.some((other) => touches(box, other));
  };
  return [usual, usual === 'left' ? ('right' as const) : ('left' as const)].find(isFree) ?? null;
}
