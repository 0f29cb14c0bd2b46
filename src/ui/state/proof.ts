/**
 * Whether the sheet is open that says why the page claims what it claims. It is named in the address, `?proof=1`, so that
 * a link to it opens it.
 */
import { create } from 'zustand';
import { type Address, browserAddress } from './browserAddress';

export const useProof = create<{ readonly open: boolean }>()(() => ({ open: false }));

export const openProof = (): void => show(true);
export const closeProof = (): void => show(false);

const name = 'proof';

/** Opens it if the address asks for it. */
export const openProofIfAsked = (address: Pick<Address, 'search'> = browserAddress): void =>
  useProof.setState({ open: new URLSearchParams(address.search()).has(name) });

type Written = Pick<Address, 'page' | 'search' | 'hash' | 'replace'>;

export function show(open: boolean, address: Written = browserAddress): void {
  useProof.setState({ open });
  const query = new URLSearchParams(address.search());
  if (open) query.set(name, '1');
  else query.delete(name);
  const asked = query.toString();
  address.replace(`${address.page()}${asked === '' ? '' : `?${asked}`}${address.hash()}`);
}
