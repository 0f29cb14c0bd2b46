// The twelve attacks as a list: the result of each, and its worst run in the scene.
import { useState } from 'react';
import { attackIds } from '../../core/model/attackId';
import { formatNumber } from '../../core/model/format';
import {
  type AttackFateRow,
  type AttackFatesAnswer,
  type AttackFatesQuestion,
  isBeside,
} from '../../sandbox/own/session';
import { Button } from '../parts/Button';
import { ToneSign } from '../parts/ToneSign';
import { useJob } from '../state/useJob';
import styles from './Attack.module.css';
import { foundFaults } from './AttackPart';
import { attackTones } from './attackTones';
import type { OwnWorkers } from './OwnPage';
import { useOwnRuns } from './ownRuns';
import { type Faults, faultlessScenario } from './ownScenario';
import { useOwnWords } from './ownWords';
import { ProblemNotice } from './ProblemNotice';
import { useIsOutdated } from './useIsOutdated';
import { whyLost } from './whyLost';
import { withinEach } from './within';

interface AttackFatesPartProps {
  /** As for an attack. */
  readonly isReady: boolean;
  readonly worker: OwnWorkers['attackFates'];
  readonly onShow: (faults: Faults) => void;
}

export function AttackFatesPart({ worker, isReady, onShow }: AttackFatesPartProps) {
  const words = useOwnWords();
  const shown = useOwnRuns((state) => state.shown);
  const [question, setQuestion] = useState<AttackFatesQuestion | null>(null);
  const { state, progress, value, error, stop } = useJob<AttackFatesAnswer, AttackFatesAnswer>(
    question === null ? null : [question],
    (signal, report) =>
      question === null ? Promise.resolve({ rows: [] }) : rowByRow(worker, { question, signal, report }),
  );
  const { rows, problem } = value ?? progress ?? { rows: [] };
  return (
    <section className={styles.part}>
      <div className="row wrap between gap-5 rows-4">
        <h2 className="large">{words.attackFates.title}</h2>
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
            onClick={() => shown !== null && setQuestion({ code: shown.code, scenario: faultlessScenario(shown) })}
          >
            {words.attackFates.start}
          </Button>
        )}
      </div>
      <p className={styles.lead}>{words.attackFates.lead}</p>
      <div aria-live="polite">
        {error !== null && <p className="below">{whyLost(error, words)}</p>}
        {problem !== undefined && <ProblemNotice problem={problem} />}
        {state === 'done' && (problem === undefined || isBeside(problem)) && (
          <p className="below">
            <b>{words.attackFates.result(rows.filter(({ fate }) => fate === 'held').length, rows.length)}</b>
          </p>
        )}
        {question !== null && <Outdated question={question} />}
      </div>
      <ol className={`line-above ${styles.rows}`}>
        {attackIds.map((id) => (
          <Row key={id} name={words.attackFates.names[id]} row={rows.find((one) => one.id === id)} onShow={onShow} />
        ))}
      </ol>
    </section>
  );
}

interface Asking {
  readonly question: AttackFatesQuestion;
  readonly signal: AbortSignal;
  readonly report: (answer: AttackFatesAnswer) => void;
}

function rowByRow(worker: OwnWorkers['attackFates'], { question, signal, report }: Asking): Promise<AttackFatesAnswer> {
  const rows: AttackFateRow[] = [];
  const onProgress = (row: AttackFateRow): void => {
    rows.push(row);
    report({ rows: [...rows] });
  };
  return withinEach(worker, onProgress, (calls, onRow) => calls.attackFates(question, { signal, onProgress: onRow }));
}

function Outdated({ question }: { readonly question: AttackFatesQuestion }) {
  const words = useOwnWords();
  return useIsOutdated(question.code) ? <p className={`below ${styles.outdated}`}>{words.attack.outdated}</p> : null;
}

interface RowProps {
  readonly name: string;
  readonly row: AttackFateRow | undefined;
  readonly onShow: (faults: Faults) => void;
}

function Row({ name, row, onShow }: RowProps) {
  const { attackFates: words } = useOwnWords();
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
        <span className="strong toned" data-tone={attackTones[row.fate]}>
          <ToneSign tone={attackTones[row.fate]} size={15} /> {words.fates[row.fate]}
        </span>
        <span className={`quiet digits ${styles.runs}`}>{words.runs(formatNumber(row.runs))}</span>
      </button>
    </li>
  );
}
