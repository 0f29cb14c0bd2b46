/** In what order and under which headings the gallery shows the stories. */
import type { ListedStory } from '../state/storyList';
import type { Card, Topic } from './card';

/** A story with what the gallery knows of it. */
export interface Shelved extends ListedStory {
  readonly card: Card;
}

export type Filter = 'all' | 'start' | Topic;

/** The way for beginners, in its order. Each of these stories names the following one as its `next`. */
export const startHere: readonly string[] = [
  'pause-before-write',
  'failover',
  'nodes-down',
  'clock-jump',
  'fencing-tokens',
];

export interface Shelf {
  /** A chapter, the way for beginners, or the results of a search. */
  readonly id: ListedStory['group'] | 'start' | 'found';
  readonly stories: readonly Shelved[];
}

/**
 * The stories by chapter, each chapter and each of its stories in the order of the list. Empty chapters are left out.
 */
export function shelvesOf(stories: readonly Shelved[], filter: Filter): readonly Shelf[] {
  const start: Shelf = { id: 'start', stories: wayOf(stories) };
  if (filter === 'start') return nonEmpty([start]);
  const shown = stories.filter((story) => isUnder(story, filter));
  const groups = [...new Set(stories.map(({ group }) => group))];
  const chapters = groups.map((id): Shelf => ({ id, stories: shown.filter(({ group }) => group === id) }));
  return nonEmpty(filter === 'all' ? [start, ...chapters] : chapters);
}

/** The results of a search, in their order, with the filter applied. */
export function foundIn(stories: readonly Shelved[], filter: Filter, ids: readonly string[]): readonly Shelf[] {
  const found = ids.flatMap((id) => stories.find((story) => story.id === id) ?? []);
  return nonEmpty([{ id: 'found', stories: found.filter((story) => isUnder(story, filter)) }]);
}

const isUnder = ({ id, card }: Shelved, filter: Filter): boolean =>
  filter === 'all' || (filter === 'start' ? startHere.includes(id) : card.topics.includes(filter));

const wayOf = (stories: readonly Shelved[]): readonly Shelved[] =>
  startHere.flatMap((id) => stories.find((story) => story.id === id) ?? []);

const nonEmpty = (shelves: readonly Shelf[]): readonly Shelf[] => shelves.filter(({ stories }) => stories.length > 0);
