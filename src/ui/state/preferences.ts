/** What a person prefers, remembered in the browser where it allows that: language, theme, single-key shortcuts. */
import { create } from 'zustand';
import type { Language } from '../../model/text';

export type Theme = 'light' | 'dark' | 'system';

interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
  /** Whether a key alone (`p` for a pause) does something; a few people's input methods need it off. */
  readonly shortcuts: boolean;
}

interface PreferencesState extends Preferences {
  readonly prefer: (change: Partial<Preferences>) => void;
}

const storageKey = 'redlock-playground';

export const usePreferences = create<PreferencesState>()((set, get) => ({
  ...remembered(),
  prefer: (change) => {
    set(change);
    const { language, theme, shortcuts } = get();
    remember({ language, theme, shortcuts });
  },
}));

function remembered(): Preferences {
  const preset: Preferences = { language: languageOfBrowser(), theme: 'system', shortcuts: true };
  const stored = readStored();
  return {
    language: stored['language'] === 'en' || stored['language'] === 'zh' ? stored['language'] : preset.language,
    theme: stored['theme'] === 'light' || stored['theme'] === 'dark' ? stored['theme'] : preset.theme,
    shortcuts: typeof stored['shortcuts'] === 'boolean' ? stored['shortcuts'] : preset.shortcuts,
  };
}

function languageOfBrowser(): Language {
  return typeof navigator !== 'undefined' && /^zh\b/i.test(navigator.language) ? 'zh' : 'en';
}

/** Storage may be forbidden (an iframe, a private window) or hold what another version wrote: then nothing is remembered. */
function readStored(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function remember(preferences: Preferences): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences));
  } catch {
    // Forbidden or full: the preference lasts as long as the page.
  }
}
