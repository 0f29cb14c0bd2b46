/**
 * Whether the sheet is open that says why the page claims what it claims. It is named in the address, `?proof=1`, so that
 * a link to it opens it.
 */
import { create } from 'zustand';
import { read } from '../address/read';
import { write } from '../address/write';
import { type Address, browserAddress, wholeAddress } from './browserAddress';

export const useProof = create<{ readonly open: boolean }>()(() => ({ open: false }));

export const openProof = (): void => show(true);
export const closeProof = (): void => show(false);

/** Opens it if the address asks for it. */
export const openProofIfAsked = (address: Pick<Address, 'search'> = browserAddress): void =>
  useProof.setState({ open: read(address.search()).open === 'proof' });

type Written = Pick<Address, 'page' | 'search' | 'hash' | 'replace'>;

export function show(open: boolean, address: Written = browserAddress): void {
  useProof.setState({ open });
  address.replace(write({ open: open ? 'proof' : null }, wholeAddress(address)));
}
