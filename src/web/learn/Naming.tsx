// The names to choose from for each numbered mark, and the feedback after a check: for a right name, what the mark
// means; for a wrong one, what the named mark looks like.

import { Check, X } from 'lucide-react';
import { Fragment, useId } from 'react';
import { markName } from '../../content/texts/legend';
import { type NamedSort, type NameExercise, type Numbered, namedSorts } from '../../core/model/scenario/exercise';
import { Button } from '../parts/Button';
import { Choose } from '../parts/Choose';
import { useLanguage } from '../words/i18n';
import { useExercises } from './exerciseState';
import styles from './Goals.module.css';
import own from './Naming.module.css';
import { allNamed, checkNames, nameField } from './names';
import { useProgress } from './progress';
import { Score } from './Score';
import { useLearnWords } from './words';

export function Naming({ exercise }: { readonly exercise: NameExercise }) {
  const { text, words } = useLearnWords();
  const names = useExercises((state) => state.names);
  const checked = useExercises((state) => state.checked);
  const isDone = allNamed(exercise, checked);
  const right = exercise.marks.filter(({ sort }, index) => checked[index + 1] === sort).length;
  const namesLeft = exercise.marks.length - Object.keys(names).length;
  const whyId = useId();
  const isChecked = Object.keys(checked).length > 0;
  return (
    <section aria-label={words.names}>
      <h3 className="below-4 quiet normal strong">{words.names}</h3>
      <ol className="grid gap-3 below-5">
        {exercise.marks.map((mark, index) => (
          <Name key={mark.sort} exercise={exercise} mark={mark} number={index + 1} />
        ))}
      </ol>
      {!isDone && (
        <Button
          look="ink"
          disabled={namesLeft > 0}
          aria-describedby={namesLeft > 0 ? whyId : undefined}
          onClick={() => check(exercise)}
        >
          {words.checkNames}
        </Button>
      )}
      {!isDone && namesLeft > 0 && (
        <p id={whyId} className="quiet tight above-4">
          {words.nameFirst(namesLeft)}
        </p>
      )}
      <div role="status" className={styles.result} data-right={isDone} hidden={!isChecked}>
        {isDone ? (
          <>
            <strong>{words.allNamed}</strong>
            <Score exercise={exercise} />
            <p>{text(exercise.after)}</p>
          </>
        ) : (
          isChecked && (
            <>
              <p>{words.namedRight(right, exercise.marks.length)}</p>
              <p>
                {words.lookAgain} <Wrong exercise={exercise} />
              </p>
            </>
          )
        )}
      </div>
    </section>
  );
}

/** The numbers with wrong names, each linked to its name, which may be far up. */
function Wrong({ exercise: { marks } }: { readonly exercise: NameExercise }) {
  const { words } = useLearnWords();
  const checked = useExercises((state) => state.checked);
  const wrong = marks.flatMap(({ sort }, index) => (checked[index + 1] === sort ? [] : [index + 1]));
  return wrong.map((number) => (
    <Fragment key={number}>
      <button
        type="button"
        className="link ink"
        aria-label={`${words.lookAgain} ${number}`}
        onClick={() => document.getElementById(nameField(number))?.focus()}
      >
        {number}
      </button>{' '}
    </Fragment>
  ));
}

/** Each further check costs a point, because enough checks would find the answer without knowledge. */
function check(exercise: NameExercise): void {
  const { answers, earn } = useProgress.getState();
  if (checkNames(exercise)) earn(exercise.id, answers[exercise.id]?.misses ?? 0);
}

interface NameProps {
  readonly exercise: NameExercise;
  readonly mark: Numbered;
  readonly number: number;
}

const none = 'none';

function Name({ exercise, mark, number }: NameProps) {
  const { text, words } = useLearnWords();
  const language = useLanguage();
  const chosen = useExercises((state) => state.names[number]);
  const checked = useExercises((state) => state.checked[number]);
  const isRight = checked === mark.sort;
  const isWrong = !isRight && checked !== undefined;
  const isOn = useExercises((state) => state.numberAt === number);
  const explanation = saidOf(exercise, mark, checked);
  const choose = (sort: NamedSort | typeof none): void => {
    if (sort !== none) useExercises.setState(({ names }) => ({ names: { ...names, [number]: sort } }));
  };
  return (
    <li className={`grid ${own.name}`} data-on={isOn} data-right={checked === undefined ? undefined : isRight}>
      <span className={`grid disc strong ${own.of}`} aria-hidden>
        {number}
      </span>
      <Choose
        look="boxed"
        id={nameField(number)}
        label={words.nameOf(number)}
        aria-describedby={explanation === null ? undefined : `${nameField(number)}-said`}
        value={chosen ?? none}
        disabled={isRight}
        options={[
          ...(chosen === undefined ? [{ id: none, label: words.notNamed } as const] : []),
          // By name: the marks are numbered in the order of the sorts.
          ...namedSorts
            .map((id) => ({ id, label: text(markName(id)) }))
            .sort((a, b) => a.label.localeCompare(b.label, language)),
        ]}
        onChange={choose}
        onFocus={() => useExercises.setState({ numberAt: number })}
        onBlur={() => useExercises.setState({ numberAt: null })}
      />
      {checked !== undefined && (isRight ? <Check size={15} aria-hidden /> : <X size={15} aria-hidden />)}
      {explanation !== null && (
        <p id={`${nameField(number)}-said`} className={`quiet tight below-2 ${own.said}`}>
          {isWrong && <strong className="broken">{words.isNot(text(markName(checked)))} </strong>}
          {text(explanation)}
        </p>
      )}
    </li>
  );
}

/** Nothing before it is checked. */
function saidOf({ looks }: NameExercise, mark: Numbered, checked: NamedSort | undefined) {
  if (checked === undefined) return null;
  return checked === mark.sort ? mark.tells : looks[checked];
}
