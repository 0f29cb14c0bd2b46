/**
 * What a page takes along when it loads itself anew. The entry of the history keeps it: that needs neither storage nor a part that
 * would have to be loaded, and no other tab sees it.
 */
import type { Scenario } from '../../model/scenario';
import { openRun } from './openRun';
import { currentParts, fetchPartsFor } from './parts';
import { usePreferences } from './preferences';
import { type Edition, useScenario } from './scenario';

export interface Kept extends Edition {
  /** What the workshop adds. */
  readonly more: unknown;
}

const key = 'redlockKept';

export function keepOverReload(more: unknown = null): void {
  const { committed, storyId, variantId } = useScenario.getState();
  const { language, theme, shortcuts } = usePreferences.getState();
  const kept = { scenario: committed, storyId, variantId, more, preferences: { language, theme, shortcuts } };
  history.replaceState({ ...history.state, [key]: kept }, '');
}

/** Takes it, once, and applies the preferences. null: the page was not loaded anew by itself. */
export function takeKept(): Kept | null {
  const { [key]: kept, ...rest } = history.state ?? {};
  if (kept === undefined) return null;
  history.replaceState(rest, '');
  usePreferences.setState(kept.preferences);
  return kept;
}

/** Opens the run that was on screen. Undo leads to what the address names. A scenario that this version does not know stays away. */
export async function openKept({ scenario: given, storyId, variantId }: Edition): Promise<void> {
  const scenario = await known(given);
  if (scenario !== null) openRun({ scenario, storyId, variantId });
}

/** The scenario in the form of this version; null: it has another meaning here. */
export async function known(given: unknown): Promise<Scenario | null> {
  await fetchPartsFor();
  const { parseScenario } = await import('../../model/parse/parseScenario');
  const parsed = parseScenario(given, currentParts());
  return parsed.ok ? parsed.scenario : null;
}
