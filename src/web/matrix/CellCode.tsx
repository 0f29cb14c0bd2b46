// The address of the selection, and the code that puts it into a page, with the site's public address.

import { type TableAddress, writeTableAddress } from '../../search/matrix/tableAddress';
import { usePublicSite } from '../files/publicSite';
import { CopyBox } from '../share/CopyBox';
import { PublicSite } from '../share/PublicSite';
import { useText } from '../words/i18n';
import { embedOfAddress } from './embedOfAddress';
import { tableNames } from './known';
import { tableWords } from './words';

interface CellCodeProps {
  readonly address: TableAddress;
  readonly changes: Parameters<typeof writeTableAddress>[2];
}

export function CellCode({ address, changes }: CellCodeProps) {
  const words = useText()(tableWords);
  const here = new URL('../', location.href).href;
  const site = usePublicSite(here);
  return (
    <>
      <PublicSite here={here} />
      <CopyBox label={words.address} text={`${site}matrix/${writeTableAddress(address, tableNames, changes)}`} />
      <CopyBox label={words.code} text={embedOfAddress(address, site, words.title)} rows={4} />
    </>
  );
}
