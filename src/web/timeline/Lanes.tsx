/**
 * The names of the lanes and their bands. They are a list of buttons, so that people who cannot see the run can walk
 * through it.
 */

import { type KeyboardEvent, memo, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Run } from '../../core/model/trace/run';
import { goesOn, type Trace } from '../../core/model/trace/trace';
import { processId } from '../../core/model/trace/traceReader';
import { formatAt, formatSigned } from '../../core/model/values/format';
import { withColon, withComma } from '../../core/model/values/joinedTexts';
import { instant } from '../../core/model/values/time';
import { type ClockSpan, clockOffset } from '../../core/spans/clockSpans';
import { holdersOf } from '../../core/spans/holderSpans';
import { spansOf } from '../../core/spans/spans';
import { commonVoters } from '../../core/spans/voters';
import type { Lane } from '../../picture/layout/lanes';
import type { Picture } from '../../picture/layout/picture';
import type { TimelineWords } from '../../picture/words/timelineWords';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { processTextColour } from '../words/processNames';
import { laneKey } from './laneKeys';
import styles from './Timeline.module.css';
import type { OnPress } from './usePlotPointer';

interface LanesProps {
  readonly picture: Picture;
  readonly run: Run;
  readonly words: TimelineWords;
  readonly compact: boolean;
  readonly hasHolderStrip: boolean;
  /** Called with the lane that got the focus; null: the focus has left the lanes. */
  readonly look: (lane: ProcessId | null) => void;
  /** Absent: a press on a name selects its process. */
  readonly onPress?: OnPress | undefined;
}

export function Lanes({ picture, run, words, compact, hasHolderStrip, look, onPress }: LanesProps) {
  const common = commonVoters(run.trace);
  const { quorum, all } = picture.lanes;
  const [stop, setStop] = useState('');
  const first = all.some(({ id }) => id === stop) ? stop : all[0]?.id;
  const now = useRef(run);
  useLayoutEffect(() => {
    now.current = run;
  });
  const { clocks } = spansOf(run.trace);
  return (
    <ul
      className={styles.lanes}
      aria-label={words.lanes}
      data-compact={compact}
      data-named={picture.names.length > 0 || undefined}
    >
      {all.map(({ id, process, role, top, height, y, half }) => (
        <LaneRow
          key={id}
          {...{ id, process, role, top, height, y, half, words, compact, look, onPress, now, left: picture.axis.left }}
          sum={summary(run.trace, process, words)}
          clocks={clocks.some((span) => span.process === process) ? clocks : null}
          isStop={id === first}
          onStop={setStop}
        />
      ))}
      {picture.names.map(({ text, x, y, size, weight, alpha, align }) => (
        <li
          key={text}
          aria-hidden
          className={`nowrap over ${styles.sceneName}`}
          style={{ left: x, top: y, fontSize: size, fontWeight: weight, opacity: alpha, textAlign: align }}
        >
          {text}
        </li>
      ))}
      {hasHolderStrip && <HolderStrip picture={picture} run={run} words={words} compact={compact} />}
      {quorum !== null && !compact && (
        <li className={styles.quorum} style={{ top: (quorum.top + quorum.bottom) / 2 }}>
          {common === null ? words.votes : words.quorum(common.need, common.of)}
        </li>
      )}
    </ul>
  );
}

/** More stretches than this are counted instead of listed. */
const shownMax = 12;

/** The name of the ribbon, and its content for people who cannot see it. */
function HolderStrip({ picture, run, words, compact }: Omit<LanesProps, 'look' | 'hasHolderStrip'>) {
  const { holderStrip, isFolded } = picture.lanes;
  const { top, bottom } = holderStrip;
  const spans = holdersOf(run.trace);
  const lines = spans.slice(0, shownMax).map(({ from, to, processes, kind }) => {
    const who = words.named(processes.map((process) => words.process(processId(run.trace, process))));
    const what = words.holder[kind](who);
    return goesOn(run.trace, to)
      ? words.since(what, formatAt(from))
      : words.stretch(what, formatAt(from), formatAt(to));
  });
  const stretches = lines.length === 0 ? [words.holder.none] : lines;
  return (
    <li className={isFolded ? `strong over at-left ${styles.lock}` : styles.quorum} style={{ top: (top + bottom) / 2 }}>
      <span aria-hidden>{isFolded ? words.holder.lock : compact ? words.holder.short : words.holder.title}</span>
      <span className={styles.unseen}>{words.holder.stretches(stretches, spans.length - lines.length)}</span>
    </li>
  );
}

interface LaneRowProps extends Omit<LanesProps, 'picture' | 'run' | 'hasHolderStrip'>, Omit<Lane, 'isStrip'> {
  /** Where the axis begins, in pixels. */
  readonly left: number;
  /** The lane in a few words. */
  readonly sum: string;
  /** Null: this clock is true for the whole run. */
  readonly clocks: readonly ClockSpan[] | null;
  /** The current run, for the keys. */
  readonly now: RefObject<Run>;
  /** Tab reaches one of the lanes; from there the up and down keys reach the others. */
  readonly isStop: boolean;
  readonly onStop: (id: string) => void;
}

const rowBeside = { ArrowUp: 'previousElementSibling', ArrowDown: 'nextElementSibling' } as const;

/** Returns whether the key leads to a lane. */
function walkLanes({ key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return false;
  currentTarget.parentElement?.[rowBeside[key]]?.querySelector('button')?.focus();
  return true;
}

/** Its props stay the same in most moves of a drag, and then it is not drawn again. */
const LaneRow = memo(function LaneRow({
  words,
  compact,
  look,
  onPress,
  now,
  left,
  sum,
  clocks,
  isStop,
  onStop,
  ...lane
}: LaneRowProps) {
  const { id, process, role, top, y, half } = lane;
  const isBanded = role === 'client' || role === 'storage';
  const isSelected = useEdition(({ selection }) => selection?.kind === 'process' && selection.id === id);
  const colour = role === 'client' ? processTextColour(id) : 'var(--muted)';
  const band = { top: y - half - 6 - top, height: half * 2 + 12, '--lane': colour };
  const name = words.process(id);
  const visibleName = compact ? words.processShort(id) : name;
  return (
    <li className={`over ${styles.lane}`} style={{ top, height: lane.height }}>
      {isBanded && <span className={`over ${styles.band}`} style={band} />}
      <span className={`over ${styles.laneLine}`} style={{ top: y - top, left, right: 0 }} />
      <button
        type="button"
        className={`stack nowrap leading over at-left ${styles.laneName}`}
        style={{ top: y - top, width: left - 3 }}
        data-role={role}
        // The accessible name contains the visible name, which is the short one on a phone.
        aria-label={withComma(visibleName === name ? name : withColon(visibleName, name), sum)}
        aria-description={words.laneHelp}
        aria-pressed={isSelected}
        tabIndex={isStop ? 0 : -1}
        onPointerDown={(event) => event.stopPropagation()}
        onFocus={() => {
          onStop(id);
          look(id);
        }}
        onBlur={() => look(null)}
        onClick={() => {
          if (onPress === undefined) return useEdition.getState().select(isSelected ? null : { kind: 'process', id });
          onPress({ on: id, hit: null });
        }}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey) return;
          if (walkLanes(event) || laneKey(now.current, process, event.key)) event.preventDefault();
        }}
      >
        <span className={`strong clipped dots ${styles.laneTitle}`}>{visibleName}</span>
        {clocks !== null && <LaneClock clocks={clocks} process={process} />}
      </button>
    </li>
  );
});

/** Sums up a lane in a few words. */
function summary(trace: Trace, process: number, words: TimelineWords): string {
  const { holds, entries, resource } = spansOf(trace);
  const role = trace.header.processes[process]?.role;
  if (role === 'client')
    return words.holdsSummary(holds.filter((hold) => hold.process === process && hold.acquiredAt !== null).length);
  if (role === 'storage') return words.writesSummary(resource.filter(({ kind }) => kind === 'wrote').length);
  return words.keysSummary(entries.filter((entry) => entry.process === process && entry.isLock).length);
}

/** How far this clock is from true time at the playhead. */
function LaneClock({ clocks, process }: { readonly clocks: readonly ClockSpan[]; readonly process: number }) {
  const text = useCursor(({ at }) => formatSigned(Math.round(clockOffset(clocks, process, instant(at)) / 1000) * 1000));
  return <span className={styles.laneClock}>{text}</span>;
}
