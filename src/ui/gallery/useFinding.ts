/** What the gallery shows for a search and a filter. The texts of the stories are loaded when something is searched for. */
import { useMemo } from 'react';
import { textsOf } from '../edit/kinds';
import { titleOf } from '../state/namedLock';
import { useStoryList } from '../state/storyList';
import { useJob } from '../state/useJob';
import { useLanguage, useWords } from '../words/i18n';
import { cards } from './cards';
import { termsOf } from './search';
import { type Filter, foundIn, type Shelf, type Shelved, shelvesOf } from './shelves';
import { excerptFrom, indexed, type Shown } from './storyIndex';
import { readStories } from './storyTexts';
import { useGalleryWords } from './words';

export interface Finding {
  readonly shelves: readonly Shelf[];
  readonly stories: readonly Shelved[];
  /** The words that are searched for; none: nothing is. */
  readonly terms: readonly string[];
  /** How many stories the search finds without the filter. */
  readonly countEverywhere: number;
  /** How many stories have no texts to search in, because they could not be loaded. Null while they are being loaded. */
  readonly missing: number | null;
  readonly namesOf: (story: Shelved) => readonly string[];
  /** Where in its texts a story was found; null if its card shows it. */
  readonly excerptFor: (story: Shelved) => string | null;
}

export function useFinding(query: string, filter: Filter): Finding {
  const stories = useShelved();
  const terms = useMemo(() => termsOf(query), [query]);
  const isSearching = terms.length > 0;
  // If it fails, titles are found all the same.
  const read = useJob(isSearching ? [] : null, readStories).value;
  const language = useLanguage();
  const shownOf = useShown();
  const index = useMemo(
    () =>
      new Map(stories.map((story) => [story.id, indexed(shownOf(story), read?.byId.get(story.id), language)] as const)),
    [stories, read, shownOf, language],
  );
  const found = useMemo(() => {
    if (!isSearching) return { shelves: shelvesOf(stories, filter), countEverywhere: stories.length };
    const search = { terms, textsOf: (id: string) => index.get(id)?.all };
    return {
      shelves: foundIn(stories, filter, search),
      countEverywhere: foundIn(stories, 'all', search).flatMap((shelf) => shelf.stories).length,
    };
  }, [stories, filter, terms, isSearching, index]);
  const excerpts = useMemo(
    () =>
      new Map(
        (isSearching ? found.shelves : [])
          .flatMap((shelf) => shelf.stories)
          .map(({ id }) => {
            const texts = index.get(id);
            return [id, texts === undefined ? null : excerptFrom(texts, terms)] as const;
          }),
      ),
    [isSearching, found, index, terms],
  );
  return {
    ...found,
    stories,
    terms,
    missing: read === null ? null : read.missing,
    namesOf: ({ id }) => index.get(id)?.names ?? noNames,
    excerptFor: ({ id }) => excerpts.get(id) ?? null,
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

function useShown(): (story: Shelved) => Shown {
  const page = useWords();
  const words = useGalleryWords();
  const language = useLanguage();
  return useMemo(
    () =>
      ({ number, title, group, card }: Shelved): Shown => {
        const lock = titleOf(card.by);
        return {
          number,
          title,
          names: [lock[language], ...card.faults.map((kind) => textsOf(page, kind).name)],
          also: [lock.en, lock.zh, words.locks[card.said.lock], words.datas[card.said.data], words.chapters[group]],
          sources: card.sources.map((source) => page.source[source === 'redis.io' ? 'redisIo' : source]),
        };
      },
    [page, words, language],
  );
}
