/** Keeps each run that a person makes, a moment after the last change. */
import type { Scenario } from '../../core/model/scenario/scenario';
import { type AfterMs, afterMs } from '../state/afterMs';
import { isAsPublished } from '../state/asPublished';
import { useEdition } from '../state/edition';
import { useMade } from '../state/made';
import { runs } from '../state/run';
import { useStories } from '../state/storyList';
import { currentLink } from './address';

interface Surroundings {
  readonly afterMs: AfterMs;
  /** In ms since 1970. */
  readonly now: () => number;
  /** Whether the page speaks Chinese. */
  readonly isChinese: () => boolean;
}

const quietMs = 1500;

const ofThePage: Surroundings = {
  afterMs,
  now: Date.now,
  isChinese: () => document.documentElement.lang.startsWith('zh'),
};

/** Returns a function that stops. */
export function startKeeping({ afterMs, now, isChinese } = ofThePage): () => void {
  /** The entry that is being worked on. Each story or file that is opened starts a new one. */
  let current: string | null = null;
  let callOff = (): void => {};
  const keep = async (): Promise<void> => {
    const { committed, storyId } = useEdition.getState();
    if (isAsPublished()) return;
    const link = await currentLink();
    const {
      verdict: { outcome, data },
    } = await runs.getComplete(committed);
    if (useEdition.getState().committed !== committed) return;
    current ??= `run-${now().toString(36)}`;
    const name = nameOf(committed, storyId, isChinese());
    useMade.getState().put({ id: current, name, link, at: now(), outcome, data });
  };
  // A person may have changed the run before this code was loaded.
  const { committed, initialScenario } = useEdition.getState();
  if (committed !== initialScenario) callOff = afterMs(() => void keep(), quietMs);
  const stop = useEdition.subscribe((state, before) => {
    if (state.committed === before.committed) return;
    if (state.storyId !== before.storyId || state.variantId !== before.variantId || state.past.length === 0)
      current = null;
    callOff();
    callOff = afterMs(() => void keep(), quietMs);
  });
  return () => {
    stop();
    callOff();
  };
}

/** The title of its story, or the name of its lock. */
function nameOf({ lock }: Scenario, storyId: string | null, isChinese: boolean): string {
  const story = storyId === null ? undefined : useStories.getState().loaded.get(storyId);
  if (story === undefined) return lock.id;
  return isChinese ? story.title.zh : story.title.en;
}
