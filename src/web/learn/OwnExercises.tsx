// Exercises that other people made: those that are open, and the way to open another.

import { ownWords } from '../../content/texts/ownExercise';
import { readFile } from '../files/readFile';
import { useDroppedFiles, usePasted } from '../parts/dropAndPaste';
import { FileButton } from '../parts/FileButton';
import drop from '../parts/Veil.module.css';
import { useText } from '../words/i18n';
import { useExercises } from './exerciseState';
import styles from './List.module.css';
import { kindName, useLearnWords } from './words';
import { workshop } from './workshop';

export function OwnExercises() {
  const { text, words: learnWords } = useLearnWords();
  const words = text(ownWords);
  const own = useExercises((state) => state.own);
  const openId = useExercises((state) => state.openId);
  return (
    <section className={styles.chapter}>
      <h2 className="normal stronger">{words.own}</h2>
      <p className="quiet">{words.ownAbout}</p>
      {own.length > 0 && (
        <ul className="flush">
          {own.map((exercise) => (
            <li key={exercise.id}>
              <button
                type="button"
                className={styles.entry}
                aria-current={exercise.id === openId ? 'true' : undefined}
                onClick={() => workshop.openOwn(exercise)}
              >
                <span className={styles.state} />
                <span>{text(exercise.title)}</span>
                <span className="quiet normal regular">{learnWords.kind[kindName(exercise)]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.files}>
        <FileButton
          look="plain"
          label={words.load}
          accept="application/json,.json"
          onFile={openFile}
          data-own-exercise
        />
      </div>
    </section>
  );
}

const openText = (text: string): void => workshop.openText(text);

function openFile(file: File): void {
  void readFile(file).then((fileText) => (fileText.ok ? openText(fileText.text) : workshop.refuse(fileText.problem)));
}

/** An exercise may be dropped anywhere on the page, or pasted. The page says so while a file is dragged over it. */
export function OwnDrop() {
  const words = useText()(ownWords);
  const isOver = useDroppedFiles(openFile);
  usePasted({ onFile: openFile, onText: openText });
  return isOver ? <div className={drop.veil}>{words.drop}</div> : null;
}
