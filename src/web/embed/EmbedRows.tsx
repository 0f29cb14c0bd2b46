// A row of the table in another page, or two side by side. Its cells link to the table.
import { ArrowUpRight } from 'lucide-react';
import { useRef } from 'react';
import type { EmbedParameters } from '../../content/address/embed';
import { write } from '../../content/address/write';
import type { Text } from '../../core/model/values/text';
import type { Table } from '../../search/matrix/table';
import { type TableAddress, writeTableAddress } from '../../search/matrix/tableAddress';
import { KindList } from '../matrix/KindList';
import { nameIn, tableNames } from '../matrix/known';
import { tableWords } from '../matrix/words';
import { useLanguage, useSharedWords } from '../words/i18n';
import styles from './Embed.module.css';
import { siteRoot } from './embedLinks';
import { useHost } from './useHost';

interface EmbedRowsProps {
  readonly table: Table;
  readonly address: TableAddress;
  readonly parameters: EmbedParameters;
  readonly problems: readonly Text[];
}

export function EmbedRows({ table, address, parameters, problems }: EmbedRowsProps) {
  const content = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  const words = tableWords[language];
  const { embed } = useSharedWords();
  const names = address.rows.map((row) => nameIn(row, language));
  const title = names.length === 0 ? words.title : names.join(' · ');
  const hostLanguage = useHost(parameters, content, title);
  const page = write({ language: hostLanguage }, `${siteRoot()}matrix/`);
  return (
    <div ref={content} className={styles.embed} data-hosted={parameters.frame !== null} data-view="verdict">
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <span className={styles.space} />
        <a
          className={styles.open}
          href={`${page}${writeTableAddress(address, tableNames)}`}
          target="_blank"
          rel="noopener"
          aria-label={embed.openLabel}
        >
          {embed.open}
          <ArrowUpRight size={14} aria-hidden />
        </a>
      </header>
      {problems.map((problem) => (
        <p key={problem.en} role="alert" className="firm breaks warned pad-y-3 pad-x-5">
          {problem[language]}
        </p>
      ))}
      <main className="on-panel pad-y-4 pad-x-5">
        <KindList table={table} address={address} page={page} />
      </main>
    </div>
  );
}
