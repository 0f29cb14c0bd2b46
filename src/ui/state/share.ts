/** Whether the sharing dialog is open, and at which tab. */
import { create } from 'zustand';

type ShareTab = 'link' | 'runs';

interface ShareState {
  readonly open: boolean;
  /** The tab with which it opens. */
  readonly tab: ShareTab;
}

export const useShare = create<ShareState>()(() => ({ open: false, tab: 'link' }));

export const openShare = (tab: ShareTab = 'link'): void => useShare.setState({ open: true, tab });
export const closeShare = (): void => useShare.setState({ open: false });
