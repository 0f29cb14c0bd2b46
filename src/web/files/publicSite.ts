/** Where readers will find the playground; asked for while it is served from this machine. */
import { create } from 'zustand';
import { publicAddress } from './privateAddress';

/** As typed; kept while the page is open. */
export const useTypedSite = create<{ readonly address: string }>()(() => ({ address: '' }));

/** @param here the folder of the site, as the page was opened. */
export function usePublicSite(here: string): string {
  const address = useTypedSite((state) => state.address);
  return publicAddress(address) ?? here;
}

/**
 * An address of this site as readers will find it; unchanged until a person has entered where that is.
 * @param here the folder of the site, as the page was opened.
 */
export function forReaders(address: string, here: string): string {
  const site = publicAddress(useTypedSite.getState().address);
  return site !== null && address.startsWith(here) ? `${site}${address.slice(here.length)}` : address;
}
