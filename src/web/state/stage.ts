/** What a speaker shows beside the picture: nothing, a blank screen, faults to inject, notes in a window. */
import { create } from 'zustand';

const empty = { isBlank: false, offersFaults: false, hasNotes: false };

interface Stage extends Readonly<typeof empty> {
  /** Steps of the narration when a run is narrated to a room. Null: no narration. */
  readonly narrator: { readonly on: () => void; readonly back: () => void } | null;
}

export const useStage = create<Stage>()(() => ({ ...empty, narrator: null }));

/** Resets the stage, when presenting ends. */
export const clearStage = (): void => useStage.setState(empty);

export const turn = (what: keyof typeof empty): void => useStage.setState((before) => ({ [what]: !before[what] }));

const narrate = (way: 'on' | 'back') => () => useStage.getState().narrator?.[way]();

/** The keys that a clicker sends, and others that do the same. */
export const clicker = {
  on: { keys: 'PageDown ArrowRight Space', run: narrate('on') },
  back: { keys: 'PageUp ArrowLeft', run: narrate('back') },
  blank: { keys: 'Period KeyB', run: () => turn('isBlank') },
} as const;
