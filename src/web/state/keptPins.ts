/**
 * The pinned runs, which the tab keeps over a reload. Where nothing may be stored they last as long as the page. What was
 * kept is read as anything from outside: a scenario that this version does not know stays away.
 */
import * as v from 'valibot';
import { type Pin, pinsMax, useCompare } from './compare';
import { known } from './keptRun';
import { readJson } from './readJson';

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

/** What the scenario is, `known` says. */
const pinSchema = v.object({
  at: v.pipe(v.number(), v.finite()),
  scenario: v.unknown(),
  storyId: v.nullable(v.string()),
  variantId: v.nullable(v.string()),
});

async function pinOf(given: unknown, place: number): Promise<Pin | null> {
  const read = v.safeParse(pinSchema, given);
  const scenario = read.success ? await known(read.output.scenario) : null;
  return read.success && scenario !== null ? { ...read.output, id: String(place + 1), scenario } : null;
}
