/** What the gallery shows for a search and a filter. The texts of the stories are loaded at the first search. */
import { useMemo } from 'react';
import { galleryWords } from '../../content/texts/gallery';
import { useStoryList } from '../state/storyList';
import { useJob } from '../state/useJob';
import { useLanguage, useText, useWords } from '../words/i18n';
import { cards } from './cards';
import { type Found, Search } from './search';
import { type Filter, foundIn, type Shelf, type Shelved, shelvesOf } from './shelves';
import { entryOf, shownOf } from './storyIndex';
import { readStories } from './storyTexts';

export interface StorySearch {
  readonly shelves: readonly Shelf[];
  readonly stories: readonly Shelved[];
  readonly isSearching: boolean;
  /** How many stories the search finds without the filter. */
  readonly countEverywhere: number;
  /** A similar search that has results, if this one has none. */
  readonly nearest: string | null;
  /** How many stories have no texts to search in, because they could not be loaded. Null while they are loading. */
  readonly missing: number | null;
  readonly namesOf: (story: Shelved) => readonly string[];
  /** The words by which a story was found, and where. Null: there is no search. */
  readonly foundOf: (story: Shelved) => Found | null;
}

export function useStorySearch(query: string, filter: Filter): StorySearch {
  const stories = useShelved();
  const isSearching = query.trim() !== '';
  // If it fails, titles are still found.
  const storyTexts = useJob(isSearching ? [] : null, readStories).value;
  const language = useLanguage();
  const page = useWords();
  const words = useText()(galleryWords);
  const storyFacts = useMemo(
    () => new Map(stories.map((story) => [story.id, shownOf(story, { page, words, language })])),
    [stories, page, words, language],
  );
  const search = useMemo(
    () =>
      isSearching
        ? new Search([...storyFacts.values()].map((one) => entryOf(one, storyTexts?.byId.get(one.id), language)))
        : null,
    [storyFacts, storyTexts, language, isSearching],
  );
  const answer = useMemo(() => search?.ask(query) ?? null, [search, query]);
  const hits = useMemo(() => new Map(answer?.matches.map((one) => [one.id, one])), [answer]);
  return {
    shelves: answer === null ? shelvesOf(stories, filter) : foundIn(stories, filter, [...hits.keys()]),
    stories,
    isSearching,
    countEverywhere: answer === null ? stories.length : hits.size,
    nearest: answer?.nearest ?? null,
    missing: storyTexts === null ? null : storyTexts.missing,
    namesOf: ({ id }) => storyFacts.get(id)?.names ?? noNames,
    foundOf: ({ id }) => hits.get(id) ?? null,
  };
}

const noNames: readonly string[] = [];

function useShelved(): readonly Shelved[] {
  const list = useStoryList();
  return useMemo(
    () =>
      list.flatMap((story): readonly Shelved[] => {
        const card = cards[story.id];
        return card === undefined ? [] : [{ ...story, card }];
      }),
    [list],
  );
}
