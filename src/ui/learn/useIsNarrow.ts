/** Whether the page has no room for three columns: a projector, a large zoom, a tablet. The style sheet asks the same. */
import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 1180px)');

function listen(changed: () => void): () => void {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
}

export const useIsNarrow = (): boolean => useSyncExternalStore(listen, () => narrow.matches);
