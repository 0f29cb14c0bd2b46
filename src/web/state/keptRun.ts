/**
 * The runs that a tab keeps over a reload: the one on screen, when its page reloads itself, and the pinned ones. What was
 * kept is parsed like any outside input: a scenario that this version does not know is left out.
 */
import type { Scenario } from '../../core/model/scenario/scenario';
import { type Pin, pinsMax, useCompare } from './compare';
import { type ScenarioSource, useEdition } from './edition';
import { openRun } from './openRun';
import { currentParts, fetchPartsFor } from './parts';

export function keptRun(): ScenarioSource {
  const { committed, storyId, variantId } = useEdition.getState();
  return { scenario: committed, storyId, variantId };
}

/** Opens the run that was on screen. Undo leads to the run that the address names. */
export async function openKept(value: unknown): Promise<void> {
  const opened = await openedFrom(value);
  if (opened !== null) openRun(opened);
}

/** The scenario in the format of this version; null: it means something else here. */
export async function scenarioFrom(value: unknown): Promise<Scenario | null> {
  await fetchPartsFor('all');
  const { parseScenario } = await import('../../core/model/scenario/parse/parseScenario');
  const parsed = parseScenario(value, currentParts());
  return parsed.ok ? parsed.scenario : null;
}

/** Reads what `keptRun` made. */
async function openedFrom(value: unknown): Promise<ScenarioSource | null> {
  const { scenario: savedScenario, storyId = null, variantId = null } = Object(value);
  const scenario = await scenarioFrom(savedScenario);
  const isNamed = [storyId, variantId].every((id) => id === null || typeof id === 'string');
  return scenario !== null && isNamed ? { scenario, storyId, variantId } : null;
}

const storageKey = 'redlock-playground-pins';

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Restores the pins that the tab kept, and keeps every change from then on. Where storage is forbidden they last as long
 * as the page.
 * @param storage throws where storage is forbidden
 */
export async function keepPins(storage: () => Kept = () => sessionStorage): Promise<void> {
  const pins = await Promise.all(storedPins(storage).slice(0, pinsMax).map(pinFrom));
  const validPins = pins.filter((pin) => pin !== null);
  if (validPins.length > 0) useCompare.setState({ pins: validPins });
  useCompare.subscribe(({ pins }, before) => {
    if (pins === before.pins) return;
    try {
      storage().setItem(storageKey, JSON.stringify(pins));
    } catch {
      // Storage is forbidden, or full.
    }
  });
}

function storedPins(storage: () => Kept): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(storage().getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    // Storage is forbidden, or holds something else.
    return [];
  }
}

async function pinFrom(value: unknown, index: number): Promise<Pin | null> {
  const { at } = Object(value);
  const opened = Number.isFinite(at) ? await openedFrom(value) : null;
  return opened && { ...opened, at, id: String(index + 1) };
}
