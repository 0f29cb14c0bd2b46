/** Whether the page shows its search for breaks. The search itself is in `find/`, which is loaded with the first press. */
import { create } from 'zustand';

/** How often it was asked for; 0: it is closed. */
export const useFind = create<{ readonly asked: number }>()(() => ({ asked: 0 }));

export const openFind = (): void => useFind.setState(({ asked }) => ({ asked: asked + 1 }));
