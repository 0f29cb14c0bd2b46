// A row of the table in somebody else's page, or two side by side. Its cells lead to the table.
import { useRef } from 'react';
import type { Table } from '../../matrix/table';
import type { Text } from '../../model/text';
import type { EmbedParameters } from '../files/embedParameters';
import { Sign } from '../parts/Sign';
import { nameOfRow } from '../table/cellText';
import { KindList } from '../table/KindList';
import { known } from '../table/known';
import { type Place, writePlace } from '../table/place';
import { rowHeads } from '../table/rowHeadTexts';
import { tableWords } from '../table/words';
import { useLanguage, useSharedWords } from '../words/i18n';
import { siteRoot } from './Embed';
import styles from './Embed.module.css';
import { signs } from './signs';
import { useHost } from './useHost';

interface EmbedRowsProps {
  readonly table: Table;
  readonly place: Place;
  readonly parameters: EmbedParameters;
  readonly problems: readonly Text[];
}

export function EmbedRows({ table, place, parameters, problems }: EmbedRowsProps) {
  const content = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  const words = tableWords[language];
  const { embed } = useSharedWords();
  const names = place.rows.map((row) => {
    const head = rowHeads[row];
    return head === undefined ? row : nameOfRow(head, language);
  });
  const title = names.length === 0 ? words.title : names.join(' · ');
  const asked = useHost(parameters, content, title);
  const page = `${siteRoot()}matrix/${asked === null ? '' : `?lang=${asked}`}`;
  return (
    <div ref={content} className={styles.embed} data-hosted={parameters.frame !== null} data-view="verdict">
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <span className={styles.space} />
        <a
          className={styles.open}
          href={`${page}${writePlace(place, known)}`}
          target="_blank"
          rel="noopener"
          aria-label={embed.openLabel}
        >
          {embed.open}
          <Sign paths={signs.leaving} size={14} />
        </a>
      </header>
      {problems.map((problem) => (
        <p key={problem.en} role="alert" className={styles.problem}>
          {problem[language]}
        </p>
      ))}
      <main className={styles.rows}>
        <KindList table={table} place={place} page={page} />
      </main>
    </div>
  );
}
