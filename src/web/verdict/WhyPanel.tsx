// Why a run ended as it did: its causes with their times, what the verdict does not say, the metrics, and the search
// for the smallest break.
import { ChevronRight } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { Run } from '../../core/model/trace/run';
import { elseFound } from '../../core/narrate/elseFound';
import type { Explanation } from '../../core/narrate/explain';
import { harmOf } from '../../search/late/runOutcome';
import { FindButton } from '../find/FindButton';
import { later } from '../parts/later';
import { useDeferredRun } from '../state/deferredRun';
import { openDialog } from '../state/dialog';
import { useIsBeginning } from '../state/run';
import { useAnswers } from '../state/tooLate';
import { useWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import { Chain, EventLink } from './Chain';
import { Metrics } from './Metrics';
import type { TooLateProps } from './TooLate';
import { useReading } from './useReading';
import styles from './WhyPanel.module.css';

const TooLate = later<TooLateProps>(async () => (await import('./TooLate')).TooLate);

export const WhyPanel = memo(function WhyPanel() {
  const words = useWords();
  const run = useDeferredRun();
  const { chain, sentence, facts, tone } = useReading(run);
  const isBeginning = useIsBeginning(run);
  return (
    <div className={`stack gap-5 ${styles.why}`} data-tone={tone}>
      {chain.length > 0 && !isBeginning ? (
        <Chain chain={chain} run={run} label={words.verdict.chain} />
      ) : (
        <p className="pretty loose">{unbroken(sentence)}</p>
      )}
      <Else facts={elseFound(run.verdict, facts)} run={run} />
      <More run={run} isHarmed={tone !== 'grey' && harmOf(run.verdict) !== null} />
      <div className={`stack gap-3 starts ${styles.find}`}>
        <FindButton />
        <button type="button" className={`quiet lights faintly ${styles.wrong}`} onClick={() => openDialog('proof')}>
          {words.verdict.wrong}
        </button>
      </div>
    </div>
  );
});

interface ElseProps {
  readonly facts: Explanation['facts'];
  readonly run: Run;
}

function Else({ facts, run }: ElseProps) {
  const words = useWords();
  const id = useId();
  if (facts.length === 0) return null;
  return (
    <section>
      <h3 id={id} className="quiet normal below-2">
        {words.verdict.facts}
      </h3>
      <ul className={`stack gap-1 airy ${styles.facts}`} aria-labelledby={id}>
        {facts.map((fact) => (
          <li key={`${fact.kind} ${fact.text}`}>
            <EventLink explained={fact} run={run} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MoreProps {
  readonly run: Run;
  readonly isHarmed: boolean;
}

/** What would have helped, and the metrics; at most one of them is open. */
function More({ run, isHarmed }: MoreProps) {
  const words = useWords();
  const [open, setOpen] = useState<'late' | 'measures' | null>(null);
  // An answer that is open is a run without harm.
  const isAnswered = useAnswers() !== null;
  const hasLate = isHarmed || isAnswered;
  const toggle = (part: 'late' | 'measures') => ({
    type: 'button' as const,
    className: styles.toggle,
    'aria-expanded': open === part,
    onClick: () => setOpen(open === part ? null : part),
  });
  return (
    <div className="stack line-below">
      {hasLate && (
        <button {...toggle('late')}>
          {words.verdict.late}
          <ChevronRight size={14} aria-hidden />
        </button>
      )}
      {open === 'late' && hasLate && <TooLate run={run} />}
      <button {...toggle('measures')}>
        {words.verdict.measures}
        <ChevronRight size={14} aria-hidden />
      </button>
      {open === 'measures' && <Metrics run={run} />}
    </div>
  );
}
