// The tools to break a run: the kinds of faults in the budget, and the faults that are in the run already.
import { signOf } from '../../faults/signs';
import type { BreakExercise } from '../../model/exercise';
import type { FaultKind } from '../../model/fault';
import { addFault, timeToStrike } from '../edit/addFault';
import { kindCalled, textsOf } from '../edit/kinds';
import { FaultList } from '../faults/FaultList';
import { Button } from '../parts/Button';
import { Sign } from '../parts/Sign';
import { useCursor } from '../state/cursor';
import { useText, useWords } from '../words/i18n';
import styles from './Learn.module.css';
import { learnWords } from './words';

export function BreakTools({ exercise }: { readonly exercise: BreakExercise }) {
  const words = useText()(learnWords);
  const pageWords = useWords();
  const { faults, kinds, lengthMax } = exercise.budget;
  const bounds = [words.budgetFaults(faults), ...(lengthMax === undefined ? [] : [words.budgetLength(lengthMax)])];
  return (
    <section className={styles.tools} aria-label={words.budget}>
      <h3>{words.budget}</h3>
      <p className={styles.bounds}>{bounds.join(' · ')}</p>
      <fieldset className={styles.kinds}>
        <legend>{words.add}</legend>
        {kinds.map((kind) => {
          const { name, help } = textsOf(pageWords, kind);
          return (
            <Button key={kind} title={help} onClick={() => add(exercise, kind)}>
              <Sign paths={signOf(kind)} size={15} /> {name}
            </Button>
          );
        })}
      </fieldset>
      <FaultList none={words.noFault} />
    </section>
  );
}

/** At the playhead, on the selected process or on the first one that may be struck. */
function add({ budget }: BreakExercise, kind: FaultKind): void {
  const { selection } = useCursor.getState();
  const selected = selection?.kind === 'process' ? selection.id : null;
  const isAllowed = selected !== null && (budget.processes === undefined || budget.processes.includes(selected));
  const process = isAllowed ? selected : (budget.processes?.[0] ?? kindCalled(kind).usually);
  addFault(kind, process, { kind: 'time', at: timeToStrike() }, budget.lengthMax);
}
