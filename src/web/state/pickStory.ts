/** Opens a story or a variant that a person has picked, as an entry of its own in the browser's history: Back leads to what was open before. */
import { type Address, browserAddress, wholeAddress } from './browserAddress';
import { useEdition } from './edition';
import { fetchStory, openStory } from './story';

/** Returns whether it could be loaded. What is open already is opened anew as told, in the same entry. */
export async function pickStory(
  id: string,
  variantId: string | null = null,
  address: Pick<Address, 'page' | 'search' | 'hash' | 'push'> = browserAddress,
): Promise<boolean> {
  if ((await fetchStory(id)) === null) return false;
  const open = useEdition.getState();
  // The entry that is left keeps its address. The new one gets its own with the commit.
  if (open.storyId !== id || open.variantId !== variantId) address.push(wholeAddress(address));
  return openStory(id, variantId);
}
