/** Whether the sharing dialog is open. */
import { create } from 'zustand';

export const useShare = create<{ readonly open: boolean }>()(() => ({ open: false }));

export const openShare = (): void => useShare.setState({ open: true });
export const closeShare = (): void => useShare.setState({ open: false });
