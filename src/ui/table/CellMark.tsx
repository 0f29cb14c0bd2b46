// What stands in a cell: its sign, its word, its margin. The colour only repeats them.
import type { OfItself } from '../../matrix/itself';
import type { Cell } from '../../matrix/table';
import { faceOf } from './cellText';
import styles from './Table.module.css';
import type { TableWords } from './words';

interface CellMarkProps {
  readonly cell: Cell;
  readonly words: TableWords;
  readonly isConfirmed?: boolean;
  readonly itself?: OfItself | null;
}

export function CellMark({ cell, words, isConfirmed = false, itself = null }: CellMarkProps) {
  const { sign, word, margin, tone } = faceOf(cell, words, itself);
  return (
    <span className={styles.mark} data-tone={tone ?? undefined} data-blank={tone === null || undefined}>
      <span className={styles.word}>
        {sign !== '' && <span aria-hidden>{sign} </span>}
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
      {margin !== '' && <span className={styles.margin}>{margin}</span>}
    </span>
  );
}
