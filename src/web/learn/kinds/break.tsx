// The exercise to break a run with few faults.

import type { BreakExercise } from '../../../core/model/scenario/exercise';
import { applyPatch, sameJson } from '../../../core/model/scenario/patch';
import { withColon } from '../../../core/model/values/joinedTexts';
import { beginningOf } from '../../../course/exercises/beginning';
import type { Judged } from '../../../course/judging/exercise';
import { addedFaults } from '../../../course/kinds/kind';
import { faultLine } from '../../edit/faultText';
import { textsOf } from '../../edit/kinds';
import { FaultList } from '../../faults/FaultList';
import { useEdition } from '../../state/edition';
import { useRun } from '../../state/run';
import { unbroken } from '../../words/unbroken';
import { AddFaults } from '../AddFaults';
import { budgetRules } from '../budgetRules';
import { Goals, isGivenSolved } from '../Goals';
import { heldBack } from '../heldBack';
import { Smallest } from '../Smallest';
import styles from '../Tools.module.css';
import { useLearnWords } from '../words';
import { type ExerciseView, goalsOf } from './view';

interface Props {
  readonly exercise: BreakExercise;
}

export const breakView: ExerciseView<BreakExercise> = {
  Goals: BreakGoals,
  Tools: BreakTools,
  rules: ({ budget }) => budgetRules(budget),
  hasSolution: isGivenSolved,
  paper: {
    height: 380,
    lists(exercise, learnWords) {
      const { words, shared } = learnWords;
      const { faults, lengthMax, kinds, processes } = exercise.budget;
      const bounds = [words.budgetFaults(faults), ...(lengthMax === undefined ? [] : [words.budgetLength(lengthMax)])];
      const where = processes === undefined ? [] : [processes.map(shared.onTimeline.process).join(words.plan.and)];
      const title = withColon(words.budget, [...bounds, ...where].join(' · '));
      return [{ title, items: kinds.map((kind) => textsOf(shared, kind).name) }, goalsOf(exercise, learnWords)];
    },
    solution: ({ scenario, solution }, { shared }) =>
      Object.values(addedFaults(scenario, applyPatch(scenario, solution))).map((fault) => faultLine(shared, fault)),
  },
};

function BreakGoals({ exercise }: Props) {
  const { smallest, spentFaults } = useLearnWords().words;
  return (
    <Goals
      exercise={exercise}
      says={{ attacked: smallest.shown, spent: spentFaults }}
      why={(judged) => exercise.later === undefined && <HeldBack exercise={exercise} judged={judged} />}
      besides={(judged) => exercise.later === undefined && <Smallest exercise={exercise} isSolved={judged.solved} />}
    />
  );
}

/** Why an attempt has not reached its goal yet. */
function HeldBack({ exercise, judged }: Props & { readonly judged: Judged }) {
  const { text, words, shared } = useLearnWords();
  const run = useRun();
  // The beginning of the exercise is not an attempt.
  const isBegun = sameJson(run.scenario, beginningOf(exercise));
  const why = isBegun ? null : heldBack(exercise, run, judged, { words, shared, text });
  return (
    <p aria-live="polite" className="quiet tight above-4" hidden={why === null}>
      {why !== null && (
        <>
          <strong>{words.heldBack.title}</strong> {unbroken(why)}
        </>
      )}
    </p>
  );
}

/**
 * The kinds of faults in the budget, and the faults that are already in the run. Empty if a given fault is to be
 * dragged.
 */
function BreakTools({ exercise }: Props) {
  const { words } = useLearnWords();
  const { faults, kinds, lengthMax, processes } = exercise.budget;
  const committed = useEdition((state) => state.committed);
  if (exercise.begins !== undefined) return null;
  const added = Object.keys(addedFaults(exercise.scenario, committed)).length;
  const count = added === 0 ? words.budgetFaults(faults) : words.budgetLeft(Math.max(0, faults - added), faults);
  const bounds = [count, ...(lengthMax === undefined ? [] : [words.budgetLength(lengthMax)])];
  return (
    <section className={styles.tools} aria-label={words.budget}>
      <h3>{words.budget}</h3>
      <p className="strong">{bounds.join(' · ')}</p>
      <AddFaults kinds={kinds} processes={processes} />
      <FaultList none={words.noFault} />
    </section>
  );
}
