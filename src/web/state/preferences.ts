/**
 * What a person prefers: language, theme, single-key shortcuts, the size of the page, the tab beside the timeline.
 * The browser keeps it if it allows that.
 */
import { create } from 'zustand';
import type { PageAddress } from '../../content/address/pageAddress';
import { type Preferences, remembered, storageKey } from './remembered';
import { store } from './stored';

interface PreferencesState extends Preferences {
  readonly prefer: (change: Partial<Preferences>) => void;
}

export const usePreferences = create<PreferencesState>()((set, get) => ({
  ...remembered(),
  prefer: (change) => {
    const next = change.size;
    // The size `present` is not kept for the next visit.
    set(next === undefined || next === 'present' ? change : { ...change, sizeAtDesk: next });
    const { language, theme, shortcuts, sizeAtDesk: size, tab } = get();
    store(storageKey, JSON.stringify({ language, theme, shortcuts, size, tab }));
  },
}));

/** Applies a preference that an address asks for, without keeping it. */
export function applyAskedPreferences({ language, size }: Pick<PageAddress<unknown>, 'language' | 'size'>): void {
  if (language !== null) usePreferences.setState({ language });
  if (size !== null) usePreferences.setState(size === 'present' ? { size } : { size, sizeAtDesk: size });
}
