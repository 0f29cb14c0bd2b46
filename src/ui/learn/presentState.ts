/** Whether the page is shown on a projector, and whether the answers are covered there. */
import { create } from 'zustand';

export const usePresent = create<{ readonly isOn: boolean; readonly isCovered: boolean }>()(() => ({
  isOn: false,
  isCovered: false,
}));
