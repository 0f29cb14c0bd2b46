/**
 * What the run on screen is compared with: one choice, and the runs that a person pinned. Which choices exist, and
 * which scenario each of them names, follows from what is open.
 */
import { create } from 'zustand';
import { sameJson } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import { fixedBy, fixOf, type Story } from '../../core/model/scenario/story';
import type { Run } from '../../core/model/trace/run';
import { type ScenarioSource, useEdition } from './edition';
import { useIsLive, useLive } from './live';
import { memoizeLast } from './memoizeLast';
import { fetchPartsFor } from './parts';
import { pickStory } from './pickStory';
import { runInTasks, useBackgroundRun } from './run';
import { liveBeforeDrag, useLiveBeforeDrag } from './shownLive';
import { currentStory, publishedById, useStory } from './story';

/**
 * `original`: the story as published or, after that, the scenario as it was opened. `before`: the edition before the
 * last change. `beside`: the variant that belongs beside the open one, as an embed compares. A run on real Redis is
 * compared with the simulated run of the same scenario, unless the choice is `nothing`.
 */
export type ComparisonChoice =
  | 'nothing'
  | 'original'
  | 'before'
  | 'beside'
  | 'simulated'
  | { readonly variant: string }
  | { readonly pinned: string };

export interface Pin extends ScenarioSource {
  readonly id: string;
  /** When it was pinned, in ms since 1970. */
  readonly at: number;
}

/** The run that was on screen before the swap, and the one that replaced it. */
interface Swap {
  readonly previous: ScenarioSource;
  readonly to: Scenario;
}

export interface CompareState {
  readonly with: ComparisonChoice;
  readonly swap: Swap | null;
  /** Whether both runs are drawn in full, rather than only the rows that differ. */
  readonly isFull: boolean;
  /** Oldest first. */
  readonly pins: readonly Pin[];
}

export const pinsMax = 3;

export const useCompare = create<CompareState>()(() => ({ with: 'nothing', swap: null, isFull: false, pins: [] }));

export const compareWith = (choice: ComparisonChoice): void => useCompare.setState({ with: choice, swap: null });

export const stopComparing = (): void => compareWith('nothing');

export const showBothInFull = (isFull: boolean): void => useCompare.setState({ isFull });

/** Pins the scenario on screen. Returns null if the most pins are there already. A scenario is pinned only once. */
export function pinCurrent(now: () => number = Date.now): ComparisonChoice | null {
  const { committed, storyId, variantId } = useEdition.getState();
  const { pins } = useCompare.getState();
  const there = pins.find((pin) => pin.storyId === storyId && sameJson(pin.scenario, committed));
  if (there !== undefined) return { pinned: there.id };
  if (pins.length >= pinsMax) return null;
  const last = Math.max(0, ...pins.map(({ id }) => Number(id)));
  const pin = { id: String(last + 1), at: now(), scenario: committed, storyId, variantId };
  useCompare.setState({ pins: [...pins, pin] });
  return { pinned: pin.id };
}

export function unpin(id: string): void {
  const { pins, with: chosen } = useCompare.getState();
  useCompare.setState({ pins: pins.filter((pin) => pin.id !== id) });
  if (keyOf(chosen) === keyOf({ pinned: id })) stopComparing();
}

/** What is open, as far as it decides what there is to compare with. */
export interface CompareContext extends ScenarioSource {
  /** Null: the scenario has no story, or its story is still loading. */
  readonly story: Story | null;
  readonly initialScenario: Scenario;
  readonly past: readonly (ScenarioSource & { readonly initialScenario: Scenario })[];
  readonly pins: readonly Pin[];
}

export interface ComparedScenario extends ScenarioSource {
  /** Whether it is drawn below the run on screen when both are drawn in full. */
  readonly isBelow: boolean;
}

/** The other scenario of a choice; null: nothing is compared, or the scenario that the choice names is gone. */
export function resolveTarget(choice: ComparisonChoice, open: CompareContext): ComparedScenario | null {
  const { story, storyId, initialScenario, past, pins, variantId } = open;
  if (choice === 'nothing' || choice === 'simulated') return null;
  if (choice === 'original')
    return { scenario: story?.scenario ?? initialScenario, storyId, variantId: null, isBelow: true };
  if (choice === 'beside')
    return story === null
      ? { scenario: initialScenario, storyId, variantId: null, isBelow: false }
      : adjacentVersion(story, variantId);
  if (choice === 'before') {
    const last = past.at(-1);
    return last === undefined || last.initialScenario !== initialScenario ? null : { ...sourceOf(last), isBelow: true };
  }
  if ('pinned' in choice) {
    const pin = pins.find(({ id }) => id === choice.pinned);
    return pin === undefined ? null : { ...sourceOf(pin), isBelow: true };
  }
  const variant = story?.variants.find(({ id }) => id === choice.variant);
  if (story === null || variant === undefined) return null;
  return { scenario: publishedById(story, variant.id), storyId, variantId: variant.id, isBelow: true };
}

const sourceOf = ({ scenario, storyId, variantId }: ScenarioSource): ScenarioSource => ({
  scenario,
  storyId,
  variantId,
});

/** The choices on offer, in the order of the page. The run on screen is left out unless it is already chosen. */
export function choicesOf(open: CompareContext, chosen: ComparisonChoice = 'nothing'): readonly ComparisonChoice[] {
  const { story, variantId, pins, storyId } = open;
  const variants =
    story === null ? [] : relatedVersionIds(story, variantId).map((variant): ComparisonChoice => ({ variant }));
  const pinned = pins.filter((pin) => pin.storyId === storyId).map(({ id }): ComparisonChoice => ({ pinned: id }));
  const isAnother = (choice: ComparisonChoice): boolean => {
    const other = resolveTarget(choice, open);
    return other !== null && (keyOf(choice) === keyOf(chosen) || !sameJson(other.scenario, open.scenario));
  };
  return ['nothing', ...(['original', 'before', ...variants, ...pinned] as const).filter(isAnother)];
}

/**
 * The variant that the open one fixes, the open variant itself (it may have been changed), and each fix. A story
 * without a fix offers its first variant.
 */
function relatedVersionIds({ variants, ...story }: Story, variantId: string | null): readonly string[] {
  const open = variants.find(({ id }) => id === variantId);
  const fixedVersion = open && fixedBy({ ...story, variants }, open);
  const fixes = variants.filter(({ fix }) => fix).map(({ id }) => id);
  const first = fixes.length === 0 ? variants.slice(0, 1).map(({ id }) => id) : [];
  const all = [
    ...(fixedVersion ? [fixedVersion.id] : []),
    ...(open === undefined ? [] : [open.id]),
    ...fixes,
    ...first,
  ];
  return [...new Set(all)];
}

/** A stable key: equal choices have equal text. */
export const keyOf = (choice: ComparisonChoice): string =>
  typeof choice === 'string' ? choice : 'variant' in choice ? `variant ${choice.variant}` : `pinned ${choice.pinned}`;

/** The variant to show beside this one. For the story as published, that is its own fix or else its first variant. */
export function adjacentVersion(story: Story, variantId: string | null): ComparedScenario | null {
  const of = (id: string | null, isBelow: boolean): ComparedScenario => ({
    scenario: publishedById(story, id),
    storyId: story.id,
    variantId: id,
    isBelow,
  });
  const openVariant = story.variants.find(({ id }) => id === variantId);
  if (openVariant !== undefined) return of(fixedBy(story, openVariant)?.id ?? null, false);
  if (variantId !== null) return of(null, false);
  const variant = fixOf(story, null) ?? story.variants[0];
  return variant ? of(variant.id, true) : null;
}

/**
 * Opens the variant of a story that a person picked; null: as published. If there is room for both, a fix opens beside
 * the variant that it fixes. If the reader changed that variant, it is shown as changed and gets pinned.
 */
export async function openVersion(story: Story, variantId: string | null): Promise<void> {
  const fix = story.variants.find(({ id, fix }) => id === variantId && fix);
  if (
    fix !== undefined &&
    !useLive.getState().isOn &&
    matchMedia('(min-width: 1081px) and (min-height: 760px)').matches
  ) {
    const fixedVersion = fixedBy(story, fix);
    const changed = isChanged(story, fixedVersion?.id ?? null) ? pinCurrent() : null;
    compareWith(changed ?? (fixedVersion === null ? 'original' : { variant: fixedVersion.id }));
  } else stopComparing();
  await pickStory(story.id, variantId);
}

/** Whether this variant is open and has been changed. */
function isChanged(story: Story, variantId: string | null): boolean {
  const open = useEdition.getState();
  const isOpen = open.storyId === story.id && open.variantId === variantId;
  return isOpen && !sameJson(open.committed, publishedById(story, variantId));
}

/** The swap, if it still holds: undo may have gone back past it. */
export function currentSwap(
  swapped: Swap | null,
  { past, scenario }: Pick<CompareContext, 'past' | 'scenario'>,
): Swap | null {
  if (swapped === null) return null;
  const history = [...past.map((edition) => edition.scenario), scenario];
  return history[history.lastIndexOf(swapped.previous.scenario) + 1] === swapped.to ? swapped : null;
}

/**
 * The choices, and which of them names the other run. After a swap, that is the run that was on screen before,
 * whatever choice named it. Null: no choice names it.
 */
export function comparisonChoices(
  open: CompareContext,
  chosen: ComparisonChoice,
  swapped: Swap | null,
): { readonly choices: readonly ComparisonChoice[]; readonly chosen: ComparisonChoice | null } {
  const previous = currentSwap(swapped, open)?.previous;
  const choices = choicesOf(open, previous === undefined ? chosen : 'nothing');
  if (previous === undefined) return { choices, chosen };
  const there = swapped?.to === open.scenario ? choices.filter((one) => one !== 'before') : choices;
  const isOther = (choice: ComparisonChoice): boolean =>
    sameJson(resolveTarget(choice, open)?.scenario ?? null, previous.scenario);
  return { choices: there, chosen: there.find(isOther) ?? null };
}

/** Swaps the run on screen and the other run. This is one step of undo. */
export async function swapCompared(other: ScenarioSource): Promise<void> {
  const { scenario, storyId, variantId } = other;
  await fetchPartsFor([scenario]);
  await runInTasks(scenario);
  const open = useEdition.getState();
  const previous = { scenario: open.committed, storyId: open.storyId, variantId: open.variantId };
  const swapped = currentSwap(useCompare.getState().swap, { past: open.past, scenario: open.committed });
  open.commit(scenario, { storyId, variantId });
  const isBack = swapped !== null && swapped.to === previous.scenario;
  useCompare.setState({ swap: isBack ? null : { previous, to: scenario } });
}

/** A run on real Redis differs from the simulated one in every row, if only by its times. */
export function useIsFull(): boolean {
  const isLive = useIsLive();
  return useCompare((state) => state.isFull || state.with === 'beside') || isLive;
}

/** A new object would be another scenario to compare with, whose run is not there. */
const memoizedContext = memoizeLast((open: CompareContext) => open);

/** What is open, before anything is dragged. */
export function useCompareContext(): CompareContext {
  const story = useStory();
  const scenario = useEdition((state) => state.committed);
  const storyId = useEdition((state) => state.storyId);
  const variantId = useEdition((state) => state.variantId);
  const initialScenario = useEdition((state) => state.initialScenario);
  const past = useEdition((state) => state.past);
  const pins = useCompare((state) => state.pins);
  return memoizedContext({ story, scenario, storyId, variantId, initialScenario, past, pins });
}

/** The same outside of a view. */
export function currentCompareContext(): CompareContext {
  const { committed: scenario, storyId, variantId, initialScenario, past } = useEdition.getState();
  const { pins } = useCompare.getState();
  return memoizedContext({ story: currentStory(), scenario, storyId, variantId, initialScenario, past, pins });
}

export interface Comparison extends ComparedScenario {
  readonly choice: ComparisonChoice;
  /** Whether it was on screen before the swap. */
  readonly isSwapped: boolean;
}

interface ComparisonInput {
  readonly choice: ComparisonChoice;
  readonly swapped: Swap | null;
  readonly open: CompareContext;
  readonly isLive: boolean;
  /** What the run on real Redis was asked for; null: there is no such run. */
  readonly liveScenario: Scenario | null;
}

/** What the run on screen is compared with; null: nothing is compared. */
const comparisonOf = memoizeLast(
  ({ choice, swapped, open, isLive, liveScenario }: ComparisonInput): Comparison | null => {
    if (choice === 'nothing') return null;
    const { storyId, variantId } = open;
    const plain = { storyId, variantId, isBelow: false, isSwapped: false };
    if (isLive) return liveScenario && { ...plain, scenario: liveScenario, choice: 'simulated' };
    const previous = currentSwap(swapped, open)?.previous;
    if (previous !== undefined) return { ...previous, choice, isBelow: true, isSwapped: true };
    const other = resolveTarget(choice, open);
    return other && { ...other, choice, isSwapped: false };
  },
);

export function useComparison(): Comparison | null {
  const choice = useCompare((state) => state.with);
  const swapped = useCompare((state) => state.swap);
  const open = useCompareContext();
  const isLive = useIsLive();
  const liveScenario = useLiveBeforeDrag()?.requestedScenario ?? null;
  return comparisonOf({ choice, swapped, open, isLive, liveScenario });
}

/** The same outside of a view. */
export function currentComparison(): Comparison | null {
  const { with: choice, swap: swapped } = useCompare.getState();
  const liveScenario = liveBeforeDrag()?.requestedScenario ?? null;
  return comparisonOf({
    choice,
    swapped,
    open: currentCompareContext(),
    isLive: useLive.getState().isOn,
    liveScenario,
  });
}

/** The run of the other scenario; null until it is ready. */
export const useComparedRun = (other: ComparedScenario | null): Run | null => useBackgroundRun(other?.scenario ?? null);
