// "What would have made your answer right?": one change of the run, with the answer measured during a drag.
import { Check, Ellipsis, X } from 'lucide-react';
import { evaluateGoal } from '../../core/judge/goalEvaluation';
import type { PredictExercise, Prediction } from '../../core/model/scenario/exercise';
import { sameJson } from '../../core/model/scenario/patch';
import { type AllowedChanges, judgeCounterfactual } from '../../course/judging/counterfactual';
import { FaultList } from '../faults/FaultList';
import { Button } from '../parts/Button';
import { useRun } from '../state/run';
import { AddFaults } from './AddFaults';
import { AllowedRows } from './AllowedRows';
import styles from './Goals.module.css';
import { MeasuredGoal } from './MeasuredGoal';
import { showOtherwise } from './prediction';
import { useLearnWords } from './words';
import { workshop } from './workshop';

interface OtherwiseProps {
  readonly exercise: PredictExercise;
  /** A wrong answer. */
  readonly option: Prediction;
  readonly levers: AllowedChanges;
}

export function Otherwise({ exercise, option, levers }: OtherwiseProps) {
  const { words } = useLearnWords();
  return (
    <section className={styles.goals} aria-label={words.otherwise.title}>
      <h3>{words.otherwise.title}</h3>
      <OneChange exercise={exercise} option={option} levers={levers} />
    </section>
  );
}

const signs = { true: Check, false: X, 'not yet': Ellipsis } as const;

function OneChange({ exercise, option, levers }: OtherwiseProps) {
  const { text, words } = useLearnWords();
  const run = useRun();
  const isChanged = !sameJson(run.scenario, exercise.scenario);
  const { met, breaches, solved } = judgeCounterfactual(exercise.scenario, option, run);
  const Sign = signs[met];
  const { kinds, may } = levers;
  const how = may.length > 0 ? 'set' : kinds.length > 0 ? 'add' : 'drag';
  return (
    <>
      <p>{words.otherwise[how]}</p>
      <ul className="grid gap-4">
        <li className={`flex gap-4 tight ${styles.goal}`} data-met={met}>
          <Sign size={15} className={styles.sign} aria-label={words.met[met]} />
          <span>
            {words.otherwise.wanted}
            <MeasuredGoal measurement={evaluateGoal(option.goal, run.verdict)} />
          </span>
        </li>
      </ul>
      {breaches.length > 0 && (
        <div role="alert" className={styles.breaches}>
          {breaches.map((breach) => (
            <p key={breach.en}>{text(breach)}</p>
          ))}
        </div>
      )}
      <div role="status" className={styles.result} data-right={solved} hidden={!solved}>
        {solved && (
          <>
            <p>
              <strong>{words.otherwise.right}</strong>
            </p>
            <p>{text(exercise.after)}</p>
          </>
        )}
      </div>
      <div className={`grid gap-4 ${styles.levers}`}>
        {kinds.length > 0 && <AddFaults kinds={kinds} />}
        {may.length > 0 && <AllowedRows may={may} />}
        {may.length === 0 && <FaultList />}
        <div className="flex wrap gap-5 rows-2" data-part>
          <Button look="plain" disabled={solved} onClick={() => showOtherwise(exercise, option)}>
            {words.otherwise.show}
          </Button>
          <Button look="plain" disabled={!isChanged} onClick={() => workshop.reset()}>
            {words.otherwise.back}
          </Button>
        </div>
      </div>
    </>
  );
}
