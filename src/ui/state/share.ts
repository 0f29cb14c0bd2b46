/** Which dialog is open that takes a run out of the page, or brings one in. */
import { create } from 'zustand';

/** `open` and `runs` are two tabs of one dialog. */
export type ShareDialog = 'share' | 'open' | 'runs' | 'exercise';

interface ShareState {
  readonly dialog: ShareDialog | null;
}

export const useShare = create<ShareState>()(() => ({ dialog: null }));

export const openShare = (dialog: ShareDialog): void => useShare.setState({ dialog });
export const closeShare = (): void => useShare.setState({ dialog: null });
