// For instructors: a plan for 45 and for 90 minutes, and notes on each exercise. It is made to be printed.
import { Printer } from 'lucide-react';
import { chapters } from '../../exercises';
import type { Exercise } from '../../model/exercise';
import { Button } from '../parts/Button';
import { useText, useWords } from '../words/i18n';
import { useExercises } from './exerciseState';
import styles from './Guide.module.css';
import { solutionText } from './solutionText';
import { learnWords } from './words';

export function GuidePage() {
  const text = useText();
  const words = text(learnWords);
  const all = useExercises((state) => state.all);
  return (
    <main className={styles.guide}>
      <header className={styles.head}>
        <h2>{words.plan.title}</h2>
        <Button className={styles.print} onClick={() => window.print()}>
          <Printer size={15} aria-hidden /> {words.plan.print}
        </Button>
        <p>{words.plan.lead}</p>
      </header>
      <div className={styles.plans}>
        <Plan title={words.plan.short} steps={words.plan.shortSteps} />
        <Plan title={words.plan.long} steps={words.plan.longSteps} />
      </div>
      <section className={styles.own}>
        <h3>{words.plan.own}</h3>
        <p>{words.plan.ownHow}</p>
        <p>
          {words.plan.byHand} <a href="../exercise.schema.json">exercise.schema.json</a>
        </p>
      </section>
      <h2>{words.plan.notes}</h2>
      {chapters.map((chapter) => (
        <section key={chapter.id}>
          <h3>{text(chapter.title)}</h3>
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

function Plan({
  title,
  steps,
}: {
  readonly title: string;
  readonly steps: (typeof learnWords)['en']['plan']['shortSteps'];
}) {
  const words = useText()(learnWords);
  return (
    <section>
      <h3>{title}</h3>
      <ol className={styles.steps}>
        {steps.map(([minutes, what, how]) => (
          <li key={what}>
            <span className={styles.minutes}>
              {minutes} {words.plan.minutes}
            </span>
            <span>
              <strong>{what}</strong> {how}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Notes({ exercise }: { readonly exercise: Exercise }) {
  const text = useText();
  const words = text(learnWords);
  const pageWords = useWords();
  return (
    <article className={styles.notes}>
      <h4>
        <a href={`?do=${exercise.id}`}>{text(exercise.title)}</a> <span>{words.kind[exercise.kind]}</span>
      </h4>
      <p>{text(exercise.task)}</p>
      <dl>
        <dt>{words.plan.wrong}</dt>
        <dd>{text(exercise.notes.wrong)}</dd>
        <dt>{words.plan.say}</dt>
        <dd>{text(exercise.notes.say)}</dd>
        <dt>{words.plan.solution}</dt>
        <dd>{solutionText(exercise, pageWords, text).join(words.plan.and)}</dd>
      </dl>
    </article>
  );
}
