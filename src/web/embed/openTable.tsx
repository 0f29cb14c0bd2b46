// A row of the table “What breaks what”, or two, as a list; a cell as the smallest run that shows it. Loaded when an
// address asks for it.
import type { ReactNode } from 'react';
import type { EmbedParameters } from '../../content/address/embed';
import { tableProblems } from '../../content/address/tableProblems';
import { noRow } from '../../search/matrix/addressProblems';
import { addressProblems, readTableAddress } from '../../search/matrix/tableAddress';
import { tableOf } from '../../search/matrix/tables';
import { kindNamed } from '../matrix/columns';
import { tableNames } from '../matrix/known';
import { openRun, resetHistory } from '../state/openRun';
import { fetchPartsFor } from '../state/parts';
import { Embed } from './Embed';
import { EmbedRows } from './EmbedRows';
import { openAsAsked } from './openAsAsked';

/**
 * @param words the place, as in an address of the table
 * @param address everything that the frame was asked for
 */
export async function openTable(parameters: EmbedParameters, words: string, address: string): Promise<ReactNode> {
  const { address: tableAddress } = readTableAddress(words, tableNames);
  const wrong = addressProblems(words, tableNames);
  const wrongOrEmpty = wrong.length === 0 && tableAddress.rows.length === 0 ? [noRow] : wrong;
  const problemsOf = (isRun: boolean) => [...wrongOrEmpty, ...tableProblems(address, isRun)];
  const table = await tableOf(tableAddress.check, tableAddress.leases);
  // Two cells lie side by side as two rows.
  const row = tableAddress.rows.length === 1 ? tableAddress.rows[0] : undefined;
  const kind = kindNamed(tableAddress.kind);
  if (row === undefined || kind === null || table.cells[row]?.[kind]?.kind !== 'tried')
    return <EmbedRows table={table} address={tableAddress} parameters={parameters} problems={problemsOf(false)} />;
  const [{ scenarioAt }] = await Promise.all([import('../../search/matrix/scenario'), fetchPartsFor('all')]);
  const scenario = scenarioAt(table, row, kind);
  if (scenario === null) throw new Error(`The table has no row ${row}.`);
  openRun({ scenario, storyId: null, variantId: null });
  resetHistory();
  // The lock and the check come from the table.
  const notOpened = await openAsAsked({ ...parameters, lock: null, storage: null });
  return <Embed parameters={parameters} problems={[...problemsOf(true), ...notOpened]} />;
}
