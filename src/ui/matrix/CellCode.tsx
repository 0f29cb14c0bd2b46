// The address of what is selected, and the code that puts it into a page, on the site as readers will find it.

import { usePublicSite } from '../files/publicSite';
import { CopyBox } from '../share/CopyBox';
import { PublicSite } from '../share/PublicSite';
import { embedOfPlace } from '../table/embedOfPlace';
import { known } from '../table/known';
import { type Place, writePlace } from '../table/place';
import { tableWords } from '../table/words';
import { useText } from '../words/i18n';

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
