// The twelve attacks as a list: the result of each, and its worst run in the scene.
import { useState } from 'react';
import { attackIds } from '../../core/model/links/attackId';
import { toneOfSeverity } from '../../core/model/trace/severity';
import { formatNumber } from '../../core/model/values/format';
import { type AttackRow, type AttacksAnswer, type AttacksQuestion, allowsAttack } from '../../sandbox/own/ownCalls';
import { Button } from '../parts/Button';
import { ToneSign } from '../parts/ToneSign';
import { useJob } from '../state/useJob';
import styles from './Attack.module.css';
import { foundFaults } from './AttackPart';
import type { OwnWorkers } from './OwnPage';
import { useOwnRuns } from './ownRuns';
import { type Faults, faultlessScenario } from './ownScenario';
import { useOwnWords } from './ownWords';
import { ProblemNotice } from './ProblemNotice';
import { useIsOutdated } from './useIsOutdated';
import { whyLost } from './whyLost';
import { withinEach } from './within';

interface AttacksPartProps {
  /** As for an attack. */
  readonly isReady: boolean;
  readonly worker: OwnWorkers['attacks'];
  readonly onShow: (faults: Faults) => void;
}

export function AttacksPart({ worker, isReady, onShow }: AttacksPartProps) {
  const words = useOwnWords();
  const visibleRun = useOwnRuns((state) => state.shown);
  const [question, setQuestion] = useState<AttacksQuestion | null>(null);
  const { state, progress, value, error, stop } = useJob<AttacksAnswer, AttacksAnswer>(
    question === null ? null : [question],
    (signal, report) =>
      question === null ? Promise.resolve({ rows: [] }) : rowByRow(worker, { question, signal, report }),
  );
  const { rows, problem } = value ?? progress ?? { rows: [] };
  return (
    <section className={styles.part}>
      <div className="row wrap between gap-5 rows-4">
        <h2 className="large">{words.attacks.title}</h2>
        {state === 'going' ? (
          <Button
            onClick={() => {
              stop();
              worker.end();
            }}
          >
            {words.attack.stop}
          </Button>
        ) : (
          <Button
            disabled={!isReady}
            onClick={() =>
              visibleRun !== null && setQuestion({ code: visibleRun.code, scenario: faultlessScenario(visibleRun) })
            }
          >
            {words.attacks.start}
          </Button>
        )}
      </div>
      <p className={styles.lead}>{words.attacks.lead}</p>
      <div aria-live="polite">
        {error !== null && <p className="below">{whyLost(error, words)}</p>}
        {problem !== undefined && <ProblemNotice problem={problem} />}
        {state === 'done' && (problem === undefined || allowsAttack(problem)) && (
          <p className="below">
            <b>{words.attacks.result(rows.filter(({ outcome }) => outcome === 'held').length, rows.length)}</b>
          </p>
        )}
        {question !== null && <Outdated question={question} />}
      </div>
      <ol className={`line-above ${styles.rows}`}>
        {attackIds.map((id) => (
          <Row key={id} name={words.attacks.names[id]} row={rows.find((one) => one.id === id)} onShow={onShow} />
        ))}
      </ol>
    </section>
  );
}

interface Asking {
  readonly question: AttacksQuestion;
  readonly signal: AbortSignal;
  readonly report: (answer: AttacksAnswer) => void;
}

function rowByRow(worker: OwnWorkers['attacks'], { question, signal, report }: Asking): Promise<AttacksAnswer> {
  const rows: AttackRow[] = [];
  const onProgress = (row: AttackRow): void => {
    rows.push(row);
    report({ rows: [...rows] });
  };
  return withinEach(worker, onProgress, (calls, onRow) => calls.attacks(question, { signal, onProgress: onRow }));
}

function Outdated({ question }: { readonly question: AttacksQuestion }) {
  const words = useOwnWords();
  return useIsOutdated(question.code) ? <p className={`below ${styles.outdated}`}>{words.attack.outdated}</p> : null;
}

interface RowProps {
  readonly name: string;
  readonly row: AttackRow | undefined;
  readonly onShow: (faults: Faults) => void;
}

interface AttackOutcomeProps {
  /** Null: the attack has no target. */
  readonly outcome: AttackRow['outcome'];
  readonly className: string;
}

export function AttackOutcome({ outcome, className }: AttackOutcomeProps) {
  const words = useOwnWords();
  const tone = toneOfSeverity(outcome ?? 'unknown');
  return (
    <span className={`toned ${className}`} data-tone={tone}>
      <ToneSign tone={tone} size={15} /> {outcome === null ? words.attacks.noTarget : words.outcomes[outcome]}
    </span>
  );
}

function Row({ name, row, onShow }: RowProps) {
  const { attacks: words } = useOwnWords();
  if (row === undefined)
    return (
      <li className={`quiet ${styles.waiting}`}>
        <span>{name}</span> <span>{words.waiting}</span>
      </li>
    );
  return (
    <li>
      <button type="button" className={`shades ${styles.row}`} onClick={() => onShow(foundFaults(row, name))}>
        <span>{name}</span>
        <AttackOutcome className="strong" outcome={row.outcome} />
        <span className={`quiet digits ${styles.runs}`}>{words.runs(formatNumber(row.runs))}</span>
      </button>
    </li>
  );
}
