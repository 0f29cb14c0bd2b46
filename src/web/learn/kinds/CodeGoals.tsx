// The goals of an exercise in which the reader writes a lock: the twelve attacks, the result of each, and which of
// them remain.
import { useEffect } from 'react';
import { codeWords } from '../../../content/texts/codeExercise';
import { type AttackId, attackIds } from '../../../core/model/links/attackId';
import type { CodeExercise } from '../../../core/model/scenario/exercise';
import { isRightName, remainingOf, wantedIn } from '../../../sandbox/own/attempt';
import type { AttackRow } from '../../../sandbox/own/ownCalls';
import { AttackOutcome } from '../../own/AttacksPart';
import { useOwnWords } from '../../own/ownWords';
import { useProblemText } from '../../own/problemText';
import { Button } from '../../parts/Button';
import { Choose } from '../../parts/Choose';
import { useText } from '../../words/i18n';
import { useExercises } from '../exerciseState';
import goals from '../Goals.module.css';
import { useProgress } from '../progress';
import { Score } from '../Score';
import { useLearnWords } from '../words';
import styles from './Code.module.css';
import { attackIt, showAttacked, stopAttack, useCodeAttack } from './codeAttack';
import { codeIn, useCodeTries } from './codeTries';

interface Part {
  readonly exercise: CodeExercise;
}

/** A sandboxed frame has no origin, and a page without an origin cannot start a worker. */
const hasNoSandbox = self.origin === 'null';

export function CodeGoals({ exercise }: Part) {
  const { text, words: shared } = useLearnWords();
  const words = text(codeWords);
  const { rows, isSolved } = useAttempt(exercise);
  const { spared } = exercise;
  return (
    <section className={goals.goals} aria-label={shared.goals} data-solved={isSolved}>
      <h3>{shared.goals}</h3>
      <div>
        <Attacking exercise={exercise} />
        {exercise.asks !== undefined && <Asked exercise={exercise} asks={exercise.asks} />}
        <Solved exercise={exercise} isSolved={isSolved} />
        <h4>{words.counts}</h4>
        <Rows ids={wantedIn(exercise)} rows={rows} />
        {spared !== undefined && (
          <>
            <h4>{words.spared}</h4>
            <p className="quiet airy below-3">{text(spared.because)}</p>
            <Rows ids={attackIds.filter((id) => spared.attacks.includes(id))} rows={rows} />
          </>
        )}
      </div>
    </section>
  );
}

/** The result of attacking the present code. A result for other code does not solve it. */
function useAttempt(exercise: CodeExercise) {
  const code = useCodeTries((state) => codeIn(exercise, state));
  const attack = useCodeAttack();
  const isOfThis = attack.id === exercise.id;
  const rows = isOfThis ? attack.rows : [];
  const isTried = isOfThis && attack.lock !== '';
  const isOutdated = isTried && attack.lock !== code;
  const isGoing = isOfThis && attack.state === 'going';
  const remaining = remainingOf(exercise, rows);
  const isWhole = isTried && attack.state === 'done' && attack.problem === null;
  const isSolved =
    isWhole && !isOutdated && remaining.length === 0 && isRightName(exercise, isOfThis ? attack.named : null);
  return { code, rows, isTried, isOutdated, isGoing, isWhole, remaining, isSolved, attack };
}

function Attacking({ exercise }: Part) {
  const words = useText()(codeWords);
  const { isGoing, code } = useAttempt(exercise);
  if (hasNoSandbox) return <p>{words.noSandbox}</p>;
  return (
    <>
      {isGoing ? (
        <Button onClick={stopAttack}>{words.stop}</Button>
      ) : (
        <Button look="ink" onClick={() => void attackIt(exercise, code)}>
          {words.attack}
        </Button>
      )}
      <Said exercise={exercise} />
    </>
  );
}

function Said({ exercise }: Part) {
  const words = useText()(codeWords);
  const { names } = useOwnWords().attacks;
  const problemText = useProblemText();
  const { isGoing, isTried, isOutdated, isWhole, remaining, rows, attack } = useAttempt(exercise);
  const problem = attack.problem === null ? null : problemText(attack.problem);
  const line = isGoing
    ? words.going(rows.length, attackIds.length)
    : !isTried
      ? words.untried
      : attack.state === 'failed'
        ? words.failed
        : attack.state === 'stopped'
          ? words.stopped
          : isOutdated
            ? words.outdated
            : !isWhole
              ? null
              : remaining.length === 0
                ? words.none
                : words.remaining(remaining.map((id) => names[id]).join(words.between));
  return (
    <div aria-live="polite">
      {line !== null && <p className={styles.said}>{line}</p>}
      {problem !== null && isTried && !isGoing && (
        <p className={styles.said} data-warning>
          <b>{problem.message}</b> {problem.where} {problem.allowed}
        </p>
      )}
    </div>
  );
}

interface RowsProps {
  readonly ids: readonly AttackId[];
  readonly rows: readonly AttackRow[];
}

function Rows({ ids, rows }: RowsProps) {
  return (
    <ul className="below-5">
      {ids.map((id) => (
        <li className="line-above" key={id}>
          <Row id={id} row={rows.find((one) => one.id === id)} />
        </li>
      ))}
    </ul>
  );
}

function Row({ id, row }: { readonly id: AttackId; readonly row: AttackRow | undefined }) {
  const words = useText()(codeWords);
  const { attacks } = useOwnWords();
  const isShown = useCodeAttack((state) => state.visibleRun?.attack === id);
  const name = attacks.names[id];
  if (row === undefined)
    return (
      <p className={`quiet ${styles.row}`}>
        <span>{name}</span> <span>{attacks.waiting}</span>
      </p>
    );
  return (
    <button
      type="button"
      className={styles.row}
      title={words.open(name)}
      aria-pressed={isShown}
      onClick={() => void showAttacked(row)}
    >
      <span>{name}</span>
      <AttackOutcome className={`firm strong ${styles.fate}`} outcome={row.outcome} />
    </button>
  );
}

interface AskedProps extends Part {
  readonly asks: NonNullable<CodeExercise['asks']>;
}

/** One of the twelve is the answer. A wrong one costs a point, as a wrong name does. */
function Asked({ exercise, asks }: AskedProps) {
  const text = useText();
  const words = text(codeWords);
  const { names } = useOwnWords().attacks;
  const { chosen, named } = useCodeAttack();
  const isRight = isRightName(exercise, named);
  const options = attackIds.map((id) => ({ id, label: names[id] }));
  return (
    <div className={`row wrap gap-4 ${styles.asked}`}>
      <p>
        <b>{text(asks.question)}</b>
      </p>
      <Choose<AttackId | 'none'>
        label={text(asks.question)}
        value={chosen ?? 'none'}
        options={chosen === null ? [{ id: 'none', label: words.choose }, ...options] : options}
        onChange={(id) => useCodeAttack.setState({ chosen: id === 'none' ? null : id })}
      />
      <Button
        disabled={chosen === null || chosen === named}
        onClick={() => {
          useCodeAttack.setState({ named: chosen });
          if (!isRightName(exercise, chosen)) useProgress.getState().count(exercise.id, 'misses');
        }}
      >
        {words.say}
      </Button>
      <p role="status">{named !== null && (isRight ? words.rightName : `${words.wrongName} ${text(asks.wrong)}`)}</p>
    </div>
  );
}

function Solved({ exercise, isSolved }: Part & { readonly isSolved: boolean }) {
  const { text, words } = useLearnWords();
  useEffect(() => {
    const { id } = exercise;
    if (!isSolved || useExercises.getState().openId !== id) return;
    const { answers, earn } = useProgress.getState();
    earn(id, Math.min(1, answers[id]?.misses ?? 0));
  }, [exercise, isSolved]);
  return (
    <div role="status" className={goals.result} data-right={isSolved} data-said tabIndex={-1} hidden={!isSolved}>
      {isSolved && (
        <>
          <strong>{words.solved}</strong>
          <Score exercise={exercise} />
          <p>{text(exercise.after)}</p>
        </>
      )}
    </div>
  );
}
