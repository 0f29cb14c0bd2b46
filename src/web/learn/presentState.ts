/**
 * Whether the page is shown on a projector, and whether the answers are covered there. `3` turns it on, Escape turns
 * it off.
 */
import { create } from 'zustand';
import { write } from '../../content/address/write';
import { browserAddress, wholeAddress } from '../state/browserAddress';
import { useEdition } from '../state/edition';
import { usePreferences } from '../state/preferences';

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

/** A key typed into a field is text, and Escape first closes what covers the page. */
export function followPresentKeys(): void {
  addEventListener(
    'keydown',
    ({ code, ctrlKey, altKey, metaKey, target }) => {
      if (code === 'Escape' && !isBusy()) present(false);
      const isTyping = target instanceof Element && target.matches('input:not([type="radio"]), textarea, select');
      if (code !== 'Digit3' || ctrlKey || altKey || metaKey || isTyping) return;
      if (usePreferences.getState().shortcuts) present(true);
    },
    { capture: true },
  );
}

function isBusy(): boolean {
  const { draft, selection } = useEdition.getState();
  return draft !== null || selection !== null || document.querySelector('[role="dialog"]') !== null;
}
