/** Opens a story that a person has picked, as an entry of its own in the browser's history: Back leads to the story before. */
import { type Address, browserAddress, wholeAddress } from '../state/browserAddress';
import { useEdition } from '../state/edition';
import { fetchStory, openStory } from '../state/story';

/** Returns whether it could be loaded. A story that is open already is opened anew as told, in the same entry. */
export async function pickStory(
  id: string,
  address: Pick<Address, 'page' | 'search' | 'hash' | 'push'> = browserAddress,
): Promise<boolean> {
  if ((await fetchStory(id)) === null) return false;
  // The entry that is left keeps its address. The new one gets its own with the commit.
  if (useEdition.getState().storyId !== id) address.push(wholeAddress(address));
  return openStory(id);
}
