/** What the addresses of this table can name. */

import type { Language } from '../../core/model/values/text';
import { nameOfRow } from '../../search/matrix/rowInfo';
import { rowInfos } from '../../search/matrix/rowInfos';
import type { Known } from '../../search/matrix/tableAddress';
import { columns, tableChecks } from './columns';

/** In the order of the table. */
export const tableNames: Known = { rows: Object.keys(rowInfos), kinds: columns, checks: tableChecks };

/** The name of a row by its id. */
export function nameIn(row: string, language: Language): string {
  const head = rowInfos[row];
  return head === undefined ? row : nameOfRow(head, language);
}
