/**
 * What a page takes along when it loads itself anew. The entry of the history keeps it: that needs neither storage nor a part that
 * would have to be loaded, and no other tab sees it. Knows no run.
 */
import { usePreferences } from './preferences';

const key = 'redlockKept';

/** @param made what the reader has made in this app; it must survive a structured clone */
export function keepOverReload(made: unknown): void {
  const { language, theme, shortcuts } = usePreferences.getState();
  history.replaceState({ ...history.state, [key]: { made, preferences: { language, theme, shortcuts } } }, '');
}

/** Takes what was made, once, and applies the preferences. null: the page was not loaded anew by itself. */
export function takeKept<Made>(): Made | null {
  const { [key]: kept, ...rest } = history.state ?? {};
  if (kept === undefined) return null;
  history.replaceState(rest, '');
  usePreferences.setState(kept.preferences);
  return kept.made ?? null;
}
