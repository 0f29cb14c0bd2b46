/**
 * What a page keeps when it reloads itself. It is stored in the history entry: that needs neither storage nor another
 * part to load, and no other tab sees it. Knows no run.
 */
import { usePreferences } from './preferences';

const key = 'redlockKept';

/** @param work what the reader has made in this app; it must survive a structured clone */
export function keepOverReload(work: unknown): void {
  const { language, theme, shortcuts } = usePreferences.getState();
  history.replaceState({ ...history.state, [key]: { made: work, preferences: { language, theme, shortcuts } } }, '');
}

/** Takes what was kept, once, and applies the preferences. Null: the page did not reload itself. */
export function takeKept<Made>(): Made | null {
  const { [key]: entry, ...rest } = history.state ?? {};
  if (entry === undefined) return null;
  history.replaceState(rest, '');
  usePreferences.setState(entry.preferences);
  return entry.made ?? null;
}
