// The tools to break a run: the kinds of faults in the budget, and the faults that are in the run already.
import type { BreakExercise } from '../../model/exercise';
import { addedFaults } from '../../run/exercise';
import { FaultList } from '../faults/FaultList';
import { useScenario } from '../state/scenario';
import { useText } from '../words/i18n';
import { AddFaults } from './AddFaults';
import styles from './Learn.module.css';
import { learnWords } from './words';

export function BreakTools({ exercise }: { readonly exercise: BreakExercise }) {
  const words = useText()(learnWords);
  const { faults, kinds, lengthMax, processes } = exercise.budget;
  const committed = useScenario((state) => state.committed);
  const added = Object.keys(addedFaults(exercise.scenario, committed)).length;
  const count = added === 0 ? words.budgetFaults(faults) : words.budgetLeft(Math.max(0, faults - added), faults);
  const bounds = [count, ...(lengthMax === undefined ? [] : [words.budgetLength(lengthMax)])];
  return (
    <section className={styles.tools} aria-label={words.budget}>
      <h3>{words.budget}</h3>
      <p className={styles.bounds}>{bounds.join(' · ')}</p>
      <AddFaults kinds={kinds} processes={processes} />
      <FaultList none={words.noFault} />
    </section>
  );
}
