/** What the addresses of this table can name. */
import { columns, tableChecks } from './columns';
import type { Known } from './place';
import { rowHeads } from './rowHeadTexts';

/** The rows are in the order of the table. */
export const known: Known = { rows: Object.keys(rowHeads), kinds: columns, checks: tableChecks };
