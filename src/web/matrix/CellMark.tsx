// The content of a cell: its sign, its word, its margin. The colour only repeats them.
import type { LibraryOnly } from '../../search/matrix/libraryOnly';
import type { Cell } from '../../search/matrix/table';
import { faceOf } from './cellText';
import styles from './List.module.css';
import { Shape } from './Shape';
import type { TableWords } from './words';

interface CellMarkProps {
  readonly cell: Cell;
  readonly words: TableWords;
  readonly isConfirmed?: boolean;
  readonly itself?: LibraryOnly | null;
}

export function CellMark({ cell, words, isConfirmed = false, itself = null }: CellMarkProps) {
  const { sign, word, margin, tone } = faceOf(cell, words, itself);
  return (
    <span className={styles.mark} data-tone={tone ?? undefined} data-blank={tone === null || undefined}>
      <span className={`stronger ${styles.word}`}>
        {sign !== null && (
          <>
            <Shape of={sign} />{' '}
          </>
        )}
        {word}
        {itself !== null && <span aria-hidden> †</span>}
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
