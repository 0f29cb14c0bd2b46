// How a run ended: its chain of causes with their times. A press on a cause goes to where it happened.

import type { Run } from '../../core/model/trace/run';
import { formatAt } from '../../core/model/values/format';
import { type Explained, instantOf } from '../../core/narrate/explain';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { goToEvent, movePlayheadTo } from '../state/playhead';
import { unbroken } from '../words/unbroken';
import styles from './Chain.module.css';

interface ChainProps {
  readonly chain: readonly Explained[];
  readonly run: Run;
  readonly label: string;
}

export function Chain({ chain, run, label }: ChainProps) {
  const selected = useEdition(({ selection }) => (selection?.kind === 'event' ? selection.seq : null));
  const now = useCursor(({ at }) => causeAt({ chain, run, at, selected }));
  return (
    <ol className={`stack gap-1 airy ${styles.chain}`} aria-label={label}>
      {chain.map((cause, index) => {
        const seq = cause.events[0];
        const at = instantOf(cause, run.trace);
        const text = unbroken(cause.text);
        return (
          <li key={`${seq} ${cause.text}`}>
            {seq === undefined || at === undefined ? (
              <span className={styles.step}>
                <span />
                <span>{text}</span>
              </span>
            ) : (
              <button
                type="button"
                className={`shades ${styles.step}`}
                aria-current={index === now ? 'step' : undefined}
                onClick={() => {
                  goToEvent(run, seq);
                  movePlayheadTo(at);
                }}
              >
                <span className={`quiet nowrap ${styles.at}`}>{formatAt(at)}</span> <span>{text}</span>
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface CauseNow extends Pick<ChainProps, 'chain' | 'run'> {
  readonly at: number;
  /** The number of the selected event. */
  readonly selected: number | null;
}

/** The last cause that has happened; of several at one instant, the selected one. −1 before the first. */
function causeAt({ chain, run: { trace }, at, selected }: CauseNow): number {
  const timeOf = (cause: Explained): number => instantOf(cause, trace) ?? Number.POSITIVE_INFINITY;
  const chosen = chain.findIndex((cause) => cause.events[0] === selected && timeOf(cause) === at);
  return chosen >= 0 ? chosen : chain.findLastIndex((cause) => timeOf(cause) <= at);
}

/** A sentence that puts the playhead where it happened. */
export function EventLink({ explained, run }: { readonly explained: Explained; readonly run: Run }) {
  const seq = explained.events[0];
  const isSelected = useEdition(({ selection }) => selection?.kind === 'event' && selection.seq === seq);
  if (seq === undefined || seq < 0) return unbroken(explained.text);
  return (
    <button
      type="button"
      className={`pretty leading ${styles.link}`}
      aria-current={isSelected ? 'step' : undefined}
      onClick={() => goToEvent(run, seq)}
    >
      {unbroken(explained.text)}
    </button>
  );
}
