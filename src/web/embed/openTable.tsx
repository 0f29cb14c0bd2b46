// A row of the table “What breaks what”, or two, as a list; a cell as the smallest run that shows it. Loaded when an
// address asks for it.
import type { ReactNode } from 'react';
import type { EmbedParameters } from '../../content/address/embed';
import { tableProblems } from '../../content/address/tableProblems';
import { placeProblems, readPlace } from '../../search/matrix/place';
import { noRow } from '../../search/matrix/placeProblems';
import { rows } from '../../search/matrix/rows';
import { tableOf } from '../../search/matrix/tables';
import { kindNamed } from '../matrix/columns';
import { known } from '../matrix/known';
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
  const { place } = readPlace(words, known);
  const wrong = placeProblems(words, known);
  const ofPlace = wrong.length === 0 && place.rows.length === 0 ? [noRow] : wrong;
  const problemsOf = (isRun: boolean) => [...ofPlace, ...tableProblems(address, isRun)];
  const table = await tableOf(place.check, place.leases);
  // Two cells lie side by side as two rows.
  const row = place.rows.length === 1 ? place.rows[0] : undefined;
  const kind = kindNamed(place.kind);
  const found = rows.find(({ id }) => id === row);
  const cell = kind === null || row === undefined ? undefined : table.cells[row]?.[kind];
  if (found === undefined || cell?.kind !== 'tried')
    return <EmbedRows table={table} place={place} parameters={parameters} problems={problemsOf(false)} />;
  const [{ scenarioOfCell }] = await Promise.all([import('../../search/matrix/scenario'), fetchPartsFor()]);
  openRun({ scenario: scenarioOfCell(found, place.check, place.leases, cell), storyId: null, variantId: null });
  resetHistory();
  // The lock and the check come from the table.
  const notOpened = await openAsAsked({ ...parameters, lock: null, storage: null });
  return <Embed parameters={parameters} problems={[...problemsOf(true), ...notOpened]} />;
}
