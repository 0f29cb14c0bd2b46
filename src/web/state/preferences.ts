/**
 * What a person prefers: language, theme, single-key shortcuts, the size of the page, the tab beside the timeline.
 * The browser keeps it if it allows that.
 */
import { create } from 'zustand';
import type { PageAddress } from '../../content/address/pageAddress';
import type { Language } from '../../core/model/text';
import { store, stored } from './stored';

/** How much of a run the page shows: one simple story, everything, or one story for a room. */
export type Size = NonNullable<PageAddress<unknown>['size']>;

export const sideTabs = ['why', 'story', 'code', 'log'] as const;

/** The tab beside the timeline. */
export type SideTab = (typeof sideTabs)[number];

export type Theme = 'light' | 'dark' | 'system';

interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
  /** Whether single keys (`p` for a pause) are shortcuts. Some people's input methods need them off. */
  readonly shortcuts: boolean;
  readonly size: Size;
  /** The size that leaving present returns to. */
  readonly sizeAtDesk: 'scene' | 'details';
  readonly tab: SideTab;
}

interface PreferencesState extends Preferences {
  readonly prefer: (change: Partial<Preferences>) => void;
}

const storageKey = 'redlock-playground';

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

function remembered(): Preferences {
  const preset: Omit<Preferences, 'size' | 'sizeAtDesk'> = {
    language: languageOfBrowser(),
    theme: 'system',
    shortcuts: true,
    tab: 'why',
  };
  const known = readStored();
  const size = known['size'] === 'scene' || known['size'] === 'details' ? known['size'] : 'scene';
  return {
    language: known['language'] === 'en' || known['language'] === 'zh' ? known['language'] : preset.language,
    theme: known['theme'] === 'light' || known['theme'] === 'dark' ? known['theme'] : preset.theme,
    size,
    sizeAtDesk: size,
    tab: sideTabs.find((tab) => tab === known['tab']) ?? preset.tab,
    shortcuts: typeof known['shortcuts'] === 'boolean' ? known['shortcuts'] : preset.shortcuts,
  };
}

function languageOfBrowser(): Language {
  return typeof navigator !== 'undefined' && /^zh\b/i.test(navigator.language) ? 'zh' : 'en';
}

/** Empty if the preferences were written by another version. */
function readStored(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored(storageKey) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
