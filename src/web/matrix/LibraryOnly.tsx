// Behaviour of libraries that the simulation has no setting for: the meaning of a cell with †, in a sentence, with the
// source.

import type { FaultKind } from '../../core/model/scenario/fault';
import { withGap } from '../../core/model/values/joinedTexts';
import { libraryOnly, libraryOnlyOf } from '../../search/matrix/libraryOnly';
import type { Table } from '../../search/matrix/table';
import { useLanguage } from '../words/i18n';
import { nameIn } from './known';
import styles from './List.module.css';
import { tableWords } from './words';

interface LibraryOnlyProps {
  readonly table: Table;
  /** Absent: all rows. */
  readonly rows?: readonly string[];
  readonly kind?: FaultKind;
}

export function LibraryOnly({ table, rows, kind }: LibraryOnlyProps) {
  const language = useLanguage();
  const words = tableWords[language];
  const notes = libraryOnly.filter(
    (one) =>
      rows?.includes(one.row) !== false &&
      (kind ?? one.kind) === one.kind &&
      libraryOnlyOf(one.row, one.kind, table.cells[one.row]?.[one.kind]) !== null,
  );
  if (notes.length === 0) return null;
  return (
    <ul className={`quiet normal loose ${styles.itself}`} aria-label={words.itself.title}>
      {notes.map(({ row, kind: of, text, source }) => (
        <li key={`${row} ${of}`}>
          <span aria-hidden>† </span>
          {withGap(words.itself.note(nameIn(row, language), words.kinds[of], text[language]))}
          <a href={source} target="_blank" rel="noreferrer">
            {words.itself.source}
          </a>
        </li>
      ))}
    </ul>
  );
}
