/** The run on screen, kept when its page reloads itself. */
import type { Scenario } from '../../core/model/scenario';
import { type Opened, useEdition } from './edition';
import { openRun } from './openRun';
import { currentParts, fetchPartsFor } from './parts';

export function keptRun(): Opened {
  const { committed, storyId, variantId } = useEdition.getState();
  return { scenario: committed, storyId, variantId };
}

/**
 * Opens the run that was on screen. Undo leads to the run that the address names. A scenario that this version does
 * not know is left out.
 */
export async function openKept({ scenario: given, storyId, variantId }: Opened): Promise<void> {
  const scenario = await known(given);
  if (scenario !== null) openRun({ scenario, storyId, variantId });
}

/** The scenario in the format of this version; null: it means something else here. */
export async function known(given: unknown): Promise<Scenario | null> {
  await fetchPartsFor();
  const { parseScenario } = await import('../../core/model/parse/parseScenario');
  const parsed = parseScenario(given, currentParts());
  return parsed.ok ? parsed.scenario : null;
}
