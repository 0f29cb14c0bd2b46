/** A hook for a media query that a style sheet uses as well. */
import { useSyncExternalStore } from 'react';

export function mediaHook(query: string): () => boolean {
  const media = matchMedia(query);
  const follow = (listener: () => void): (() => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  const matches = (): boolean => media.matches;
  return () => useSyncExternalStore(follow, matches, matches);
}
