/**
 * The pinned runs, which the tab keeps over a reload. Where storage is forbidden they last as long as the page. What
 * was kept is parsed like any outside input: a scenario that this version does not know is left out.
 */
import * as v from 'valibot';
import { type Pin, pinsMax, useCompare } from './compare';
import { known } from './keptRun';
import { readJson } from './readJson';

const storageKey = 'redlock-playground-pins';

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Restores the pins that the tab kept, and keeps every change from then on.
 * @param kept throws where storage is forbidden
 */
export async function keepPins(kept: () => Kept = () => sessionStorage): Promise<void> {
  const pins = await keptPins(kept);
  if (pins.length > 0) useCompare.setState({ pins });
  useCompare.subscribe(({ pins }, before) => {
    if (pins === before.pins) return;
    try {
      kept().setItem(storageKey, JSON.stringify(pins));
    } catch {
      // Storage is forbidden, or full.
    }
  });
}

async function keptPins(kept: () => Kept): Promise<readonly Pin[]> {
  let text: string;
  try {
    text = kept().getItem(storageKey) ?? '[]';
  } catch {
    return [];
  }
  const given = readJson(v.array(v.unknown()), text);
  const pins = await Promise.all((given.ok ? given.value : []).slice(0, pinsMax).map(pinOf));
  return pins.filter((pin) => pin !== null);
}

/** `known` checks the scenario. */
const pinSchema = v.object({
  at: v.pipe(v.number(), v.finite()),
  scenario: v.unknown(),
  storyId: v.nullable(v.string()),
  variantId: v.nullable(v.string()),
});

async function pinOf(given: unknown, index: number): Promise<Pin | null> {
  const read = v.safeParse(pinSchema, given);
  const scenario = read.success ? await known(read.output.scenario) : null;
  return read.success && scenario !== null ? { ...read.output, id: String(index + 1), scenario } : null;
}
