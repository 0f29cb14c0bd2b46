// A small task after the first end: the chip that offers it, and in place of the answers the task, the result of the
// last attempt, and whether it is done.
import { Check, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { goalWords } from '../../content/texts/goal';
import { severityWords } from '../../content/texts/severities';
import { sameJson } from '../../core/model/scenario/patch';
import { fewDigits } from '../../core/model/values/format';
import { fromMs, type Ms } from '../../core/model/values/time';
import { isSafe } from '../../picture/scene/answers';
import { IconButton } from '../parts/Tip';
import { useEdition } from '../state/edition';
import { simulateNow } from '../state/longRun';
import { useRun } from '../state/run';
import { useText } from '../words/i18n';
import styles from './Answers.module.css';
import { type Aim, type Goal, goalOf, harmIsLeft, hasGoal, judgedGoal, lengthIn } from './goalRules';

/** The fault of the task that the run on screen has at its end; null: it has no task. */
export function useTask(fault: string | null): string | null {
  const committed = useEdition((state) => state.committed);
  return useMemo(() => (hasGoal(committed, fault) ? fault : null), [committed, fault]);
}

interface GoalChipProps {
  readonly fault: string;
  readonly onPress: (goal: Goal) => void;
}

export function GoalChip({ fault, onPress }: GoalChipProps) {
  const words = useText()(goalWords);
  const press = (): void => onPress(goalOf(useEdition.getState().committed, fault));
  return (
    <button type="button" className={styles.answer} onClick={press}>
      {words.offer.keep}
    </button>
  );
}

interface GoalTaskProps {
  readonly goal: Goal;
  readonly close: () => void;
}

export function GoalTask({ goal, close }: GoalTaskProps) {
  const words = useText()(goalWords);
  const ended = useText()(severityWords);
  const [aim, setAim] = useState<Aim>('keep');
  const { scenario, verdict } = useRun();
  const isDragged = useEdition(({ draft }) => draft !== null);
  const length = lengthIn(scenario, goal.fault);
  const kind = goal.scenario.faults[goal.fault]?.kind === 'pause' ? 'pause' : 'other';
  const isTried = length !== null && !sameJson(scenario, goal.scenario);
  const isData = !isSafe(simulateNow(goal.scenario).verdict.data);
  const isHarmed = harmIsLeft(goal.scenario, verdict);
  const judged = isTried && !isDragged ? judgedGoal(goal, aim, length, isHarmed) : null;
  const best = aim === 'keep' ? goal.least - 1 : goal.least;
  const other: Aim = aim === 'keep' ? 'break' : 'keep';
  return (
    <>
      <h2 className={styles.aim}>{words.task[aim](words.what[kind], isData)}</h2>
      <div className={styles.task} data-tone={judged === 'done' ? 'green' : undefined}>
        <p aria-live="polite">
          {judged !== null && length !== null && (
            <>
              {judged === 'done' && <Check size={18} aria-hidden />}
              {words.yours(timeIn(length), isHarmed ? ended[verdict.outcome] : words.safe(isData))}{' '}
              <strong>{judged === 'done' ? words.done[aim](timeIn(best)) : words[judged][aim]}</strong>
            </>
          )}
        </p>
        {judged === 'done' && (
          <button type="button" className={styles.answer} onClick={() => setAim(other)}>
            {words.offer[other]}
          </button>
        )}
        <IconButton className={styles.close} label={words.close} onClick={close}>
          <X size={18} aria-hidden />
        </IconButton>
      </div>
    </>
  );
}

const timeIn = (ms: Ms): string => fewDigits.formatLength(fromMs(ms));
