/**
 * Finds stories by their id, or by number and variant as people write them, and lists them. Knows where stories are,
 * not what a run is.
 */
import type { Scenario } from '../../core/model/scenario/scenario';
import { loadStory, publishedScenario, type Story } from '../../core/model/scenario/story';
import { nameOf, storyNamed, variantNamed } from '../../core/model/scenario/storyName';
import type { Language } from '../../core/model/values/text';
import { stories } from './';

/** A story with one of its variants, or with its own scenario. */
export interface FoundStory {
  readonly story: Story;
  readonly variantId: string | undefined;
  readonly scenario: Scenario;
}

/** The scenario of a variant, or of the story itself when no variant is given; undefined when there is no such variant. */
function scenarioOf(story: Story, variantId: string | undefined): Scenario | undefined {
  const variant = variantId === undefined ? null : story.variants.find(({ id }) => id === variantId);
  return variant === undefined ? undefined : publishedScenario(story, variant);
}

/** Finds a scenario by the id that links use. */
export async function resolveStory(id: string, variantId: string | undefined): Promise<Scenario | undefined> {
  const entry = stories.find((story) => story.id === id);
  return entry === undefined ? undefined : scenarioOf(await loadStory(entry), variantId);
}

export const storyIds: readonly string[] = stories.map(({ id }) => id);

/** `no such story`: the words name no story. `no such variant`: they name a story that has these variants. */
export type Found =
  | { readonly kind: 'found'; readonly story: FoundStory }
  | { readonly kind: 'no such story' }
  | { readonly kind: 'no such variant'; readonly names: readonly string[] };

/** `7a` means story 7 itself, unless it has a variant `a`. */
export async function findStory(words: string): Promise<Found> {
  const named = storyNamed(words, stories);
  if (named === null) return { kind: 'no such story' };
  const { entry } = named;
  const story = await loadStory(entry);
  const variantId = variantNamed(story, named.variant);
  const scenario = variantId === null ? undefined : scenarioOf(story, variantId);
  if (variantId !== null && scenario !== undefined) return { kind: 'found', story: { story, variantId, scenario } };
  return { kind: 'no such variant', names: [story.number, ...story.variants.map(({ id }) => nameOf(entry, id))] };
}

/** Throws if no story has this run. */
export async function storyOfRun(words: string): Promise<FoundStory> {
  const found = await findStory(words);
  if (found.kind !== 'found') throw new Error(`No story has the run "${words}".`);
  return found.story;
}

type Row = readonly [name: string, id: string, outcome: string, data: string, title: string];

/** One line for each story and variant: number, id, lock, data, title. */
export async function listStories(language: Language): Promise<readonly string[]> {
  const rows: Row[] = [];
  for (const entry of stories) {
    const story = await loadStory(entry);
    rows.push([story.number, story.id, story.lock, story.data, story.title[language]]);
    for (const { id, lock, data, title } of story.variants) {
      rows.push([nameOf(entry, id), `${story.id}:${id}`, lock, data, title[language]]);
    }
  }
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
