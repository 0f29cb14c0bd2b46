// The twelve attacks as a list: the result of each, and its worst run in the scene.
import { useState } from 'react';
import { attackIds } from '../../core/model/attackId';
import { formatNumber } from '../../core/model/format';
import { isOfTasks, type TwelveAnswer, type TwelveQuestion, type TwelveRow } from '../../sandbox/own/session';
import { Button } from '../parts/Button';
import { ToneSign } from '../parts/ToneSign';
import { useJob } from '../state/useJob';
import styles from './Attack.module.css';
import { foundFaults } from './AttackPart';
import { attackTones } from './attackTones';
import type { OwnPlaces } from './OwnPage';
import { useOwnRuns } from './ownRuns';
import { calmScenario, type Faults } from './ownScenario';
import { useOwnWords } from './ownWords';
import { ProblemTold } from './ProblemTold';
import { useIsOutdated } from './useIsOutdated';
import { whyLost } from './whyLost';
import { withinEach } from './within';

interface TwelvePartProps {
  /** As for an attack. */
  readonly isReady: boolean;
  readonly place: OwnPlaces['twelve'];
  readonly onShow: (faults: Faults) => void;
}

export function TwelvePart({ place, isReady, onShow }: TwelvePartProps) {
  const words = useOwnWords();
  const shown = useOwnRuns((state) => state.shown);
  const [question, setQuestion] = useState<TwelveQuestion | null>(null);
  const { state, progress, value, error, stop } = useJob<TwelveAnswer, TwelveAnswer>(
    question === null ? null : [question],
    (signal, report) =>
      question === null ? Promise.resolve({ rows: [] }) : rowByRow(place, { question, signal, report }),
  );
  const { rows, problem } = value ?? progress ?? { rows: [] };
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h2>{words.twelve.title}</h2>
        {state === 'going' ? (
          <Button
            onClick={() => {
              stop();
              place.end();
            }}
          >
            {words.attack.stop}
          </Button>
        ) : (
          <Button
            disabled={!isReady}
            onClick={() => shown !== null && setQuestion({ code: shown.code, scenario: calmScenario(shown) })}
          >
            {words.twelve.start}
          </Button>
        )}
      </div>
      <p className={styles.lead}>{words.twelve.lead}</p>
      <div aria-live="polite">
        {error !== null && <p>{whyLost(error, words)}</p>}
        {problem !== undefined && <ProblemTold problem={problem} />}
        {state === 'done' && (problem === undefined || isOfTasks(problem)) && (
          <p>
            <b>{words.twelve.result(rows.filter(({ fate }) => fate === 'held').length, rows.length)}</b>
          </p>
        )}
        {question !== null && <Outdated question={question} />}
      </div>
      <ol className={styles.rows}>
        {attackIds.map((id) => (
          <Row key={id} name={words.twelve.names[id]} row={rows.find((one) => one.id === id)} onShow={onShow} />
        ))}
      </ol>
    </section>
  );
}

interface Asking {
  readonly question: TwelveQuestion;
  readonly signal: AbortSignal;
  readonly report: (soFar: TwelveAnswer) => void;
}

function rowByRow(place: OwnPlaces['twelve'], { question, signal, report }: Asking): Promise<TwelveAnswer> {
  const rows: TwelveRow[] = [];
  const onProgress = (row: TwelveRow): void => {
    rows.push(row);
    report({ rows: [...rows] });
  };
  return withinEach(place, onProgress, (calls, told) => calls.twelve(question, { signal, onProgress: told }));
}

function Outdated({ question }: { readonly question: TwelveQuestion }) {
  const words = useOwnWords();
  return useIsOutdated(question.code) ? <p className={styles.outdated}>{words.attack.outdated}</p> : null;
}

interface RowProps {
  readonly name: string;
  readonly row: TwelveRow | undefined;
  readonly onShow: (faults: Faults) => void;
}

function Row({ name, row, onShow }: RowProps) {
  const { twelve: words } = useOwnWords();
  if (row === undefined)
    return (
      <li className={styles.waiting}>
        <span>{name}</span> <span>{words.waiting}</span>
      </li>
    );
  return (
    <li>
      <button type="button" className={styles.row} onClick={() => onShow(foundFaults(row, name))}>
        <span>{name}</span>
        <span className={styles.fate} data-tone={attackTones[row.fate]}>
          <ToneSign tone={attackTones[row.fate]} size={15} /> {words.fates[row.fate]}
        </span>
        <span className={styles.runs}>{words.runs(formatNumber(row.runs))}</span>
      </button>
    </li>
  );
}
