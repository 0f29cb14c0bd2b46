/**
 * The one source of truth: the committed scenario, the draft while something is dragged, and the list of scenarios for
 * undo. Knows no run, no view and no URL; they follow it.
 */
import { create } from 'zustand';
import { sameJson } from '../../model/patch';
import type { Scenario } from '../../model/scenario';
import { openingScenario } from './openingScenario';

/** One step of undo: the scenario together with the story that it was opened from. */
export interface Edition {
  readonly scenario: Scenario;
  readonly storyId: string | null;
  readonly variantId: string | null;
}

interface ScenarioState {
  readonly committed: Scenario;
  /** The scenario on screen while something is dragged; null otherwise. */
  readonly draft: Scenario | null;
  readonly past: readonly Edition[];
  readonly future: readonly Edition[];
  /** The story from which the scenario was made, whatever has been changed since. */
  readonly storyId: string | null;
  readonly variantId: string | null;
  readonly setDraft: (scenario: Scenario | null) => void;
  /** Commits the scenario, ends the draft, and adds one step of undo unless nothing changed. */
  readonly commit: (
    scenario: Scenario,
    story?: { readonly storyId: string | null; readonly variantId: string | null },
  ) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Undo goes back at most this many steps. A scenario takes a few kilobytes. */
const pastLengthMax = 200;

export const useScenario = create<ScenarioState>()((set) => ({
  committed: openingScenario,
  draft: null,
  past: [],
  future: [],
  storyId: null,
  variantId: null,
  setDraft: (draft) => set({ draft }),
  commit: (scenario, story) =>
    set((state) => {
      const { storyId, variantId } = story ?? state;
      if (sameJson(scenario, state.committed) && storyId === state.storyId && variantId === state.variantId)
        return { draft: null };
      const past = [...state.past, editionOf(state)].slice(-pastLengthMax);
      return { committed: scenario, draft: null, past, future: [], storyId, variantId };
    }),
  // During a drag, undo only takes back the drag.
  undo: () =>
    set((state) => {
      const previous = state.past.at(-1);
      if (previous === undefined || state.draft !== null) return { draft: null };
      return { ...restored(previous), past: state.past.slice(0, -1), future: [editionOf(state), ...state.future] };
    }),
  redo: () =>
    set((state) => {
      const next = state.future[0];
      if (next === undefined || state.draft !== null) return { draft: null };
      return { ...restored(next), past: [...state.past, editionOf(state)], future: state.future.slice(1) };
    }),
}));

/** The scenario on screen: the draft while something is dragged, else the committed one. */
export const shownScenario = (state: { readonly committed: Scenario; readonly draft: Scenario | null }): Scenario =>
  state.draft ?? state.committed;

function editionOf({ committed, storyId, variantId }: ScenarioState): Edition {
  return { scenario: committed, storyId, variantId };
}

function restored({ scenario, storyId, variantId }: Edition) {
  return { committed: scenario, draft: null, storyId, variantId };
}
