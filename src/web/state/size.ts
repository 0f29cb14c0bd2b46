/**
 * The size of the page. A size that a person chooses gets an entry in the browser's history, and is kept for the next
 * visit.
 */
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import { type Address, browserAddress, wholeAddress } from './browserAddress';
import { applyAskedPreferences, usePreferences } from './preferences';
import type { Size } from './remembered';

export const sizes = ['scene', 'details', 'present'] as const satisfies readonly Size[];

/** Choosing the same size again does nothing. */
export function chooseSize(size: Size, address: Address = browserAddress): void {
  if (usePreferences.getState().size === size) return;
  const here = wholeAddress(address);
  // The entry that is left names its size, so that Back returns to it.
  address.replace(write({ size: usePreferences.getState().size }, here));
  usePreferences.getState().prefer({ size });
  address.push(write({ size }, here));
}

/** Returns from present to the size before it. */
export const leavePresent = (): void => chooseSize(usePreferences.getState().sizeAtDesk);

/** Follows Back, Forward, and a size that is typed into the address. */
export function followSize(address: Address = browserAddress): void {
  address.onMove(() => {
    applyAskedPreferences({ ...read(wholeAddress(address)), language: null });
  });
}
