// What the table teaches, in sentences, each with links to the cells that show it.

import { writePlace } from '../../search/matrix/place';
import { useLanguage, useText } from '../words/i18n';
import { known } from './known';
import { linkTexts } from './lessonLinks';
import { lessons } from './lessonTexts';
import styles from './Matrix.module.css';
import { tableWords } from './words';

/** What a reader of the table has to know. */
export function Reading() {
  const words = useText()(tableWords);
  return (
    <section className={styles.lessons} aria-labelledby="reading">
      <h2 id="reading">{words.reading}</h2>
      <ul>
        {words.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}

export function Lessons() {
  const language = useLanguage();
  const words = tableWords[language];
  return (
    <section className={styles.lessons} aria-labelledby="lessons">
      <h2 id="lessons">{words.lessons}</h2>
      <ol>
        {lessons.map(({ id, text, cells }) => (
          <li key={id}>
            {text[language]}{' '}
            <span className={styles.cells}>
              {linkTexts(cells, words, language).map(({ text: name, cell: { row, kind, check } }) => (
                <a key={name} href={writePlace({ rows: [row], kind, check, leases: 'own' }, known)}>
                  {name}
                </a>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
