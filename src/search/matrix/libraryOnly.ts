/**
 * Where a library does worse than its row shows, because of something that the simulation has no setting for. The
 * library's source says so, and the cell quotes it. It knows no table.
 */

import type { FaultKind } from '../../core/model/scenario/fault';
import { rankOf, type Severity } from '../../core/model/trace/severity';
import type { Text } from '../../core/model/values/text';
import * as words from './libraryOnlyWords';
import type { Cell } from './table';

export interface LibraryOnly {
  readonly row: string;
  readonly kind: FaultKind;
  /** What the library does. */
  readonly outcome: Severity;
  /** Why, as a sentence. */
  readonly text: Text;
  /** The lines that say so. */
  readonly source: string;
}

export const libraryOnly: readonly LibraryOnly[] = [
  {
    row: 'node-redlock-4',
    kind: 'crash',
    outcome: 'unavailable',
    text: words.ioredisWaits,
    source: 'https://github.com/redis/ioredis/blob/fb224a7609b6d25959e06e31fdab2460d1f75691/lib/redis/RedisOptions.ts',
  },
  {
    row: 'redlock-php',
    kind: 'crash',
    outcome: 'unavailable',
    text: words.phpredisThrows,
    source: 'https://github.com/ronnylt/redlock-php/blob/2d512f4a40fed2a1361f05fe7eab29a00b907fb1/src/RedLock.php',
  },
];

/** Null: the library does what its cell says, or nothing worse. */
export function libraryOnlyOf(row: string, kind: FaultKind, cell: Cell | undefined): LibraryOnly | null {
  if (cell?.kind !== 'tried') return null;
  const entry = libraryOnly.find((one) => one.row === row && one.kind === kind);
  return entry !== undefined && rankOf(entry.outcome) < rankOf(cell.outcome) ? entry : null;
}
