/** Loads the names of processes once a story declares some: few do. */
import { useStories } from '../state/storyList';

export function followNames(): void {
  const stop = useStories.subscribe(({ loaded }) => {
    if (![...loaded.values()].some(({ names }) => names)) return;
    stop();
    void import('./storyNames').then(({ startNames }) => startNames());
  });
}
