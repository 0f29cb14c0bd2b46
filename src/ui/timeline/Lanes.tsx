/** The names of the lanes, and their bands: a list, so that the run can be walked through without seeing it. */

import { signed } from '../../layout/format';
import type { Lane } from '../../layout/lanes';
import type { Picture } from '../../layout/picture';
import type { Words } from '../../layout/words';
import { clockOffset } from '../../model/clockSpans';
import { spansOf } from '../../model/spans';
import { instant } from '../../model/time';
import type { Trace } from '../../model/trace';
import { processTextColour } from '../processNames';
import { useCursor } from '../state/cursor';
import styles from './Timeline.module.css';

interface LanesProps {
  readonly picture: Picture;
  readonly trace: Trace;
  readonly words: Words;
  readonly compact: boolean;
}

export function Lanes({ picture, trace, words, compact }: LanesProps) {
  const nodes = trace.header.processes.filter(({ role }) => role === 'node').length;
  const { quorum } = picture.lanes;
  return (
    <ul className={styles.lanes}>
      {picture.lanes.all.map((lane) => (
        <LaneRow key={lane.id} lane={lane} trace={trace} words={words} compact={compact} axis={picture.axis} />
      ))}
      {quorum !== null && !compact && (
        <li className={styles.quorum} style={{ top: (quorum.top + quorum.bottom) / 2 - 8 }}>
          {words.quorum(trace.header.quorum, nodes)}
        </li>
      )}
    </ul>
  );
}

interface LaneRowProps extends Omit<LanesProps, 'picture'> {
  readonly lane: Lane;
  readonly axis: Picture['axis'];
}

function LaneRow({ lane, trace, words, compact, axis }: LaneRowProps) {
  const isBanded = lane.role === 'client' || lane.role === 'storage';
  const colour = lane.role === 'client' ? processTextColour(lane.id) : 'var(--muted)';
  const band = { top: lane.y - lane.half - 6, height: lane.half * 2 + 12, '--lane': colour };
  return (
    <li className={styles.lane} style={{ top: lane.top, height: lane.height }}>
      {isBanded && <span className={styles.band} style={{ ...band, top: band.top - lane.top }} />}
      <span className={styles.laneLine} style={{ top: lane.y - lane.top, left: axis.left, right: 0 }} />
      <span className={styles.laneName} style={{ top: lane.y - lane.top, width: axis.left - 8 }} data-role={lane.role}>
        <span className={styles.laneTitle}>{compact ? words.processShort(lane.id) : words.process(lane.id)}</span>
        <LaneClock lane={lane} trace={trace} />
      </span>
    </li>
  );
}

/** How far this clock is from true time at the playhead; nothing where it is true all along. */
function LaneClock({ lane, trace }: { readonly lane: Lane; readonly trace: Trace }) {
  const { clocks } = spansOf(trace);
  const isTrue = !clocks.some((span) => span.process === lane.process);
  const text = useCursor(({ at }) =>
    isTrue ? '' : signed(Math.round(clockOffset(clocks, lane.process, instant(at)) / 1000) * 1000),
  );
  return isTrue ? null : <span className={styles.laneClock}>{text}</span>;
}
