/** The full address of the committed scenario, which takes a moment to make. */
import { useEffect, useState } from 'react';
import { currentAddress } from '../files/address';
import { useScenario } from '../state/scenario';

/** Empty while it is being made. A page that is not the playground says where that is. */
export function useAddressNow(playground?: string): string {
  const committed = useScenario((state) => state.committed);
  const [address, setAddress] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is that of the committed scenario, read from its store.
  useEffect(() => {
    let isWanted = true;
    void currentAddress(undefined, playground).then((next) => isWanted && setAddress(next));
    return () => {
      isWanted = false;
    };
  }, [committed, playground]);
  return address;
}
