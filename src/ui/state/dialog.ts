/**
 * Which dialog is open: one at most. The sheet that says why the page claims what it claims is named in the address,
 * `?proof=1`, so that a link to it opens it.
 */
import { create } from 'zustand';
import { type Address, browserAddress } from './browserAddress';

/** `open` and `runs` are two tabs of one dialog. */
export type Dialog = 'share' | 'open' | 'runs' | 'exercise' | 'gallery' | 'proof' | 'keys' | 'loss';

interface DialogState {
  readonly open: Dialog | null;
  /** Whether this page has a gallery of stories. */
  readonly offersGallery: boolean;
}

export const useDialog = create<DialogState>()(() => ({ open: null, offersGallery: false }));

export const openDialog = (dialog: Dialog): void => show(dialog);
export const closeDialog = (): void => show(null);

export const offerGallery = (): void => useDialog.setState({ offersGallery: true });

/** Does nothing on a page that has no gallery. */
export function openGallery(): void {
  if (useDialog.getState().offersGallery) show('gallery');
}

const proofName = 'proof';

/** Opens the proof if the address asks for it. */
export function openProofIfAsked(address: Pick<Address, 'search'> = browserAddress): void {
  if (new URLSearchParams(address.search()).has(proofName)) useDialog.setState({ open: 'proof' });
}

type Written = Pick<Address, 'page' | 'search' | 'hash' | 'replace'>;

export function show(open: Dialog | null, address: Written = browserAddress): void {
  useDialog.setState({ open });
  const query = new URLSearchParams(address.search());
  const isProof = open === 'proof';
  if (query.has(proofName) === isProof) return;
  if (isProof) query.set(proofName, '1');
  else query.delete(proofName);
  const asked = query.toString();
  address.replace(`${address.page()}${asked === '' ? '' : `?${asked}`}${address.hash()}`);
}
