/** The parts of this app: its `main.tsx` hands them in before anything else happens. */
import { create } from 'zustand';
import type { Parts } from '../../sim/parts';

const useHanded = create<{ readonly parts: Parts | null }>()(() => ({ parts: null }));

export const handIn = (parts: Parts): void => useHanded.setState({ parts });

export const areHandedIn = (): boolean => useHanded.getState().parts !== null;

/** For code outside of React. Throws where nothing has been handed in. */
export const currentParts = (): Parts => handed(useHanded.getState());

export const useParts = (): Parts => useHanded(handed);

function handed({ parts }: { readonly parts: Parts | null }): Parts {
  if (parts === null) throw new Error('No parts were handed in.');
  return parts;
}
