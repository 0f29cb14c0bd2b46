/** The full address of the committed scenario, which takes a moment to make. */
import { currentAddress } from '../files/address';
import { useEdition } from '../state/edition';
import { useLoaded } from '../state/useJob';

/** Empty while it is being made. A page that is not the playground says where that is. */
export function useAddressNow(playground?: string): string {
  const committed = useEdition((state) => state.committed);
  return useLoaded([committed, playground], () => currentAddress(undefined, playground)) ?? '';
}
