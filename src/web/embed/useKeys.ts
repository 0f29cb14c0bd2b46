/** Keys in a post. All others belong to the host. */
import { useEffect } from 'react';
import { moves } from '../playback/moves';

interface Keyed {
  readonly keys: string;
  readonly run: () => void;
}

/** @param isHeard whether a key is meant for the run */
export function useKeys(rows: readonly Keyed[], isHeard: (event: KeyboardEvent) => boolean = () => true): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { code, key, ctrlKey, metaKey, altKey } = event;
      const row = rows.find(({ keys }) => keys.split(' ').some((each) => each === code || each === key));
      if (row === undefined || ctrlKey || metaKey || altKey || !isHeard(event)) return;
      row.run();
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [rows, isHeard]);
}

const playing = [moves.play, moves.next, moves.previous];

/** They work once the embed has the focus. */
export const usePlayKeys = (): void => useKeys(playing, isFree);

const isFree = ({ defaultPrevented, target }: KeyboardEvent): boolean => !defaultPrevented && target === document.body;
