// The content of a cell: its sign, its word, its margin. The colour only repeats them.
import type { LibraryOnly } from '../../search/matrix/libraryOnly';
import type { Cell } from '../../search/matrix/table';
import { faceOf } from './cellText';
import styles from './List.module.css';
import type { TableWords } from './words';

interface CellMarkProps {
  readonly cell: Cell;
  readonly words: TableWords;
  readonly isConfirmed?: boolean;
  readonly itself?: LibraryOnly | null;
  /**
   * The surrounding element has a name of its own, so nothing in here is read aloud. A thousand cells need few
   * elements.
   */
  readonly isNamed?: boolean;
}

export function CellMark({ cell, words, isConfirmed = false, itself = null, isNamed = false }: CellMarkProps) {
  const { sign, word, margin, tone } = faceOf(cell, words, itself);
  const hidden = (text: string) => (isNamed ? text : <span aria-hidden>{text}</span>);
  return (
    <span className={styles.mark} data-tone={tone ?? undefined} data-blank={tone === null || undefined}>
      <span className={`stronger ${styles.word}`}>
        {sign !== '' && hidden(`${sign} `)}
        {word}
        {itself !== null && hidden(' †')}
        {isConfirmed && (
          <span className={styles.confirmed} aria-hidden>
            {' '}
            ●
          </span>
        )}
      </span>
      {margin !== '' && ' '}
      {margin !== '' && <span className="digits">{margin}</span>}
    </span>
  );
}
