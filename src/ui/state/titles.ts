/** What all stories are called: a list that the page fetches when everything that it shows first is there. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Text } from '../../model/text';
import { useIsAtRest } from './live';

type Titles = Readonly<Record<string, Text>>;

const useLoaded = create<{ readonly titles: Titles }>()(() => ({ titles: {} }));

/** If it cannot be fetched, the list has the open story alone, and the next visit of the list tries again. */
export const fetchTitles = (): Promise<void> =>
  import('../../stories/titles').then(
    ({ titles }) => useLoaded.setState({ titles }),
    () => undefined,
  );

/** Titles by the ids of stories. It is empty until they are there. */
export function useTitles(): Titles {
  const isAtRest = useIsAtRest();
  useEffect(() => {
    if (isAtRest) void fetchTitles();
  }, [isAtRest]);
  return useLoaded((state) => state.titles);
}
