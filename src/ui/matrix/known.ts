/** What the addresses of this table can name. */

import type { Known } from '../../matrix/place';
import { columns, tableChecks } from './columns';
import { rowHeads } from './rowHeadTexts';

/** The rows are in the order of the table. */
export const known: Known = { rows: Object.keys(rowHeads), kinds: columns, checks: tableChecks };
