/** Whether the sheet of keys is open. */
import { create } from 'zustand';

export const useKeySheet = create<{ readonly open: boolean }>()(() => ({ open: false }));

export const openKeySheet = (): void => useKeySheet.setState({ open: true });
export const closeKeySheet = (): void => useKeySheet.setState({ open: false });
