/** The panel beside the timeline is awaited by the page. A first visit, which does not see it yet, loads it while it plays. */
import type { ComponentType } from 'react';
import { create } from 'zustand';
import { useFold } from '../state/folded';

/** Null: not loaded yet. */
export const useRightPanel = create<{ readonly Panel: ComponentType | null }>()(() => ({ Panel: null }));

export async function loadRightPanel(): Promise<void> {
  const { RightPanel } = await import('./RightPanel');
  useRightPanel.setState({ Panel: RightPanel });
}

/** Without a network it is asked for again when it is to be seen. */
export function loadRightPanelLater(ms: number): void {
  const load = (): void => {
    if (useRightPanel.getState().Panel === null) loadRightPanel().catch(() => undefined);
  };
  setTimeout(load, ms);
  useFold.subscribe(({ fold }) => fold?.stage !== 'plays' && load());
}
