/** How much room the window has. The style sheets ask the same. */
import { useSyncExternalStore } from 'react';

export function mediaHook(query: string): () => boolean {
  const media = matchMedia(query);
  const follow = (heard: () => void): (() => void) => {
    media.addEventListener('change', heard);
    return () => media.removeEventListener('change', heard);
  };
  const matches = (): boolean => media.matches;
  return () => useSyncExternalStore(follow, matches, matches);
}
