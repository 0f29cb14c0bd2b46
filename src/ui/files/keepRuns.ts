/** Puts what a person makes among their runs, a moment after they have stopped changing it. */

import { isAsTold } from '../state/asTold';
import { useMade } from '../state/made';
import { wholeRunOf } from '../state/run';
import { useScenario } from '../state/scenario';
import { useStories } from '../state/story';
import { currentLink } from './address';

const quietMs = 1500;

/** Which entry is being worked on: a new one with each story or file that is opened. */
let current: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

export function startKeeping(): () => void {
  return useScenario.subscribe((state, before) => {
    if (state.committed === before.committed) return;
    if (state.storyId !== before.storyId || state.variantId !== before.variantId || state.past.length === 0)
      current = null;
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), quietMs);
  });
}

async function keep(): Promise<void> {
  const { committed, storyId } = useScenario.getState();
  if (isAsTold()) return;
  const link = await currentLink();
  const { verdict } = await wholeRunOf(committed);
  if (useScenario.getState().committed !== committed) return;
  const story = storyId === null ? undefined : useStories.getState().loaded[storyId];
  current ??= `run-${Date.now().toString(36)}`;
  const name =
    story === undefined
      ? committed.lock.id
      : document.documentElement.lang.startsWith('zh')
        ? story.title.zh
        : story.title.en;
  useMade.getState().put({ id: current, name, link, at: Date.now(), outcome: verdict.outcome });
}
