/** The code that puts a row or a cell of the table into a page, and the parameters of its address. */

import { type TableAddress, writeTableAddress } from '../../search/matrix/tableAddress';
import { embedTag, linkTag, withScript } from '../share/embedTag';
import { tableNames } from './known';

const embedParametersOf = ({ rows, kind, check, leases }: TableAddress): readonly (readonly [string, string])[] => [
  ['view', 'matrix'],
  ['row', rows.join('+')],
  ...(kind === null ? [] : [['kind', kind] as const]),
  ['check', check],
  ...(leases === 'own' ? [] : [['leases', leases] as const]),
];

/**
 * @param site where the playground is, ending with a slash
 * @param title the text of the link for readers without scripts
 */
export function embedOfAddress(address: TableAddress, site: string, title: string): string {
  const link = linkTag(`${site}matrix/${writeTableAddress(address, tableNames)}`, title);
  return withScript(site, embedTag(embedParametersOf(address), link));
}
