/** Whether the page shows its search for breaks. The search itself is in `find/`, which is loaded on demand. */
import { create } from 'zustand';

interface FindState {
  /** How many times it was asked for; 0: it is closed. */
  readonly requestCount: number;
  /** The last request for which it has begun. */
  readonly begun: number;
}

export const useFind = create<FindState>()(() => ({ requestCount: 0, begun: 0 }));

export const openFind = (): void => useFind.setState(({ requestCount }) => ({ requestCount: requestCount + 1 }));
