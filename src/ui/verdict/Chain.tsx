// How a run came out: its chain of causes, each with a link to where it happened.
import type { Run } from '../../model/run';
import type { Explained } from '../../narrate/explain';
import { useEdition } from '../state/edition';
import { goToEvent } from '../state/playhead';
import { unbroken } from '../words/unbroken';
import styles from './Chain.module.css';

export function Chain({
  chain,
  run,
  label,
}: {
  readonly chain: readonly Explained[];
  readonly run: Run;
  readonly label: string;
}) {
  return (
    <ol className={styles.chain} aria-label={label}>
      {chain.map((cause) => (
        <li key={`${cause.events[0]} ${cause.text}`}>
          <EventLink explained={cause} run={run} />
        </li>
      ))}
    </ol>
  );
}

/** A sentence that puts the playhead where it happened. */
export function EventLink({ explained, run }: { readonly explained: Explained; readonly run: Run }) {
  const seq = explained.events[0];
  const isSelected = useEdition(({ selection }) => selection?.kind === 'event' && selection.seq === seq);
  if (seq === undefined || seq < 0) return unbroken(explained.text);
  return (
    <button
      type="button"
      className={styles.link}
      aria-current={isSelected ? 'step' : undefined}
      onClick={() => goToEvent(run, seq)}
    >
      {unbroken(explained.text)}
    </button>
  );
}
