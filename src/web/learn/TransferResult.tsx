// Both tests beside the results of the runs, with the figures, and everything as a file.

import { Check, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { write } from '../../content/address/write';
import { transferWords } from '../../content/texts/transfer';
import { withGap } from '../../core/model/values/joinedTexts';
import { type AskedQuestion, transferOutcomes, transferQuestions } from '../../course/exercises/transfer';
import { type Keys, learningGainOf, outcomesOf, type SureAnswer, scored } from '../../course/judging/transfer';
import { downloadBlob } from '../files/download';
import { Button } from '../parts/Button';
import { simulateNow } from '../state/longRun';
import { useText } from '../words/i18n';
import styles from './Transfer.module.css';
import { testsAsCsv, useTests } from './transferAnswers';

export function TransferResult({ questions }: { readonly questions: readonly AskedQuestion[] }) {
  const text = useText();
  const words = text(transferWords);
  const { before, after, forget } = useTests();
  const [keys, setKeys] = useState<Keys>({});
  useEffect(() => setKeys(keysOf(questions)), [questions]);
  const [first, second] = [scored(keys, before), scored(keys, after)];
  const gain = learningGainOf(first, second);
  const outcomeText = (id: string | undefined): string =>
    text(transferOutcomes.find((outcome) => outcome.id === id)?.text ?? { en: '', zh: '' });
  return (
    <>
      <h3>{words.result}</h3>
      <table className={`wide ${styles.figures}`}>
        <thead>
          <tr>
            <td />
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{words.right}</th>
            <td>{words.of(first.right, first.all)}</td>
            <td>{words.of(second.right, second.all)}</td>
          </tr>
          <tr>
            <th scope="row">
              {words.brier} <span>{words.brierHelp}</span>
            </th>
            <td>{first.brier.toFixed(2)}</td>
            <td>{second.brier.toFixed(2)}</td>
          </tr>
          <Gain gain={gain} />
        </tbody>
      </table>
      <ol className={`grid gap-6 ${styles.shownText}`}>
        {transferQuestions.map(({ id, situation }) => (
          <li key={id}>
            <p className="below-2">{text(situation)}</p>
            <p className="below-2">
              <a href={write({ run: { kind: 'story', story: id, variant: null } }, '../')}>
                {text(questions.find((one) => one.id === id)?.title ?? situation)}
              </a>
            </p>
            <dl className="grid gap-6 rows-1">
              <dt className="quiet">{words.happens}</dt>
              <dd>{outcomeText(keys[id])}</dd>
              <dt className="quiet">{words.before}</dt>
              <Given answer={before[id]} isRight={before[id]?.outcome === keys[id]} />
              <dt className="quiet">{words.after}</dt>
              <Given answer={after[id]} isRight={after[id]?.outcome === keys[id]} />
            </dl>
          </li>
        ))}
      </ol>
      <p className={styles.links}>
        <Button onClick={() => saveCsv(testsAsCsv(keys, { before, after }))}>{words.save}</Button>
        <Forget forget={forget} />
        <a href="./">{words.exercises}</a>
      </p>
    </>
  );
}

/** It belongs to the second test, so it stands below it. */
function Gain({ gain }: { readonly gain: number | null }) {
  const words = useText()(transferWords);
  return (
    <tr>
      <th scope="row">
        {words.gain} <span>{words.gainHelp}</span>
      </th>
      {gain === null ? (
        <td colSpan={2}>{words.noGain}</td>
      ) : (
        <>
          <td />
          <td>{gain.toFixed(2)}</td>
        </>
      )}
    </tr>
  );
}

/** Both tests would be lost for good, so it asks first. */
function Forget({ forget }: { readonly forget: () => void }) {
  const words = useText()(transferWords);
  const [isAsked, setAsked] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsked) keep.current?.focus();
  }, [isAsked]);
  if (!isAsked)
    return (
      <Button look="plain" onClick={() => setAsked(true)}>
        {words.anew}
      </Button>
    );
  return (
    <span role="alertdialog" aria-label={words.anewSure} className="chip wrap gap-5 rows-3">
      {withGap(words.anewSure)}
      <Button ref={keep} onClick={() => setAsked(false)}>
        {words.anewKeep}
      </Button>
      <Button onClick={forget}>{words.anew}</Button>
    </span>
  );
}

const saveCsv = (text: string): void =>
  downloadBlob('redlock-playground-test.csv', new Blob([text], { type: 'text/csv' }));

/** The result of each run. It is computed, because it is written down nowhere. */
const keysOf = (questions: readonly AskedQuestion[]): Keys =>
  Object.fromEntries(
    transferQuestions.flatMap(({ id }) => {
      const scenario = questions.find((one) => one.id === id)?.scenario;
      const [key] = scenario === undefined ? [] : outcomesOf(simulateNow(scenario).verdict, transferOutcomes);
      return key === undefined ? [] : [[id, key]];
    }),
  );

function Given({ answer, isRight }: { readonly answer: SureAnswer | undefined; readonly isRight: boolean }) {
  const text = useText();
  const words = text(transferWords);
  const outcome = transferOutcomes.find(({ id }) => id === answer?.outcome);
  if (answer === undefined || outcome === undefined) return <dd />;
  return (
    <dd data-right={isRight}>
      {isRight ? <Check size={15} aria-label={words.isRight} /> : <X size={15} aria-label={words.isWrong} />}{' '}
      {words.answered(text(outcome.text), answer.sure)}
    </dd>
  );
}
