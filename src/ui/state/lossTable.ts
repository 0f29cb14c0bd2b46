/** Whether the table is open that says who tells a client of a lost lock. */
import { create } from 'zustand';

export const useLossTable = create<{ readonly open: boolean }>()(() => ({ open: false }));

export const openLossTable = (): void => useLossTable.setState({ open: true });
export const closeLossTable = (): void => useLossTable.setState({ open: false });
