/** In what order and under which headings the gallery shows the stories. */
import type { ListedStory } from '../state/storyList';
import type { Card, Topic } from './card';

/** A story with what the gallery knows of it. */
export interface Shelved extends ListedStory {
  readonly card: Card;
}

/**
 * Stories to see in this order. start: the way for beginners; each names the following one as its `next`. whoseClock:
 * what breaks a lease that is ended by the holder's clock, by a stopwatch, by the server's clock, and by no clock.
 */
export const ways = {
  start: ['pause-before-write', 'failover', 'nodes-down', 'clock-jump', 'fencing-tokens'],
  whoseClock: ['live-lock-taken', 'fast-stopwatch', 'every-lease', 'no-expiry'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Way = keyof typeof ways;

export const isWay = (id: string): id is Way => Object.hasOwn(ways, id);

/** `questions`: what people ask, which the gallery shows instead of stories. */
export type Filter = 'all' | Way | 'questions' | Topic;

export interface Shelf {
  /** A chapter, the way for beginners, or the results of a search. */
  readonly id: ListedStory['group'] | Way | 'found';
  readonly stories: readonly Shelved[];
}

/**
 * The stories by chapter, each chapter and each of its stories in the order of the list. Empty chapters are left out.
 */
export function shelvesOf(stories: readonly Shelved[], filter: Filter): readonly Shelf[] {
  if (isWay(filter)) return nonEmpty([shelfOf(filter, stories)]);
  const matches = stories.filter((story) => isUnder(story, filter));
  const groups = [...new Set(stories.map(({ group }) => group))];
  const chapters = groups.map((id): Shelf => ({ id, stories: matches.filter(({ group }) => group === id) }));
  return nonEmpty(filter === 'all' ? [shelfOf('start', stories), ...chapters] : chapters);
}

/** The results of a search, in their order, with the filter applied. */
export function foundIn(stories: readonly Shelved[], filter: Filter, ids: readonly string[]): readonly Shelf[] {
  const results = ids.flatMap((id) => stories.find((story) => story.id === id) ?? []);
  return nonEmpty([{ id: 'found', stories: results.filter((story) => isUnder(story, filter)) }]);
}

const isUnder = ({ id, card }: Shelved, filter: Filter): boolean =>
  filter === 'all' ||
  filter === 'questions' ||
  (isWay(filter) ? ways[filter].some((one) => one === id) : card.topics.includes(filter));

const shelfOf = (id: Way, stories: readonly Shelved[]): Shelf => ({
  id,
  stories: ways[id].flatMap((one) => stories.find((story) => story.id === one) ?? []),
});

const nonEmpty = (shelves: readonly Shelf[]): readonly Shelf[] => shelves.filter(({ stories }) => stories.length > 0);
