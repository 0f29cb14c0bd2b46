// The goals of an exercise, each with whether the run on screen meets it. The exercise is solved when all are met
// within the rules.

import { Check, Ellipsis, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { applyPatch } from '../../core/model/scenario/patch';
import { withGap } from '../../core/model/values/joinedTexts';
import {
  type BreakingAttack,
  type Judged,
  type JudgedAim,
  runsMax,
  type WiderTrial as Tried,
} from '../../course/judging/exercise';
import { rulesOf } from '../../course/kinds';
import type { Attemptable } from '../../course/kinds/kind';
import { tooManyRuns } from '../../course/kinds/problems';
import { faultLine } from '../edit/faultText';
import { Button } from '../parts/Button';
import { saidBreach } from '../share/saidBreach';
import { useEdition } from '../state/edition';
import { simulateNow } from '../state/longRun';
import { useExercises } from './exerciseState';
import styles from './Goals.module.css';
import { intoView } from './intoView';
import { MeasuredGoal } from './MeasuredGoal';
import { useProgress } from './progress';
import { Score } from './Score';
import { useIsNarrow } from './useIsNarrow';
import { type Judgement, useJudged } from './useJudged';
import { type LearnWords, useLearnWords } from './words';
import { workshop } from './workshop';

const signs = { true: Check, false: X, 'not yet': Ellipsis } as const;

interface GoalsProps {
  readonly exercise: Attemptable;
  /** `tried`: absent if the exercise is played once. */
  readonly says: {
    readonly attacked: string;
    readonly spent: (cost: number) => string;
    readonly tried?: (runs: number) => string;
  };
  /** Why the attempt on screen falls short. */
  readonly why?: (judged: Judged) => ReactNode;
  readonly besides?: (judged: Judged) => ReactNode;
}

/** Its author need not have solved it. */
export const isGivenSolved = ({ solution }: Attemptable): boolean => Object.keys(solution).length > 0;

export function Goals({ exercise, says, why, besides }: GoalsProps) {
  const { text, words, shared } = useLearnWords();
  const attack = useExercises((state) => state.attack);
  const judgement = useJudged(exercise);
  const isInHead = useIsNarrow();
  const { judged } = judgement;
  useNoted(exercise, judged);
  return (
    <section className={styles.goals} aria-label={words.goals} data-solved={judged.solved}>
      <h3>{words.goals}</h3>
      <ul className="grid gap-4" data-stays>
        {isInHead && <OutcomeLine judgement={judgement} />}
        {judged.aims.map((judgedAim) => (
          <Goal key={judgedAim.aim.text.en} judged={judgedAim} />
        ))}
      </ul>
      <Trying tried={says.tried} judgement={judgement} />
      <Missed further={judged.further} />
      {attack === null && why?.(judged)}
      {attack !== null && (
        <div className={styles.attack}>
          <p className="below-3 normal">
            {says.attacked} <strong>{attackText(attack, { text, words, shared })}</strong>
          </p>
          <Button onClick={() => workshop.showAttack(null)}>{words.back}</Button>
        </div>
      )}
      {judged.breaches.length > 0 && (
        <div role="alert" className={styles.breaches} data-said tabIndex={-1}>
          <h4 className="below-3 normal">{words.notAllowed}</h4>
          <ul>
            {judged.breaches.map((breach) => (
              <li key={breach.en}>{text(saidBreach(breach, shared))}</li>
            ))}
          </ul>
        </div>
      )}
      <div
        role="status"
        className={styles.result}
        data-right={judged.solved}
        data-said
        tabIndex={-1}
        hidden={!judged.solved}
      >
        {judged.solved && (
          <>
            <strong>{judged.spent === null ? words.solved : words.solvedWith(says.spent(judged.spent))}</strong>
            {judged.further !== null && <Holds further={judged.further} />}
            <Score exercise={exercise} />
            {text(exercise.after) !== '' && <p>{text(exercise.after)}</p>}
          </>
        )}
      </div>
      {besides?.(judged)}
    </section>
  );
}

interface TryingProps {
  readonly tried: GoalsProps['says']['tried'];
  readonly judgement: Judgement;
}

/** The number of runs in which it was tried, the progress of trying, or why it was not tried. */
function Trying({ tried, judgement }: TryingProps) {
  const { text, words } = useLearnWords();
  switch (judgement.kind) {
    case 'judged': {
      const { runs, tooMany } = judgement.judged;
      if (tooMany !== null)
        return (
          <p role="alert" className="above-4">
            {text(tooManyRuns(tooMany, runsMax))}
          </p>
        );
      return tried && <p className={styles.tried}>{tried(runs)}</p>;
    }
    case 'failed':
      return (
        <p role="alert" data-said tabIndex={-1}>
          {words.notJudged(judgement.problem)}
        </p>
      );
    case 'stopped':
      return (
        <p className={styles.tried} data-said tabIndex={-1}>
          {words.stopped} <Button onClick={judgement.again}>{words.tryAgain}</Button>
        </p>
      );
    default: {
      const { going, stop, judged } = judgement;
      // As long as all goals are met, the attack continues.
      const isFurther = judged.runs > 0 && judged.aims.every(({ met }) => met === 'true');
      return (
        <p className={styles.tried} aria-busy>
          {isFurther && `${words.further.begun} `}
          {withGap(going === null ? words.judgingFirst : words.judging(going.runs, going.all))}
          <Button onClick={stop}>{words.stop}</Button>
        </p>
      );
    }
  }
}

/** What breaks a goal: a listed attack, or a fault at some place, and whether the seed is another one. */
function attackText({ title, fault, seed }: BreakingAttack, { text, words, shared }: LearnWords): string {
  const line = fault === undefined ? text(title) : faultLine(shared, fault);
  return seed === undefined ? line : words.inAnotherRun(line);
}

function Goal({ judged: { aim, met, against, measured } }: { readonly judged: JudgedAim }) {
  const { text, words, shared } = useLearnWords();
  const Sign = signs[met];
  return (
    <li className={`flex gap-4 tight ${styles.goal}`} data-met={met}>
      <Sign size={15} className={styles.sign} aria-label={words.met[met]} />
      <span>
        {text(aim.text)}
        {measured !== null && <MeasuredGoal measurement={measured} />}
        {against !== null && (
          <span className="block normal broken">
            {withGap(words.breaksWhen(attackText(against, { text, words, shared })))}
            <button type="button" className="link ink" onClick={() => workshop.showAttack(against)}>
              {words.show}
            </button>
          </span>
        )}
      </span>
    </li>
  );
}

/** An exercise that a person solved without the shown solution is saved once the change is committed. */
function useNoted(exercise: Attemptable, { solved, spent }: Judged): void {
  const isDragged = useEdition((state) => state.draft !== null);
  useEffect(() => {
    const { id } = exercise;
    if (!solved || isDragged || useExercises.getState().openId !== id) return;
    const solution = applyPatch(exercise.scenario, exercise.solution);
    const par = isGivenSolved(exercise) ? rulesOf(exercise).spent(exercise, simulateNow(solution)) : null;
    useProgress.getState().earn(id, spent !== null && par !== null && spent > par ? 1 : 0);
  }, [exercise, solved, spent, isDragged]);
}

function OutcomeLine({ judgement }: { readonly judgement: Judgement }) {
  const { words } = useLearnWords();
  const line = lineOf(judgement, words);
  if (line === null) return null;
  return (
    <li className={`flex wrap baseline gap-5 rows-1 broken ${styles.outcome}`} data-right={judgement.judged.solved}>
      <strong>{line}</strong>
      {judgement.kind !== 'going' && (
        <button type="button" className="link ink" onClick={readOn}>
          {words.readOn}
        </button>
      )}
    </li>
  );
}

function lineOf(judgement: Judgement, words: LearnWords['words']): string | null {
  const { judged } = judgement;
  if (judged.breaches.length > 0) return words.notAllowed;
  switch (judgement.kind) {
    case 'going':
      return judgement.going === null ? words.judgingFirst : words.judging(judgement.going.runs, judgement.going.all);
    case 'judged':
      if (judged.solved) return words.solved;
      return (judged.further?.miss ?? null) === null ? null : words.further.notYetShort;
    default:
      return words.undecided;
  }
}

function readOn({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  const explanation = currentTarget.closest('section')?.querySelector<HTMLElement>('[data-said]:not([hidden])');
  if (explanation == null) return;
  explanation.focus({ preventScroll: true });
  intoView(explanation);
}

/**
 * The result of testing a correct answer at every place and with other seeds: it holds, or the smallest run in which
 * it fails, which can be viewed.
 */
function Holds({ further: { injectionPoints, seeds } }: { readonly further: Tried }) {
  const { words } = useLearnWords();
  return <p>{words.further.holds(injectionPoints, seeds)}</p>;
}

/** Read aloud when it appears. */
function Missed({ further }: { readonly further: Tried | null }) {
  const { text, words, shared } = useLearnWords();
  const miss = further?.miss ?? null;
  return (
    <div role="status" className={styles.result} data-said tabIndex={-1} hidden={miss === null}>
      {miss !== null && (
        <>
          <strong>{words.further.notYet}</strong>
          <p>
            {withGap(attackText(miss.against, { text, words, shared }))}
            <button type="button" className="link ink" onClick={() => workshop.showAttack(miss.against)}>
              {words.show}
            </button>
          </p>
          <p>
            {text(miss.aim.text)}
            <MeasuredGoal measurement={miss.measured} />
          </p>
        </>
      )}
    </div>
  );
}
