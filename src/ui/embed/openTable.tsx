// A row of the table “What breaks what”, or two, as a list; a cell as the smallest run that does it. Loaded when an address asks for it.
import type { ReactNode } from 'react';
import { rows } from '../../matrix/rows';
import { tableOf } from '../../matrix/tables';
import type { Text } from '../../model/text';
import type { EmbedParameters } from '../files/embedParameters';
import { openRun, resetHistory } from '../state/openRun';
import { fetchParts } from '../state/parts';
import { kindNamed } from '../table/columns';
import { known } from '../table/known';
import { readPlace } from '../table/place';
import { noRow } from '../table/placeProblems';
import { Embed } from './Embed';
import { EmbedRows } from './EmbedRows';

/** @param asked an address of the table */
export async function openTable(
  asked: string,
  parameters: EmbedParameters,
  problems: readonly Text[],
): Promise<ReactNode> {
  const { place, problem } = readPlace(asked, known);
  const wrong = problem ?? (place.rows.length === 0 ? noRow : null);
  const all = wrong === null ? problems : [...problems, wrong];
  const table = await tableOf(place.check, place.leases);
  const [row] = place.rows;
  const kind = kindNamed(place.kind);
  const found = rows.find(({ id }) => id === row);
  const cell = kind === null || row === undefined ? undefined : table.cells[row]?.[kind];
  if (found === undefined || cell?.kind !== 'tried')
    return <EmbedRows table={table} place={place} parameters={parameters} problems={all} />;
  const [{ scenarioOfCell }] = await Promise.all([import('../../matrix/scenario'), fetchParts()]);
  openRun({ scenario: scenarioOfCell(found, place.check, place.leases, cell), storyId: null, variantId: null });
  resetHistory();
  return <Embed parameters={parameters} problems={all} />;
}
