// The goal of an exercise in which the reader is the network: how many decisions he may take, and has taken.
import { Check, Ellipsis, X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { OrderExercise } from '../../../core/model/scenario/exercise';
import { type JudgedOrder, judgeOrder } from '../../../course/judging/order';
import { currentParts } from '../../state/parts';
import { useExercises } from '../exerciseState';
import goals from '../Goals.module.css';
import { useProgress } from '../progress';
import { Score } from '../Score';
import { useLearnWords } from '../words';
import { decidedIn, useOrderTries } from './orderTries';

interface Part {
  readonly exercise: OrderExercise;
}

const signs = { true: Check, false: X, 'not yet': Ellipsis } as const;

export function OrderGoals({ exercise }: Part) {
  const { text, words } = useLearnWords();
  const decided = useOrderTries((tries) => decidedIn(exercise, tries));
  const judged = useMemo(
    () =>
      judgeOrder(
        exercise,
        decided.map(({ decision }) => decision),
        currentParts(),
      ),
    [exercise, decided],
  );
  const { solved, used } = judged;
  const met = metIn(exercise, judged);
  const Sign = signs[met];
  useEffect(() => {
    if (solved && useExercises.getState().openId === exercise.id) useProgress.getState().earn(exercise.id, 0);
  }, [exercise, solved]);
  return (
    <section className={goals.goals} aria-label={words.goals} data-solved={solved}>
      <h3>{words.goals}</h3>
      <ul className="grid gap-4" data-stays>
        <li className={`flex gap-4 tight ${goals.goal}`} data-met={met} aria-live="polite">
          <Sign size={15} className={goals.sign} aria-label={words.met[met]} />
          <span>{words.order.goal({ most: exercise.decisionsMax, ...judged })}</span>
        </li>
      </ul>
      <div role="status" className={goals.result} data-right={solved} data-said tabIndex={-1} hidden={!solved}>
        {solved && (
          <>
            <strong>{words.solvedWith(words.order.spent(used))}</strong>
            <Score exercise={exercise} />
            <p>{text(exercise.after)}</p>
          </>
        )}
      </div>
    </section>
  );
}

/** Without a decision left it can no longer be met. */
const metIn = ({ decisionsMax }: OrderExercise, { solved, used }: JudgedOrder): keyof typeof signs =>
  solved ? 'true' : used >= decisionsMax ? 'false' : 'not yet';
