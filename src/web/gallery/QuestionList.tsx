// What people ask about locks: each question with its answer, its run, and its own page. It is loaded when it is shown.
import { questionFolder } from '../../content/address/folders';
import { questionGroups } from '../../content/questions/questions';
import { questionWords } from '../../content/texts/questions';
import { Button } from '../parts/Button';
import { useLanguage } from '../words/i18n';
import styles from './Gallery.module.css';

export interface QuestionListProps {
  /** Called with the name of a run. */
  readonly onPick: (run: string) => void;
}

export function QuestionList({ onPick }: QuestionListProps) {
  const language = useLanguage();
  const words = questionWords[language];
  return (
    <div className={styles.body}>
      {Object.entries(questionGroups).map(([id, questions]) => (
        <section key={id} className={styles.shelf}>
          <h3 className="large below stronger">{words.groups[id === 'trouble' ? 'trouble' : 'choosing']}</h3>
          <ol className={`grid gap-5 ${styles.cards}`}>
            {questions.map((one) => (
              <li key={one.id} className={`card grid gap-3 pad-y-5 pad-x-5 ${styles.question}`}>
                <a className="strong pretty" href={questionFolder(one.id, language)}>
                  {one.question[language]}
                </a>
                <p className="normal airy">{one.answer[language]}</p>
                <p className="quiet normal airy">{one.limits[language]}</p>
                <div>
                  <Button onClick={() => onPick(one.run)}>{words.run}</Button>
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
