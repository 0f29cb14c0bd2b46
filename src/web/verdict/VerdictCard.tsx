// The outcome of the run: its two facts in a line each, which unfold to the outcome in a sentence; below, the same
// under other seeds.
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { seedsLineWords } from '../../content/texts/seedsLine';
import { factCounts } from '../../core/run/factCounts';
import { AgainSlower } from '../live/AgainSlower';
import { later } from '../parts/later';
import { FactPair, RunHead } from '../parts/RunHead';
import { useEdition } from '../state/edition';
import { isOf, isWhole, useIsLive, useLive } from '../state/live';
import { useRun } from '../state/run';
import { useShownLive } from '../state/shownLive';
import { useText, useWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import { RunLonger } from './RunLonger';
import { SeedsLine as SeedsLineNow } from './SeedsLine';
import { useReading } from './useReading';
import styles from './VerdictCard.module.css';

/** The runs under other seeds wait until the page has loaded what it needs first, in ms. */
const seedsWaitMs = 700;
const SeedsLine = later(
  async () => {
    await new Promise((resolve) => setTimeout(resolve, seedsWaitMs));
    return SeedsLineNow;
  },
  { meanwhile: SeedsToCome },
);

/**
 * @param isUnfolded whether its sentence is shown until a person folds it; absent: only while there is something to
 * do about the verdict
 */
export function VerdictCard({ isUnfolded }: { readonly isUnfolded?: boolean }) {
  const words = useWords();
  const run = useRun();
  const isDragged = useEdition((state) => state.draft !== null);
  const reading = useReading(run);
  const { headline, sentence, pair, doubt } = reading;
  const isLive = useIsLive();
  const live = useShownLive();
  const [pressed, setPressed] = useState<boolean | null>(null);
  const isOpen = pressed ?? isUnfolded ?? doubt !== null;
  const id = useId();
  return (
    <section className="stack firm gap-4">
      <RunHead
        reading={reading}
        role="status"
        aria-label={words.verdict.label}
        aria-busy={isDragged || undefined}
        className={styles.card}
      >
        {isLive && live === null && <p className="quiet normal below-2">{words.live.preview}</p>}
        <button
          type="button"
          className={`row between wide gap-4 strong large leading shades blunt ${styles.lines}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setPressed(!isOpen)}
        >
          {doubt === 'unfinished' ? <span className="ink">{headline}</span> : <FactPair pair={pair} />}
          <ChevronDown className="quiet" size={16} aria-hidden />
        </button>
        {doubt !== 'unfinished' && <h2 className={isOpen ? 'strong normal above-2' : 'hidden'}>{headline}</h2>}
        {isOpen && (
          <div id={id}>
            <p className="pretty above-1">{unbroken(sentence)}</p>
            {isLive && doubt === 'late' && <AgainSlower />}
            {!isLive && doubt === 'short' && run.verdict.moreTime !== undefined && (
              <RunLonger moreTime={run.verdict.moreTime} />
            )}
          </div>
        )}
      </RunHead>
      {isLive ? <LiveOutcomeCounts /> : <SeedsLine />}
    </section>
  );
}

/** A placeholder of the final height, so that nothing moves. */
function SeedsToCome() {
  return (
    <div className={`stack gap-2 ${styles.seeds}`}>
      <svg className={styles.bars} aria-hidden />
      <p className={styles.seedsWords}>…</p>
    </div>
  );
}

/** Replaces the hundred seeds: the outcomes of the last runs of this scenario on real Redis. */
function LiveOutcomeCounts() {
  const words = useText()(seedsLineWords).live;
  const runs = useLive((state) => state.runs);
  const committed = useEdition((state) => state.committed);
  const whole = runs.filter((live) => isWhole(live) && isOf(live, committed));
  const count = whole.length;
  const tally = factCounts(whole.map(({ run }) => run.verdict));
  const hasLock = committed.lock.id !== 'no-lock';
  return (
    <p className={styles.seedsWords} data-tip={words.noSeeds}>
      {count === 0 ? words.noSeeds : tally.length > 0 ? words.found(count, tally) : words.none({ count, hasLock })}
    </p>
  );
}
