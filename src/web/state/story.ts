/**
 * The stories whose files are loaded, and how to open one. The store of the scenario holds which one is open, so that
 * undo restores it.
 */
import { useEffect } from 'react';
import type { Scenario } from '../../core/model/scenario/scenario';
import { loadStory, publishedScenario, type Story } from '../../core/model/scenario/story';
import { useEdition } from './edition';
import { reportLostPart } from './lostPart';
import { openRun } from './openRun';
import { fetchPartsFor } from './parts';
import { runInTasks } from './run';
import { entryOf, useStories } from './storyList';

type Loaded = Pick<ReturnType<typeof useStories.getState>, 'loaded'>;

const storyIn = ({ loaded }: Loaded, storyId: string | null): Story | null =>
  (storyId === null ? null : loaded.get(storyId)) ?? null;

/** The open story, for code outside of views. */
export const currentStory = (): Story | null => storyIn(useStories.getState(), useEdition.getState().storyId);

/** The open story once its file is loaded; null for a scenario without a story. */
export function useStory(): Story | null {
  const storyId = useEdition((state) => state.storyId);
  const story = useStories((state) => storyIn(state, storyId));
  useEffect(() => {
    if (storyId !== null) void fetchStory(storyId);
  }, [storyId]);
  return story;
}

/** How many times a story was asked for: another one may be asked for while one loads. */
let askedCount = 0;

/** The run of an answer, if it is not the published one. */
export interface AnswerRun {
  /** The run that the answer changes. */
  readonly baseScenario: Scenario | null;
  /** Null: the published run. */
  readonly scenario: Scenario | null;
}

/**
 * Opens a story or one of its variants, as published if nothing else is given, which is one step of undo. If another
 * one is asked for while it loads, only the other one is opened. Returns whether it could be loaded.
 */
export async function openStory(
  id: string,
  variantId: string | null = null,
  { baseScenario, scenario: changed }: AnswerRun = { baseScenario: null, scenario: null },
): Promise<boolean> {
  const number = ++askedCount;
  const story = await fetchStory(id);
  if (story === null) return false;
  const variant = story.variants.find((candidate) => candidate.id === variantId) ?? null;
  const scenario = changed ?? publishedScenario(story, variant);
  try {
    // Its answers are judged before they are opened.
    await fetchPartsFor([scenario, ...story.variants.map((one) => publishedScenario(story, one))]);
  } catch (error) {
    noteFailure(id, error);
    return false;
  }
  await runInTasks(scenario);
  if (number === askedCount) openRun({ scenario, storyId: id, variantId: variant?.id ?? null, baseScenario });
  return true;
}

function noteFailure(id: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  useStories.setState(({ failed }) => ({ failed: new Map(failed).set(id, reason) }));
}

/** The same by the id of the variant. If the story has no such variant: as published. */
export const publishedById = (story: Story, variantId: string | null): Scenario =>
  publishedScenario(story, story.variants.find(({ id }) => id === variantId) ?? null);

/** Loads a story's file; null if it does not exist or cannot be loaded, with the reason in `failed`. */
export async function fetchStory(id: string): Promise<Story | null> {
  const cachedStory = useStories.getState().loaded.get(id);
  if (cachedStory !== undefined) return cachedStory;
  try {
    const entry = await entryOf(id);
    if (entry === undefined) return null;
    const story = await loadStory(entry);
    useStories.setState(({ loaded }) => ({ loaded: new Map(loaded).set(id, story) }));
    return story;
  } catch (error) {
    reportLostPart();
    noteFailure(id, error);
    return null;
  }
}
