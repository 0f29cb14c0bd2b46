// The situations of a test, one at a time: what will happen, and how sure the person is. Each answer is saved when it
// is given; the answers of a finished test are final.
import { useId, useRef, useState } from 'react';
import { transferWords } from '../../content/texts/transfer';
import { type AskedQuestion, type Round, transferOutcomes } from '../../course/exercises/transfer';
import type { SureAnswer } from '../../course/judging/transfer';
import { Button } from '../parts/Button';
import { useText } from '../words/i18n';
import { Given } from './Covered';
import tools from './Tools.module.css';
import styles from './Transfer.module.css';
import { sureSteps, useTests } from './transferAnswers';

interface TestProps {
  readonly round: Round;
  readonly questions: readonly AskedQuestion[];
}

export function TransferQuestions({ round, questions }: TestProps) {
  const text = useText();
  const words = text(transferWords);
  const answers = useTests((state) => state[round]);
  const answer = useTests((state) => state.answer);
  // After a reload it continues where it was.
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      questions.findIndex(({ id }) => !Object.hasOwn(answers, id)),
    ),
  );
  const title = useRef<HTMLHeadingElement>(null);
  /** Each new situation is read from its beginning. */
  const move = (to: number): void => {
    setIndex(to);
    setTimeout(() => title.current?.focus());
  };
  const question = questions[index];
  if (question === undefined) return null;
  return (
    <>
      {index === 0 && <p className="quiet">{words.lead[round]}</p>}
      <h3 ref={title} tabIndex={-1}>
        {words.position(index + 1, questions.length)}
      </h3>
      <p className={`below-5 ${styles.situation}`}>{text(question.situation)}</p>
      <Given scenario={question.scenario} />
      <Answering
        key={question.id}
        formerAnswer={answers[question.id]}
        isLast={index === questions.length - 1}
        onBack={index === 0 ? null : () => move(index - 1)}
        onAnswer={(reply) => {
          answer(round, question.id, reply);
          move(Math.min(index + 1, questions.length - 1));
        }}
      />
    </>
  );
}

interface AnsweringProps {
  readonly formerAnswer: SureAnswer | undefined;
  readonly isLast: boolean;
  readonly onBack: (() => void) | null;
  readonly onAnswer: (answer: SureAnswer) => void;
}

function Answering({ formerAnswer, isLast, onBack, onAnswer }: AnsweringProps) {
  const text = useText();
  const words = text(transferWords);
  const [outcome, setOutcome] = useState(formerAnswer?.outcome ?? null);
  const [sure, setSure] = useState(formerAnswer?.sure ?? null);
  return (
    <form
      className={`grid gap-6 ${styles.answering}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (outcome !== null && sure !== null) onAnswer({ outcome, sure });
      }}
    >
      <Radios
        legend={words.what}
        options={transferOutcomes.map((option) => ({ value: option.id, label: text(option.text) }))}
        value={outcome}
        onChange={setOutcome}
      />
      <Radios
        isRow
        legend={words.sure}
        options={sureSteps.map((value) => ({ value, label: words.sureOf(value) }))}
        value={sure}
        onChange={setSure}
      />
      <p className={styles.moves}>
        {onBack !== null && (
          <Button look="plain" onClick={onBack}>
            {words.back}
          </Button>
        )}
        <Button look="ink" type="submit" disabled={outcome === null || sure === null}>
          {isLast ? words.finish : words.next}
        </Button>
      </p>
    </form>
  );
}

interface RadiosProps<Value extends string | number> {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly isRow?: boolean;
}

function Radios<Value extends string | number>({ legend, options, value, onChange, isRow }: RadiosProps<Value>) {
  const group = useId();
  return (
    <fieldset className={tools.answers} data-row={isRow}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={tools.answer} data-chosen={value === option.value}>
          <input type="radio" name={group} checked={value === option.value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
