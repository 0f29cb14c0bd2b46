// What came of the run: its two facts, the outcome in a sentence, its causes, other findings, the measures.
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Run } from '../../model/run';
import type { Reading } from '../../narrate/reading';
import { factCounts } from '../../run/factCounts';
import { FindButton } from '../find/FindButton';
import { AgainSlower } from '../live/AgainSlower';
import { FactPair } from '../parts/FactPair';
import { later } from '../parts/later';
import { ToneSign } from '../parts/ToneSign';
import { openDialog } from '../state/dialog';
import { useEdition } from '../state/edition';
import { isOf, isWhole, useIsLive, useLive } from '../state/live';
import { useIsBeginning, useRun } from '../state/run';
import { useShownLive } from '../state/shownLive';
import { useText, useWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import { Chain, EventLink } from './Chain';
import { Measures } from './Measures';
import { RunLonger } from './RunLonger';
import { SeedsLine as SeedsLineNow } from './SeedsLine';
import { tallyWords } from './tallyWords';
import { useReading } from './useReading';
import styles from './VerdictCard.module.css';

/** The runs under other seeds wait until the page has what is wanted first. */
const seedsWaitMs = 700;
const SeedsLine = later(
  async () => {
    await new Promise((resolve) => setTimeout(resolve, seedsWaitMs));
    return SeedsLineNow;
  },
  { meanwhile: SeedsToCome },
);

export function VerdictCard() {
  const words = useWords();
  const run = useRun();
  const isDragged = useEdition((state) => state.draft !== null);
  const { verdict } = run;
  const reading = useReading(run);
  const { headline, sentence, pair, tone, chain, doubt } = reading;
  const isLive = useIsLive();
  const live = useShownLive();
  const isBeginning = useIsBeginning(run);
  return (
    <section className={styles.verdict}>
      <div
        role="status"
        aria-label={words.verdict.label}
        aria-busy={isDragged || undefined}
        data-outcome={verdict.outcome}
        data-lock={verdict.lock}
        data-data={verdict.data}
        data-tone={tone}
        className={styles.card}
      >
        {isLive && live === null && <p className={styles.preview}>{words.live.preview}</p>}
        <h2 className={styles.headline}>
          {doubt !== 'unfinished' && <ToneSign tone={tone} size={15} />}
          <span>{headline}</span>
        </h2>
        {doubt !== 'unfinished' && <FactPair pair={pair} />}
        <p className={styles.sentence}>{unbroken(sentence)}</p>
        {chain.length > 0 && !isBeginning && <Chain chain={chain} run={run} label={words.verdict.chain} />}
        {isLive && doubt === 'late' && <AgainSlower />}
        {!isLive && doubt === 'short' && verdict.moreTime !== undefined && <RunLonger moreTime={verdict.moreTime} />}
      </div>
      <div className={styles.find}>
        <FindButton />
      </div>
      {isLive ? <LiveTally /> : <SeedsLine />}
      <More facts={reading.facts} run={run} />
    </section>
  );
}

/** As high as what comes, so that nothing moves. */
function SeedsToCome() {
  return (
    <div className={styles.seeds}>
      <svg className={styles.bars} aria-hidden />
      <p className={styles.seedsWords}>…</p>
    </div>
  );
}

/** The other findings and the measures; at most one of them is open. */
function More({ facts, run }: Pick<Reading, 'facts'> & { readonly run: Run }) {
  const words = useWords();
  const [open, setOpen] = useState<'facts' | 'measures' | null>(null);
  const toggle = (part: 'facts' | 'measures') => ({
    type: 'button' as const,
    className: styles.toggle,
    'aria-expanded': open === part,
    onClick: () => setOpen(open === part ? null : part),
  });
  return (
    <>
      <div className={styles.toggles}>
        {facts.length > 0 && (
          <button {...toggle('facts')}>
            <ChevronRight size={14} aria-hidden />
            {words.verdict.facts} <span className={styles.count}>{facts.length}</span>
          </button>
        )}
        <button {...toggle('measures')}>
          <ChevronRight size={14} aria-hidden />
          {words.verdict.measures}
        </button>
        <button type="button" className={`${styles.toggle} ${styles.wrong}`} onClick={() => openDialog('proof')}>
          {words.verdict.wrong}
        </button>
      </div>
      {open === 'facts' && facts.length > 0 && (
        <ul className={styles.facts}>
          {facts.map((fact) => (
            <li key={`${fact.kind} ${fact.text}`}>
              <EventLink explained={fact} run={run} />
            </li>
          ))}
        </ul>
      )}
      {open === 'measures' && <Measures run={run} />}
    </>
  );
}

/** Replaces the hundred seeds: what came of the last runs of this scenario on real Redis. */
function LiveTally() {
  const words = useText()(tallyWords).live;
  const runs = useLive((state) => state.runs);
  const committed = useEdition((state) => state.committed);
  const whole = runs.filter((live) => isWhole(live) && isOf(live, committed));
  const count = whole.length;
  const found = factCounts(whole.map(({ run }) => run.verdict));
  const hasLock = committed.lock.id !== 'no-lock';
  return (
    <p className={styles.seedsWords} data-tip={words.noSeeds}>
      {count === 0 ? words.noSeeds : found.length > 0 ? words.found(count, found) : words.none({ count, hasLock })}
    </p>
  );
}
