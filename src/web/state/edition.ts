/**
 * What is open. An edition is a scenario with its source and the selection: what one step of undo restores. Everything
 * else on screen about it is in `EditionView`. A new edition replaces all of that, so nothing of another run stays on
 * screen. This file does not know views or URLs; they subscribe to it. The playhead is not part of an edition. Undo and
 * redo put it back to where it was when the edition was left.
 */
import { create } from 'zustand';
import type { Anchor } from '../../core/model/scenario/edit';
import { sameJson } from '../../core/model/scenario/patch';
import { processesOfScenario } from '../../core/model/scenario/processes';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import type { Verdict } from '../../core/model/trace/verdict';
import type { Text } from '../../core/model/values/text';
import type { Hit } from '../../picture/layout/hitTest';
import type { Guess } from '../../picture/scene/guess';
import { useCursor } from './cursor';
import { shownLive, useLive } from './live';
import { openingScenario } from './openingScenario';
import { currentParts } from './parts';

export type Selection =
  | { readonly kind: 'fault'; readonly name: string }
  | { readonly kind: 'event'; readonly seq: number }
  | { readonly kind: 'process'; readonly id: ProcessId };

/** A scenario, and the story and variant that it was opened from. It may have been changed since then. */
export interface ScenarioSource {
  readonly scenario: Scenario;
  readonly storyId: string | null;
  readonly variantId: string | null;
  /** The scenario to which the open remedy was applied: the story's, or a person's change of it. Absent: none is open. */
  readonly baseScenario?: Scenario | null;
}

export interface Edition extends ScenarioSource {
  readonly baseScenario: Scenario | null;
  /** The scenario as it was opened, whatever its source. It stays the same when a person makes changes. */
  readonly initialScenario: Scenario;
  readonly selection: Selection | null;
}

/** One step of undo. */
export interface UndoStep extends Edition {
  /** Where the playhead was when it was left, in µs. */
  readonly at: number;
}

/** The mark under the pointer. */
export interface Hover {
  readonly hit: Hit;
  readonly x: number;
  readonly y: number;
  readonly run: Run;
  /** The timeline under the pointer: two timelines may show the same run. */
  readonly timeline: string;
}

/** What is drawn while the pointer drags a fault. Keys and fields also make drafts, but nothing of this is drawn then. */
export interface Drag {
  /** The anchor under the pointer, to which the fault would be tied; null: the fault stays free. */
  readonly anchor: Anchor | null;
  /** All anchors to which it could be tied. */
  readonly anchors: readonly Anchor[];
  /** The lane on which the anchors are drawn, as an index into `header.processes`; −1: no lane. */
  readonly process: number;
  /** The outcome at other places of the fault's track, as far as it has been computed. */
  readonly dangerZones: readonly DangerZone[];
}

/** A part of the track, in CSS pixels, and the verdict of the run with the fault there. */
export interface DangerZone extends Pick<Verdict, 'lock' | 'data'> {
  readonly x: number;
  readonly width: number;
}

/** The edition on screen, whose scenario is `committed`, and everything that is dropped when another edition replaces it. */
interface EditionView extends Omit<Edition, 'scenario'> {
  readonly committed: Scenario;
  /** The scenario on screen while something is dragged; null otherwise. */
  readonly draft: Scenario | null;
  /** The run of a draft that the panels show. They lag behind the drag. Null: there is no such run yet. */
  readonly draftRun: Run | null;
  /**
   * A change that cannot be made as it is: its check needs a fencing token or a lock service that the lock does not
   * have. It waits here until the person chooses one of the scenarios that would work; until then nothing changes.
   */
  readonly proposal: Scenario | null;
  /** The scenario whose run is drawn behind the one on screen. */
  readonly ghostScenario: Scenario | null;
  readonly hover: Hover | null;
  readonly drag: Drag | null;
  /** What the person predicted before playing, if a link asks. */
  readonly guess: Guess | null;
  /** What was wrong with a file that could not be opened. It stays readable when the run changes. */
  readonly notice: { readonly name: string; readonly problem: Text } | null;
}

type StoryRef = Partial<Pick<Edition, 'storyId' | 'variantId'>>;

interface EditionState extends EditionView {
  /** How many runs have been opened. */
  readonly openedCount: number;
  readonly past: readonly UndoStep[];
  readonly future: readonly UndoStep[];
  readonly setDraft: (scenario: Scenario | null) => void;
  readonly select: (selection: Selection | null) => void;
  /**
   * Commits a change of the scenario, ends the draft, and adds one step of undo unless nothing changed.
   * @param story the story, if it is another one
   */
  readonly commit: (scenario: Scenario, story?: StoryRef) => void;
  /** Opens another run, without selection. This, too, is one step of undo. */
  readonly open: (source: ScenarioSource) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** The most steps of undo. A scenario takes a few kilobytes. */
const pastLengthMax = 200;

const openingEdition: Edition = {
  scenario: openingScenario,
  initialScenario: openingScenario,
  storyId: null,
  variantId: null,
  baseScenario: null,
  selection: null,
};

export const useEdition = create<EditionState>()((set, get) => ({
  ...newEditionView(openingEdition),
  openedCount: 0,
  past: [],
  future: [],
  setDraft: (draft) =>
    set((state) => ({
      draft: draft && withoutStaleHarm(draft, state.committed),
      draftRun: state.draft === null ? null : state.draftRun,
    })),
  select: (selection) => set({ selection }),
  commit: (changed, story) =>
    set((state) => {
      const { storyId, variantId, baseScenario } = { ...state, ...story };
      if (isSameScenario({ scenario: changed, storyId, variantId }, state)) return { draft: null };
      const changedSource = { scenario: withoutStaleHarm(changed, state.committed), storyId, variantId, baseScenario };
      return {
        ...newEditionView({
          ...changedSource,
          initialScenario: state.initialScenario,
          selection: selectionIn(changedSource, state),
        }),
        ...withUndoStep(state),
        notice: state.notice,
      };
    }),
  open: (source) =>
    set((state) => {
      const edition = { baseScenario: null, ...source, initialScenario: source.scenario, selection: null };
      const next = { ...newEditionView(edition), openedCount: state.openedCount + 1 };
      return isSameScenario(source, state)
        ? { ...next, committed: state.committed, initialScenario: state.committed }
        : { ...next, ...withUndoStep(state) };
    }),
  // During a drag, undo only cancels the drag.
  undo: () => {
    const state = get();
    const previous = state.draft === null ? state.past.at(-1) : undefined;
    if (previous === undefined) return set({ draft: null });
    const future = [undoStepOf(state), ...state.future];
    set({ ...restoreStep(previous), past: state.past.slice(0, -1), future });
  },
  redo: () => {
    const state = get();
    const next = state.draft === null ? state.future[0] : undefined;
    if (next === undefined) return set({ draft: null });
    const past = [...state.past, undoStepOf(state)];
    set({ ...restoreStep(next), past, future: state.future.slice(1) });
  },
}));

/** The scenario on screen: the draft while something is dragged, else the committed one. */
export const shownScenario = (state: Pick<EditionView, 'committed' | 'draft'>): Scenario =>
  state.draft ?? state.committed;

/** The view of a new edition: nothing is dragged, predicted, proposed or under the pointer. */
function newEditionView({ scenario, ...edition }: Edition): EditionView {
  return {
    ...edition,
    committed: scenario,
    draft: null,
    draftRun: null,
    proposal: null,
    ghostScenario: null,
    hover: null,
    guess: null,
    drag: null,
    notice: null,
  };
}

/** The view of a step's edition. It also puts the playhead back to where it was. */
function restoreStep({ at, ...edition }: UndoStep): EditionView {
  useCursor.setState({ at, playing: false });
  return newEditionView(edition);
}

const undoStepOf = ({
  committed,
  initialScenario,
  storyId,
  variantId,
  baseScenario,
  selection,
}: EditionView): UndoStep => ({
  scenario: committed,
  initialScenario,
  storyId,
  variantId,
  baseScenario,
  selection,
  at: useCursor.getState().at,
});

const withUndoStep = (state: EditionState): Pick<EditionState, 'past' | 'future'> => ({
  past: [...state.past, undoStepOf(state)].slice(-pastLengthMax),
  future: [],
});

const isSameScenario = ({ scenario, storyId, variantId }: ScenarioSource, state: EditionView): boolean =>
  storyId === state.storyId && variantId === state.variantId && sameJson(scenario, state.committed);

/** A search records the harm that it found in a scenario. After a person's change, that harm no longer applies. */
function withoutStaleHarm(changed: Scenario, { harm }: Scenario): Scenario {
  if (harm === undefined || changed.harm !== harm) return changed;
  const { harm: _, ...scenario } = changed;
  return scenario;
}

/**
 * What stays selected after a change: a fault or process that still exists. An event's number would now mean another
 * event.
 */
function selectionIn({ scenario, storyId, variantId }: ScenarioSource, { selection }: EditionView): Selection | null {
  switch (selection?.kind) {
    case undefined:
      return null;
    case 'fault':
      return Object.hasOwn(scenario.faults, selection.name) ? selection : null;
    case 'process':
      return processesOfScenario(scenario, currentParts()).includes(selection.id) ? selection : null;
    case 'event': {
      // A run on real Redis stays on screen until it is run again.
      const edited = { committed: scenario, draft: null, storyId, variantId };
      return shownLive(useLive.getState(), edited) === null ? null : selection;
    }
  }
  return selection satisfies never;
}
