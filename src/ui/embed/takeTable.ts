/** What an address asks for of the table “What breaks what”. */

import { tableParameters } from '../../model/embedParameters';

/** As an address of the table has it; null: it asks for a run. The other parameters are those of any embed, and stay. */
export function takeTable(asked: URLSearchParams): string | null {
  if (asked.get('view') !== 'matrix') return null;
  // A slash within one of them is none of the address.
  const place = tableParameters.map((name) => (asked.get(name) ?? '').replaceAll('/', '%252F')).join('/');
  for (const name of ['view', ...tableParameters]) asked.delete(name);
  return place;
}
