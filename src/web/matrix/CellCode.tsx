// The address of the selection, and the code that puts it into a page, with the site's public address.

import { type Place, writePlace } from '../../search/matrix/place';
import { usePublicSite } from '../files/publicSite';
import { CopyBox } from '../share/CopyBox';
import { PublicSite } from '../share/PublicSite';
import { useText } from '../words/i18n';
import { embedOfPlace } from './embedOfPlace';
import { known } from './known';
import { tableWords } from './words';

interface CellCodeProps {
  readonly place: Place;
  readonly changes: Parameters<typeof writePlace>[2];
}

export function CellCode({ place, changes }: CellCodeProps) {
  const words = useText()(tableWords);
  const here = new URL('../', location.href).href;
  const site = usePublicSite(here);
  return (
    <>
      <PublicSite here={here} />
      <CopyBox label={words.address} text={`${site}matrix/${writePlace(place, known, changes)}`} />
      <CopyBox label={words.code} text={embedOfPlace(place, site, words.title)} rows={4} />
    </>
  );
}
