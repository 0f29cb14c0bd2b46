/**
 * The words above the timeline, the settings and the panel beside it are awaited by the page. A first visit, which does not see them yet,
 * loads them while it plays.
 */
import type { ComponentType } from 'react';
import { create } from 'zustand';
import { useFold } from '../state/folded';

interface Beside {
  readonly SettingsPanel: ComponentType;
  readonly StoryHead: ComponentType;
  readonly RightPanel: ComponentType;
}

/** Null: not loaded yet. */
export const useBeside = create<{ readonly parts: Beside | null }>()(() => ({ parts: null }));

export async function loadBeside(): Promise<void> {
  const { RightPanel, SettingsPanel, StoryHead } = await import('./RightPanel');
  useBeside.setState({ parts: { RightPanel, SettingsPanel, StoryHead } });
}

/** Without a network they are asked for again when they are to be seen. */
export function loadBesideLater(ms: number): void {
  const load = (): void => {
    if (useBeside.getState().parts === null) loadBeside().catch(() => undefined);
  };
  setTimeout(load, ms);
  useFold.subscribe(({ fold }) => fold?.stage !== 'plays' && load());
}
