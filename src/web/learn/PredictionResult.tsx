// The result of a prediction: how the run ended, why the answer is right or wrong, and what would have made it right.

import { useEffect, useMemo, useRef } from 'react';
import type { PredictExercise, Prediction } from '../../core/model/scenario/exercise';
import type { Run } from '../../core/model/trace/run';
import { withGap } from '../../core/model/values/joinedTexts';
import { readingOf } from '../../core/narrate/reading';
import { allowedChangesOf } from '../../course/judging/counterfactual';
import { rightPredictions } from '../../course/judging/predictions';
import { Button } from '../parts/Button';
import { useBackgroundRun, useRun } from '../state/run';
import { Chain } from '../verdict/Chain';
import { unbroken } from '../words/unbroken';
import { useExercises } from './exerciseState';
import styles from './Goals.module.css';
import { intoView } from './intoView';
import { Otherwise } from './Otherwise';
import { useAnswered } from './progress';
import { Score } from './Score';
import { useLearnWords } from './words';
import { workshop } from './workshop';

export function PredictionResult({ exercise }: { readonly exercise: PredictExercise }) {
  const {
    text,
    words,
    shared: { speech },
  } = useLearnWords();
  const chosen = useExercises((state) => state.chosen);
  const { shown } = useAnswered(exercise.id);
  const exerciseRun = useBackgroundRun(exercise.scenario);
  const run = useRun();
  const option = exercise.options.find(({ id }) => id === chosen);
  const result = useRef<HTMLDivElement>(null);
  // Scrolls here after an answer, but not when a page opens.
  useEffect(() => {
    const next = requestAnimationFrame(() => {
      const parent = result.current?.parentElement;
      if (parent?.contains(document.activeElement)) intoView(parent);
    });
    return () => cancelAnimationFrame(next);
  }, []);
  if (option === undefined || exerciseRun === null) return null;
  const rightIds = rightPredictions(exercise, exerciseRun);
  const isRight = rightIds.includes(option.id);
  const right = exercise.options.find(({ id }) => rightIds.includes(id));
  // "Nothing went wrong" does not answer how long something took.
  const isSaidByAnswer = !isRight && right !== undefined && exerciseRun.verdict.outcome === 'held';
  const happened = isSaidByAnswer ? words.rather(text(right.text)) : readingOf(exerciseRun.verdict, speech).sentence;
  const levers = isRight ? null : allowedChangesOf(exercise.scenario, option);
  return (
    <>
      <div className={styles.result} data-right={isRight} ref={result}>
        <p role="status">
          <strong>{isRight ? words.right : words.wrong}</strong> {unbroken(happened)}
        </p>
        <ResultChain run={run} isGiven={run.scenario === exercise.scenario} />
        <Why option={option} />
        {shown ? <p>{words.answerShown}</p> : isRight ? <Score exercise={exercise} /> : <p>{words.noPoints}</p>}
        {levers === null && <p>{text(exercise.after)}</p>}
      </div>
      {levers !== null && <Otherwise exercise={exercise} option={option} levers={levers} />}
      <p className="quiet">
        {withGap(words.anew.about)}
        <Button look="plain" onClick={() => workshop.beginAnew()}>
          {words.anew.forget}
        </Button>
      </p>
    </>
  );
}

/** A person's own exercise may leave it out. */
function Why({ option }: { readonly option: Prediction }) {
  const { text, words } = useLearnWords();
  if (text(option.why) === '') return null;
  return (
    <>
      <h3 className={styles.yours}>{words.yours(text(option.text))}</h3>
      <p>{text(option.why)}</p>
    </>
  );
}

/** The chain of causes of the run on screen, in the playground's words. */
interface ResultChainProps {
  readonly run: Run;
  /** Whether the run is the one of the exercise. Otherwise it was changed, and its outcome is not shown yet. */
  readonly isGiven: boolean;
}

function ResultChain({ run, isGiven }: ResultChainProps) {
  const {
    words,
    shared: { speech },
  } = useLearnWords();
  const { sentence, chain } = useMemo(() => readingOf(run.verdict, speech), [run, speech]);
  const label = isGiven ? words.chain : words.chainNow;
  return (
    <div className={`below ${styles.causes}`}>
      <h3>{label}</h3>
      {!isGiven && <p>{unbroken(sentence)}</p>}
      {chain.length > 0 && <Chain chain={chain} run={run} label={label} />}
    </div>
  );
}
