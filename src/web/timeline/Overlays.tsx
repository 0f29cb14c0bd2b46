/** The selection, drawn over the picture. */

import type { Trace } from '../../core/model/trace/trace';
import { instantAt, processAt } from '../../core/model/trace/traceReader';
import { spansOf } from '../../core/spans/spans';
import type { Picture } from '../../picture/layout/picture';
import { useEdition } from '../state/edition';
import styles from './Overlays.module.css';

export interface SelectedEventProps {
  readonly picture: Picture;
  readonly trace: Trace;
}

/** A ring around the selected event, with its message drawn again on top. */
export function SelectedEvent({ picture, trace }: SelectedEventProps) {
  const seq = useEdition(({ selection }) => (selection?.kind === 'event' ? selection.seq : -1));
  if (seq < 0 || seq >= trace.count) return null;
  const lane = picture.lanes.of[processAt(trace, seq)];
  const x = picture.axis.x(instantAt(trace, seq));
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
    (row) => spans.sentSeq(row) === seq || spans.endSeq(row) === seq || spans.receivedSeq(row) === seq,
  );
  if (i < 0) return null;
  const [x1, y1, x2, y2] = messages.points.slice(i * 4, i * 4 + 4);
  return `M${x1} ${y1}L${x2} ${y2}`;
}
