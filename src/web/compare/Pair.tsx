// Two runs stacked on one axis, each below its name and its verdict.
import { useId } from 'react';
import type { Run } from '../../core/model/trace/run';
import { readingOf } from '../../core/narrate/reading';
import { latestEnd } from '../../picture/svg/comparedRows';
import { faultText } from '../edit/faultText';
import { RunHead } from '../parts/RunHead';
import { Timeline } from '../timeline/Timeline';
import { useSharedWords } from '../words/i18n';
import { CompareActions } from './CompareActions';
import type { BothProps } from './Differing';
import styles from './Timelines.module.css';

export function Pair({ run, ghost, compared, isBare, below }: BothProps) {
  const id = useId();
  const until = latestEnd(compared);
  return (
    <div className={`stack tall ${styles.pair}`}>
      {compared.map((one, index) => {
        const isCurrent = one.run === run;
        const key = isCurrent ? 'current' : 'other';
        const other = compared[1 - index]?.run ?? run;
        return (
          <Row key={key} id={`${id}${key}`} title={one.title} run={one.run} other={other} hasActions={!isCurrent}>
            <Timeline
              run={one.run}
              ghost={isCurrent ? ghost : null}
              readOnly={!isCurrent}
              until={until}
              titledBy={`${id}${key}`}
              isBare={isBare}
              below={isCurrent ? below : undefined}
            />
          </Row>
        );
      })}
    </div>
  );
}

interface RowProps {
  /** The id of its title. */
  readonly id: string;
  readonly title: string;
  readonly run: Run;
  readonly other: Run;
  readonly hasActions: boolean;
  readonly children: React.ReactNode;
}

function Row({ id, title, run, other, hasActions, children }: RowProps) {
  const words = useSharedWords();
  const only = Object.entries(run.scenario.faults).filter(([name]) => !Object.hasOwn(other.scenario.faults, name));
  const names = only.map(([, fault]) => faultText(words, fault).title);
  const missed = Object.keys(run.trace.header.missed).length;
  return (
    <section className={`stack fills ${styles.row}`}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <RunHead className={styles.outcome} reading={readingOf(run.verdict, words.speech)} />
        {names.length > 0 && <span className="quiet">{words.compare.only(names.join(' · '))}</span>}
        {missed > 0 && <span className="quiet">{words.compare.missed(missed)}</span>}
        {hasActions && <CompareActions />}
      </header>
      <div className={`fills anchor ${styles.plot}`}>{children}</div>
    </section>
  );
}
