// The test before and after the exercises (`?check=before`, `?check=after`): six situations, one at a time. What
// happens in them is shown only after both tests, by the runs themselves.

import { transferWords } from '../../content/texts/transfer';
import { type AskedQuestion, questionsAskedIn, type Round } from '../../course/exercises/transfer';
import { useJob } from '../state/useJob';
import { useText } from '../words/i18n';
import styles from './Transfer.module.css';
import { TransferQuestions } from './TransferQuestions';
import { TransferResult } from './TransferResult';
import { isComplete, useTests } from './transferAnswers';

export function TransferPage({ round }: { readonly round: Round }) {
  const words = useText()(transferWords);
  const { value: questions, error } = useJob([round], () => questionsAskedIn(round));
  return (
    <main className={`wide scroll grows large loose ${styles.test}`}>
      <h2 className="below-4 lead">{words.title[round]}</h2>
      {error !== null && <p role="alert">{words.failed(error.message)}</p>}
      {questions === null ? error === null && <p>{words.loading}</p> : <Stage round={round} questions={questions} />}
    </main>
  );
}

function Stage({ round, questions }: { readonly round: Round; readonly questions: readonly AskedQuestion[] }) {
  const words = useText()(transferWords);
  const { before, after, isKept } = useTests();
  const isBeforeDone = isComplete(before);
  if (!isKept) return <p role="alert">{words.noStorage}</p>;
  if (isBeforeDone && isComplete(after)) return <TransferResult questions={questions} />;
  if (round === 'after' && !isBeforeDone)
    return (
      <p>
        {words.beforeFirst} <a href="?check=before">{words.toBefore}</a>
      </p>
    );
  if (round === 'before' && isBeforeDone)
    return (
      <>
        <p role="status">{words.beforeDone}</p>
        <p className={styles.links}>
          <a href="./">{words.exercises}</a> <a href="?check=after">{words.toAfter}</a>
        </p>
      </>
    );
  return <TransferQuestions round={round} questions={questions} />;
}
