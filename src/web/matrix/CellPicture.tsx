// The run of a cell as a small picture. It is loaded with locks and simulator when the pointer first rests on a cell.

import { simulate } from '../../core/sim/simulate';
import { type Miniature, miniatureOf } from '../../picture/layout/miniature';
import { rows } from '../../search/matrix/rows';
import { scenarioOfCell } from '../../search/matrix/scenario';
import type { Cell, Table } from '../../search/matrix/table';
import { MiniaturePicture } from '../parts/MiniaturePicture';
import { currentParts } from '../state/parts';
import { useJob } from '../state/useJob';

export interface CellPictureProps {
  readonly table: Table;
  readonly row: string;
  readonly cell: Cell;
}

/** Each cell is an object of its own in its table, so that its picture is made once. */
const pictures = new WeakMap<Cell, Miniature>();

/** In ms. A long run takes a tenth of a second, so the card's text comes first. */
const afterMs = 30;

export function CellPicture({ table, row, cell }: CellPictureProps) {
  const cachedPicture = pictures.get(cell);
  const { value } = useJob(cachedPicture === undefined ? [cell] : null, async () => pictureOf(table, row, cell), {
    afterMs,
  });
  const picture = cachedPicture ?? value;
  return picture === null ? null : <MiniaturePicture picture={picture} />;
}

function pictureOf({ check, leases }: Table, row: string, cell: Cell): Miniature | null {
  const tableRow = rows.find(({ id }) => id === row);
  if (tableRow === undefined) return null;
  const picture = miniatureOf(simulate(scenarioOfCell(tableRow, check, leases, cell), currentParts()));
  pictures.set(cell, picture);
  return picture;
}
