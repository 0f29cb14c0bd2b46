/**
 * Which dialog is open: at most one. The sheet that explains the page's claims is named in the address, `?proof=1`,
 * so that a link can open it.
 */
import { create } from 'zustand';
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import { type Address, browserAddress, wholeAddress } from './browserAddress';

/** `open` and `runs` are two tabs of the same dialog. */
export type Dialog = 'share' | 'open' | 'runs' | 'exercise' | 'gallery' | 'proof' | 'keys' | 'loss' | 'more';

interface DialogState {
  readonly open: Dialog | null;
  /** Whether this page has a gallery of stories. */
  readonly offersGallery: boolean;
}

export const useDialog = create<DialogState>()(() => ({ open: null, offersGallery: false }));

export const openDialog = (dialog: Dialog): void => show(dialog);
export const closeDialog = (): void => show(null);

export const offerGallery = (): void => useDialog.setState({ offersGallery: true });

/** Does nothing on a page without a gallery. */
export function openGallery(): void {
  if (useDialog.getState().offersGallery) show('gallery');
}

/** Opens the proof if the address asks for it. */
export function openProofIfAsked(address: Pick<Address, 'search'> = browserAddress): void {
  if (read(address.search()).open === 'proof') useDialog.setState({ open: 'proof' });
}

type Written = Pick<Address, 'page' | 'search' | 'hash' | 'replace'>;

export function show(open: Dialog | null, address: Written = browserAddress): void {
  useDialog.setState({ open });
  const isProof = open === 'proof';
  if ((read(address.search()).open === 'proof') === isProof) return;
  address.replace(write({ open: isProof ? 'proof' : null }, wholeAddress(address)));
}
