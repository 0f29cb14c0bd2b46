/** A row of the table as Markdown: the worst that one fault of each kind does to a lock, with each check. */
import { write } from '../../content/address/write';
import { injectableKinds } from '../../core/faults';
import type { Language } from '../../core/model/values/text';
import { parts } from '../../core/run/parts';
import { nameOfRow } from '../../search/matrix/rowInfo';
import { rowInfos } from '../../search/matrix/rowInfos';
import type { Cell, Table } from '../../search/matrix/table';
import { fromText, outcomeText } from '../../web/matrix/cellText';
import { tableWords } from '../../web/matrix/words';
import { link, page, plain, table } from './markdown';
import { twinWords } from './twinWords';

export const rowTwinAt = (row: string, language: Language): string =>
  language === 'en' ? `matrix/${row}.md` : `matrix/zh/${row}.md`;

/** @param tables one for each check, with the lock's own leases */
export function rowTwin(row: string, tables: readonly Table[], language: Language): string {
  const info = rowInfos[row];
  if (info === undefined) throw new Error(`There is no row “${row}”.`);
  const words = twinWords[language];
  const inTable = tableWords[language];
  const over = language === 'en' ? './' : '../';
  const rows = tables.flatMap(({ check, cells }) => {
    const title = parts.resources.get(check)?.title[language] ?? check;
    const address = (kind: string): string =>
      write({ page: 'matrix', run: { kind: 'cell', words: `${row}/${kind}/${check}` }, language }, over);
    return injectableKinds.map((kind) => {
      const cell: Cell | undefined = cells[row]?.[kind];
      if (cell === undefined) throw new Error(`The table of ${check} has no ${row}/${kind}.`);
      const from = fromText(cell, inTable);
      const runs = cell.kind === 'tried' ? words.tried(cell.runs) : '';
      const phrases = [
        outcomeText(cell, inTable, language),
        ...(from === null ? [] : [from]),
        ...(runs === '' ? [] : [runs]),
      ];
      return [plain(title), link(inTable.kinds[kind], address(kind)), plain(phrases.join('; '))];
    });
  });
  return page([
    `# ${plain(nameOfRow(info, language))}`,
    `> ${words.cells}`,
    row === 'no-lock' ? '' : inTable.endedBy[info.endedBy],
    table([words.check, words.fault, words.outcome], rows),
    words.noProof,
  ]);
}
