/** The full address of the committed scenario, which takes a moment to make. */
import { currentAddress } from '../files/address';
import { useEdition } from '../state/edition';
import type { Size } from '../state/preferences';
import { useLoaded } from '../state/useJob';

/** Empty while it is being made. A page that is not the playground says where that is. */
export function useAddressNow(playground?: string, size?: Size): string {
  const committed = useEdition((state) => state.committed);
  const options = { ...(playground !== undefined && { playground }), ...(size !== undefined && { size }) };
  return useLoaded([committed, playground, size], () => currentAddress(options)) ?? '';
}
