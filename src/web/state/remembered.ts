/** What the browser remembers of a person's preferences. It is read before anything of a page is drawn. */
import type { PageAddress } from '../../content/address/pageAddress';
import type { Language } from '../../core/model/values/text';
import { stored } from './stored';

/** How much of a run the page shows: one simple story, everything, or one story for a room. */
export type Size = NonNullable<PageAddress<unknown>['size']>;

export const sideTabs = ['why', 'story', 'code', 'log'] as const;

/** The tab beside the timeline. */
export type SideTab = (typeof sideTabs)[number];

export type Theme = 'light' | 'dark' | 'system';

export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
  /** Whether single keys (`p` for a pause) are shortcuts. Some people's input methods need them off. */
  readonly shortcuts: boolean;
  readonly size: Size;
  /** The size that leaving present returns to. */
  readonly sizeAtDesk: 'scene' | 'details';
  readonly tab: SideTab;
}

export const storageKey = 'redlock-playground';

export function remembered(): Preferences {
  const preset: Omit<Preferences, 'size' | 'sizeAtDesk'> = {
    language: languageOfBrowser(),
    theme: 'system',
    shortcuts: true,
    tab: 'why',
  };
  const preferences = readStored();
  const size = preferences['size'] === 'scene' || preferences['size'] === 'details' ? preferences['size'] : 'scene';
  return {
    language:
      preferences['language'] === 'en' || preferences['language'] === 'zh' ? preferences['language'] : preset.language,
    theme: preferences['theme'] === 'light' || preferences['theme'] === 'dark' ? preferences['theme'] : preset.theme,
    size,
    sizeAtDesk: size,
    tab: sideTabs.find((tab) => tab === preferences['tab']) ?? preset.tab,
    shortcuts: typeof preferences['shortcuts'] === 'boolean' ? preferences['shortcuts'] : preset.shortcuts,
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
