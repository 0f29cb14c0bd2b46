// The origin of a row: the library with its version and the day on which it was read, and the way to report that it
// is wrong.
import { useState } from 'react';
import type { Place } from '../../search/matrix/place';
import { rowHeads } from '../../search/matrix/rowHeadTexts';
import { later } from '../parts/later';
import { useLanguage } from '../words/i18n';
import styles from './Panel.module.css';
import { tableWords } from './words';

const ReportRow = later(async () => (await import('./ReportRow')).ReportRow);

interface RowFactsProps {
  readonly row: string;
  readonly place: Place;
  /** Whether the row is named: it is one of two. */
  readonly hasName: boolean;
}

export function RowFacts({ row, place, hasName }: RowFactsProps) {
  const language = useLanguage();
  const words = tableWords[language].row;
  const [isOpen, setOpen] = useState(false);
  const head = rowHeads[row];
  if (head === undefined) return null;
  const { library, title } = head;
  return (
    <div className={styles.facts}>
      <p>
        {hasName && <b>{title[language]} </b>}
        {library === null ? words.specified : words.library(library.version, library.lock[language])}{' '}
        {library !== null && (
          <span className="quiet">
            {library.checked === 'run' ? words.run(library.read) : words.source(library.read, library.commit)}{' '}
            <a href={library.repository} target="_blank" rel="noreferrer">
              {words.repository}
            </a>
          </span>
        )}{' '}
        <button type="button" className={styles.wrong} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.wrong}
        </button>
      </p>
      {isOpen && <ReportRow row={row} place={place} />}
    </div>
  );
}
