/** Where the playground will be found by readers, asked for while it is served from this machine. */
import { create } from 'zustand';
import { publicAddress } from './privateAddress';

/** As it was typed: it is kept while the page is open. */
export const useTypedSite = create<{ readonly address: string }>()(() => ({ address: '' }));

/** @param here the folder of the site, as the page was opened. */
export function usePublicSite(here: string): string {
  const address = useTypedSite((state) => state.address);
  return publicAddress(address) ?? here;
}

/**
 * An address of this site as readers will find it; as it is, while nobody has said where that will be.
 *
 * @param here the folder of the site, as the page was opened.
 */
export function forReaders(address: string, here: string): string {
  const site = publicAddress(useTypedSite.getState().address);
  return site !== null && address.startsWith(here) ? `${site}${address.slice(here.length)}` : address;
}
