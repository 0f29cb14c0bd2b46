/** Whether the page shows its search for breaks. The search itself is in `find/`, which is loaded with the first press. */
import type { ComponentType } from 'react';
import { create } from 'zustand';
import type { Stretch, TimeAxis } from '../../layout/timeAxis';

/** What is loaded: the panel in the side, and the map below the timeline. */
interface FindParts {
  readonly Panel: ComponentType;
  readonly Below: ComponentType<{ readonly axis: TimeAxis; readonly fit: Stretch }>;
}

interface FindState {
  /** How often it was asked for; 0: it is closed. */
  readonly asked: number;
  /** The last time for which it has begun. */
  readonly begun: number;
  /** Null: not loaded yet. */
  readonly parts: FindParts | null;
}

export const useFind = create<FindState>()(() => ({ asked: 0, begun: 0, parts: null }));

/** What is shown of it; null: nothing. */
export const useFindParts = (): FindParts | null => useFind(({ asked, parts }) => (asked > 0 ? parts : null));
