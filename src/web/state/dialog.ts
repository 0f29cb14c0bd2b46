/**
 * Which dialog is open: at most one. A link can open the list of stories, `?stories`, and the sheet that explains the
 * page's claims, `?proof=1`, which is named in the address while it is open.
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
  if (useDialog.getState().offersGallery) useDialog.setState({ open: 'gallery' });
}

/** Opens what the address asks for. */
export function openAsked(address: Pick<Address, 'search'> = browserAddress): void {
  const { open } = read(address.search());
  if (open === 'proof') useDialog.setState({ open });
  if (open === 'stories') openGallery();
}

type Written = Pick<Address, 'page' | 'search' | 'hash' | 'replace'>;

export function show(open: Dialog | null, address: Written = browserAddress): void {
  useDialog.setState({ open });
  const named = open === 'proof' ? open : null;
  if (read(address.search()).open === named) return;
  address.replace(write({ open: named }, wholeAddress(address)));
}
