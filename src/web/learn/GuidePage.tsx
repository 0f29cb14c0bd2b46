// For instructors: a plan for 45 and for 90 minutes, and notes on each exercise. Laid out for printing.

import { Printer } from 'lucide-react';
import { write } from '../../content/address/write';
import type { Exercise } from '../../core/model/scenario/exercise';
import { withComma, withGap } from '../../core/model/values/joinedTexts';
import { chapters } from '../../course/exercises';
import { type PlanStep, plans } from '../../course/exercises/plans';
import { Button } from '../parts/Button';
import { useExercises } from './exerciseState';
import styles from './Guide.module.css';
import { viewOf } from './kinds';
import { kindName, useLearnWords } from './words';

export function GuidePage() {
  const { text, words } = useLearnWords();
  const all = useExercises((state) => state.all);
  return (
    <main className={`wide scroll large ${styles.guide}`}>
      <header className={`grid middle ${styles.head}`}>
        <h2 className="lead">{words.plan.title}</h2>
        <Button className={styles.print} onClick={() => window.print()}>
          <Printer size={15} aria-hidden /> {words.plan.print}
        </Button>
        <p>{words.plan.lead}</p>
        <p>
          {words.plan.tests} <a href="?check=before">{words.testBefore}</a> <a href="?check=after">{words.testAfter}</a>
        </p>
        <p>
          {withGap(words.plan.sheets)}
          <Button className={styles.print} onClick={() => void printSheets()}>
            <Printer size={15} aria-hidden /> {words.plan.allSheets}
          </Button>{' '}
          <a href="?present">{words.plan.present}</a>
        </p>
      </header>
      <div className={`grid ${styles.plans}`} id="plan">
        {plans.map(({ minutes, steps }) => (
          <Plan key={minutes} title={words.plan.for(minutes)} steps={steps} />
        ))}
      </div>
      <section className={styles.own}>
        <h3 className="large">{words.plan.own}</h3>
        <p>{words.plan.ownHow}</p>
        <p>
          {words.plan.byHand} <a href="../exercise.schema.json">exercise.schema.json</a>
        </p>
      </section>
      <h2 className="lead">{words.plan.notes}</h2>
      {chapters.map((chapter) => (
        <section key={chapter.id}>
          <h3 className="large">{text(chapter.title)}</h3>
          {all
            .filter((exercise) => exercise.chapter === chapter.id)
            .map((exercise) => (
              <Notes key={exercise.id} exercise={exercise} />
            ))}
        </section>
      ))}
    </main>
  );
}

const printSheets = async (): Promise<void> => (await import('./printExercise')).printEverySheet();

function Plan({ title, steps }: { readonly title: string; readonly steps: readonly PlanStep[] }) {
  const { text, words } = useLearnWords();
  return (
    <section>
      <h3 className="large">{title}</h3>
      <ol className={`grid gap-4 ${styles.steps}`}>
        {steps.map((step, index) => (
          <li className="grid" key={step.title.en}>
            <span className="quiet digits">{words.plan.span(...spanOf(steps, index))}</span>
            <div>
              <strong>{text(step.title)}</strong> {text(step.say)}
              {step.exercises.length > 0 && (
                <ul>
                  {step.exercises.map((planned) => (
                    <Planned key={planned.id} planned={planned} />
                  ))}
                </ul>
              )}
              <span className="block quiet">
                {withGap(words.plan.outcome)}
                {text(step.outcome)}
              </span>
              {step.late !== undefined && (
                <span className="block quiet">
                  {withGap(words.plan.late)}
                  {text(step.late)}
                </span>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The start and end of a step, in minutes from the beginning. */
function spanOf(steps: readonly PlanStep[], index: number): [number, number] {
  const from = steps.slice(0, index).reduce((sum, { minutes }) => sum + minutes, 0);
  return [from, from + (steps[index]?.minutes ?? 0)];
}

function Planned({ planned: { id, minutes, how } }: { readonly planned: PlanStep['exercises'][number] }) {
  const { text, words } = useLearnWords();
  const exercise = useExercises(({ all }) => all.find((one) => one.id === id));
  if (exercise === undefined) return null;
  return (
    <li>
      <a href={addressOf(id)}>{text(exercise.title)}</a> {withComma(words.plan.how[how], words.plan.lasts(minutes))}
    </li>
  );
}

function Notes({ exercise }: { readonly exercise: Exercise }) {
  const learnWords = useLearnWords();
  const { text, words } = learnWords;
  const { isWritten, paper } = viewOf(exercise);
  const solution = paper.solution(exercise, learnWords).join(words.plan.and);
  return (
    <article className={`line-above pad-y-5 ${styles.notes}`}>
      <h4 className="large">
        <a href={addressOf(exercise.id)}>{text(exercise.title)}</a> <span>{words.kind[kindName(exercise)]}</span>
      </h4>
      <p>{text(exercise.task)}</p>
      <dl className="grid gap-6 rows-2">
        <dt className="quiet">{words.plan.wrong}</dt>
        <dd>{text(exercise.notes.wrong)}</dd>
        <dt className="quiet">{words.plan.say}</dt>
        <dd>{text(exercise.notes.say)}</dd>
        <dt className="quiet">{words.plan.solution}</dt>
        <dd>{isWritten ? <pre className="keeps-lines">{solution}</pre> : solution}</dd>
      </dl>
    </article>
  );
}

const addressOf = (id: string): string => write({ run: { kind: 'exercise', id, link: null } });
