/**
 * Opens a story or variant that a person picked, with its own entry in the browser's history: Back leads to what was
 * open before.
 */
import { type Address, browserAddress, wholeAddress } from './browserAddress';
import { useEdition } from './edition';
import { type AnswerRun, fetchStory, openStory } from './story';

/** Returns whether it could be loaded. A story that is open already is opened again as published, in the same entry. */
export async function pickStory(
  id: string,
  variantId: string | null = null,
  run?: AnswerRun,
  address: Pick<Address, 'page' | 'search' | 'hash' | 'push'> = browserAddress,
): Promise<boolean> {
  if ((await fetchStory(id)) === null) return false;
  const open = useEdition.getState();
  // The entry that is left keeps its address. The new entry gets its address with the commit.
  if (open.storyId !== id || open.variantId !== variantId) address.push(wholeAddress(address));
  return openStory(id, variantId, run);
}
