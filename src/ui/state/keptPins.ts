/**
 * The pinned runs, which the tab keeps over a reload. Where nothing may be stored they last as long as the page. What was
 * kept is read as anything from outside: a scenario that this version does not know stays away.
 */
import { type Pin, pinsMax, useCompare } from './compare';
import { known } from './keptRun';

const storageKey = 'redlock-playground-pins';

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/** Pins what the tab has kept, and keeps every change from then on. @param kept throws where nothing may be stored */
export async function keepPins(kept: () => Kept = () => sessionStorage): Promise<void> {
  const pins = await keptPins(kept);
  if (pins.length > 0) useCompare.setState({ pins });
  useCompare.subscribe(({ pins }, before) => {
    if (pins === before.pins) return;
    try {
      kept().setItem(storageKey, JSON.stringify(pins));
    } catch {
      // Forbidden, or full.
    }
  });
}

async function keptPins(kept: () => Kept): Promise<readonly Pin[]> {
  let given: unknown;
  try {
    given = JSON.parse(kept().getItem(storageKey) ?? '[]');
  } catch {
    return [];
  }
  const pins = await Promise.all((Array.isArray(given) ? given : []).slice(0, pinsMax).map(pinOf));
  return pins.filter((pin) => pin !== null);
}

async function pinOf(given: unknown, place: number): Promise<Pin | null> {
  if (typeof given !== 'object' || given === null) return null;
  const { at, scenario, storyId, variantId } = given as Readonly<Record<string, unknown>>;
  if (!Number.isFinite(at) || !isName(storyId) || !isName(variantId)) return null;
  const one = await known(scenario);
  return one && { id: String(place + 1), at: Number(at), scenario: one, storyId, variantId };
}

const isName = (value: unknown): value is string | null => value === null || typeof value === 'string';
