/** Whether the answers are covered, while the page is shown on a projector. */
import { create } from 'zustand';

export const usePresent = create<{ readonly isCovered: boolean }>()(() => ({ isCovered: false }));
