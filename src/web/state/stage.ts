/** What a speaker puts on the stage beside the picture: nothing, a blank wall, faults to inject, notes in a window. */
import { create } from 'zustand';

interface Stage {
  readonly isBlank: boolean;
  readonly offersFaults: boolean;
  readonly hasNotes: boolean;
}

export const useStage = create<Stage>()(() => ({ isBlank: false, offersFaults: false, hasNotes: false }));

/** Resets the stage, for when nobody presents. */
export const clearStage = (): void => useStage.setState({ isBlank: false, offersFaults: false, hasNotes: false });

export const turn = (what: keyof Stage): void => useStage.setState((before) => ({ [what]: !before[what] }));
