// The report that a row or one of its cells is wrong: a text to copy, and the address that opens it as an issue, if
// the build knows one.

import { withColon } from '../../core/model/values/joinedTexts';
import { nameOfRow } from '../../search/matrix/rowInfo';
import { rowInfos } from '../../search/matrix/rowInfos';
import { type TableAddress, writeTableAddress } from '../../search/matrix/tableAddress';
import { playgroundVersion, repository } from '../howDecided/project';
import { issueAddress } from '../howDecided/report';
import { CopyBox } from '../share/CopyBox';
import { useLanguage } from '../words/i18n';
import { kindNamed } from './columns';
import { tableNames } from './known';
import styles from './Panel.module.css';
import { tableWords } from './words';

export function ReportRow({ row, address }: { readonly row: string; readonly address: TableAddress }) {
  const language = useLanguage();
  const { row: words, kinds } = tableWords[language];
  const head = rowInfos[row];
  if (head === undefined) return null;
  const page = location.href.replace(/#.*/, '');
  const name = nameOfRow(head, language);
  const kind = kindNamed(address.kind);
  const cell = kind === null ? '' : kinds[kind];
  const report = words.reportText({
    row: name,
    cell,
    read: head.library === null ? '' : `${head.library.repository} ${head.library.commit} (${head.library.read})`,
    link: `${page}${writeTableAddress({ ...address, rows: [row] }, tableNames)}`,
    version: playgroundVersion,
  });
  const issue = issueAddress(repository, {
    title: words.reportTitle(cell === '' ? name : withColon(name, cell)),
    body: report,
    cut: '…',
  });
  return (
    <div className={`grid gap-4 above-4 ${styles.report}`}>
      <p>{words.wrongHelp}</p>
      <CopyBox label={words.report} text={report} rows={7} />
      {issue !== null && (
        <p>
          <a href={issue} target="_blank" rel="noreferrer">
            {words.send}
          </a>
        </p>
      )}
    </div>
  );
}
