// The run on screen, and below it on the same axis the rows that the other run draws differently, with the
// differences.
import { type ReactNode, useId, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { compareWords } from '../../content/texts/compare';
import type { Run } from '../../core/model/trace/run';
import { formatAt } from '../../core/model/values/format';
import { readingOf } from '../../core/narrate/reading';
import { differencesOfFacts } from '../../core/narrate/runDifferences';
import { differingRows, type Differing as Rows } from '../../picture/layout/differingRows';
import { lowHeight } from '../../picture/layout/lanes';
import { type Compared, latestEnd } from '../../picture/svg/comparedRows';
import { FactPair, RunHead } from '../parts/RunHead';
import { currentParts } from '../state/parts';
import { type OnAxis, Timeline, type TimelineProps } from '../timeline/Timeline';
import { useSharedWords, useText } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import { CompareActions } from './CompareActions';
import { changesTo } from './changes';
import styles from './Timelines.module.css';
import { useNames } from './titles';

export interface BothProps extends Pick<TimelineProps, 'isBare' | 'below'> {
  /** The run on screen, and during a drag the one before it. */
  readonly run: Run;
  readonly ghost: Run | null;
  readonly compared: Compared;
}

export function Differing({ run, ghost, compared, isBare, below }: BothProps) {
  const id = useId();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [one, other] = sidesOf(compared, run);
  // The rows below stand still during a drag above them.
  const still = ghost ?? run;
  const { rows, facts, about } = useDifference(still, one.title, other);
  const until = latestEnd(compared);
  const hasRows = rows.lanes.length > 0 || rows.holderStrip || rows.quorum;
  const onAxis: OnAxis = (axis, fit, scale) => (
    <>
      {slot !== null &&
        hasRows &&
        createPortal(
          <Timeline
            run={other.run}
            ghost={null}
            readOnly
            isAside
            isBare
            until={until}
            titledBy={`${id}other`}
            some={{ rows, axis, scale }}
          />,
          slot,
        )}
      {below?.(axis, fit, scale)}
    </>
  );
  return (
    <div className={`stack scroll tall ${styles.differing}`}>
      <Head id={`${id}current`} {...one} />
      <div className={`anchor ${styles.whole}`}>
        <Timeline {...{ run, ghost, isBare, until }} titledBy={`${id}current`} below={onAxis} />
      </div>
      <section className="line-above on-panel firm" aria-labelledby={`${id}other`}>
        <Head id={`${id}other`} {...other}>
          <CompareActions />
        </Head>
        <p className={`quiet ${styles.about}`}>{about}</p>
        <Facts facts={facts} />
        {hasRows && (
          <div ref={setSlot} className={styles.rows} style={{ height: lowHeight(other.run.trace, rows) * typeUsual }} />
        )}
      </section>
    </div>
  );
}

/** The height of the rows does not follow the type above, because that type follows the height. */
const typeUsual = 1.15;

type Side = Compared[number];

/** The run on screen and the other one. */
function sidesOf(compared: Compared, run: Run): readonly [Side, Side] {
  const [first, second] = compared;
  if (first === undefined || second === undefined) throw new Error('Two runs are compared.');
  return second.run === run ? [second, first] : [first, second];
}

function useDifference(run: Run, title: string, other: Side) {
  const names = useNames();
  const { words, text } = names;
  const all = text(compareWords);
  const differing = useMemo(
    () => differingRows(run, other.run, { words: words.onTimeline, faults: currentParts().faults }),
    [run, other.run, words],
  );
  const facts = useMemo(() => {
    const [a, b] = [run.scenario, other.run.scenario];
    return differencesOfFacts(
      { name: title, run, only: changesTo(a, b, names) },
      { name: other.title, run: other.run, only: changesTo(b, a, names) },
      words.speech,
      all.apart,
    );
  }, [run, title, other, names, words, all]);
  return { rows: differing.rows, facts, about: aboutRows(differing, all.lanes) };
}

function aboutRows({ rows, from, isAll }: Rows, words: (typeof compareWords)['en']['lanes']): string {
  if (from === null) return words.none;
  const at = formatAt(Math.max(0, Math.round(from)));
  const count = rows.lanes.length + Number(rows.holderStrip) + Number(rows.quorum);
  return isAll ? words.all(at) : count === 1 ? words.one(at) : words.some(count, at);
}

interface HeadProps extends Side {
  readonly id: string;
  readonly children?: ReactNode;
}

function Head({ id, title, run, children }: HeadProps) {
  const { speech } = useSharedWords();
  const reading = readingOf(run.verdict, speech);
  return (
    <header className={styles.head}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <RunHead reading={reading}>
        <FactPair pair={reading.pair} />
      </RunHead>
      {children}
    </header>
  );
}

function Facts({ facts }: { readonly facts: readonly string[] }) {
  const { facts: label } = useText()(compareWords);
  if (facts.length === 0) return null;
  return (
    <ul className={styles.facts} aria-label={label}>
      {facts.map((fact) => (
        <li key={fact}>{unbroken(fact)}</li>
      ))}
    </ul>
  );
}
