/** The full address of the committed scenario, which takes a moment to make. */

import type { OwnOf } from '../../content/address/parameters';
import type { PlaygroundParameters } from '../../content/address/playground';
import { write } from '../../content/address/write';
import { currentAddress } from '../files/address';
import { useEdition } from '../state/edition';
import type { Size } from '../state/remembered';
import { useLoaded } from '../state/useJob';

/** How the run is shown to a person who opens the address. */
export interface ShownAs {
  readonly size: Size;
  /** Whether the scene asks what will happen before it plays. Everything else is left out. */
  readonly own: Partial<OwnOf<PlaygroundParameters>>;
}

/** Empty while it is being made. A page that is not the playground passes the playground's address. */
export function useAddressNow(playground?: string, view?: ShownAs): string {
  const committed = useEdition((state) => state.committed);
  const options = { ...(playground !== undefined && { playground }), ...view };
  return useLoaded([committed, playground, view && write(view)], () => currentAddress(options)) ?? '';
}
