/** Whether the sharing dialog is open, and at which of its tabs. */
import { create } from 'zustand';

type ShareTab = 'link' | 'runs';

interface ShareState {
  readonly open: boolean;
  /** The one that it opens with. */
  readonly tab: ShareTab;
}

export const useShare = create<ShareState>()(() => ({ open: false, tab: 'link' }));

export const openShare = (tab: ShareTab = 'link'): void => useShare.setState({ open: true, tab });
export const closeShare = (): void => useShare.setState({ open: false });
