/**
 * Whether the page is shown on a projector, and whether the answers are covered there. `3` turns it on, Escape turns
 * it off.
 */
import { create } from 'zustand';
import { write } from '../../content/address/write';
import type { Shortcut } from '../help/commandFor';
import { browserAddress, wholeAddress } from '../state/browserAddress';
import { useEdition } from '../state/edition';

export const usePresent = create<{ readonly isOn: boolean; readonly isCovered: boolean }>()(() => ({
  isOn: false,
  isCovered: false,
}));

/** The address says so as well. */
function present(isOn: boolean): void {
  if (usePresent.getState().isOn === isOn) return;
  usePresent.setState({ isOn, isCovered: isOn });
  browserAddress.replace(write({ own: { present: isOn } }, wholeAddress(browserAddress)));
}

export const turnCover = (): void => usePresent.setState(({ isCovered }) => ({ isCovered: !isCovered }));

export const presentKeys: readonly Shortcut[] = [
  { keys: 'KeyA', when: () => usePresent.getState().isOn, run: turnCover },
  { keys: 'Digit3', run: () => present(true) },
];

/** Escape first closes what covers the page. It leaves also from a field. */
export function followEscape(): void {
  const leave = ({ code }: KeyboardEvent): void => {
    if (code === 'Escape' && !isBusy()) present(false);
  };
  addEventListener('keydown', leave, { capture: true });
}

function isBusy(): boolean {
  const { draft, selection } = useEdition.getState();
  return draft !== null || selection !== null || document.querySelector('[role="dialog"]') !== null;
}
