/** Whether the window has less room than the scene was made for: what stands beside each other stands below it. */
import { useSyncExternalStore } from 'react';

/** As in the style sheets of this folder. */
const narrow = matchMedia('(max-width: 900px)');

export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (heard) => {
      narrow.addEventListener('change', heard);
      return () => narrow.removeEventListener('change', heard);
    },
    () => narrow.matches,
  );
