/** The texts of a story that a search may find, only in the reader's language. */

import type { GalleryWords } from '../../content/texts/gallery';
import { lockFacts } from '../../core/locks/facts';
import type { Language, Text } from '../../core/model/values/text';
import { textsOf } from '../edit/kinds';
import { titleOf } from '../state/namedLock';
import { currentParts } from '../state/parts';
import type { useWords } from '../words/i18n';
import type { Entry } from './search';
import type { Shelved } from './shelves';
import type { StoryTexts } from './storyTexts';

/** What is known of a story before its texts are loaded. */
export interface Shown {
  readonly id: string;
  readonly number: string;
  readonly title: Text;
  /** The names of its lock and its faults, as its card shows them. */
  readonly names: readonly string[];
  /** Its check, its outcome, its chapter, and the lock that its library implements. */
  readonly also: readonly string[];
  /** The names of its lock and its faults in addresses and files. */
  readonly ids: readonly string[];
  /** The articles that it is based on. */
  readonly sources: readonly string[];
}

interface Saying {
  readonly page: ReturnType<typeof useWords>;
  readonly words: GalleryWords;
  readonly language: Language;
}

export function shownOf({ id, number, title, group, card }: Shelved, { page, words, language }: Saying): Shown {
  const { by, check, faults, phrases, sources } = card;
  const { resources } = currentParts();
  const named = [lockFacts.get(by.id)?.title, resources.get(check)?.title].flatMap((text) => text?.[language] ?? []);
  return {
    id,
    number,
    title,
    names: [titleOf(by)[language], ...faults.map((kind) => textsOf(page, kind).name)],
    also: [...named, words.locks[phrases.lock], words.datas[phrases.data], words.chapters[group]],
    ids: [by.id, ...(by.profile === undefined ? [] : [by.profile]), ...faults],
    sources: sources.map((source) => page.source[source === 'redis.io' ? 'redisIo' : source]),
  };
}

/** @param texts absent until they are loaded */
export function entryOf(story: Shown, texts: StoryTexts | undefined, language: Language): Entry {
  const { id, number, title, names, also, ids, sources } = story;
  const linesOf = (passages: readonly Text[] = []): readonly string[] => passages.map((text) => text[language]);
  return {
    id,
    texts: {
      number: [number],
      title: [title[language]],
      names,
      also,
      id: [id, ...ids],
      article: sources,
      argument: linesOf(texts?.argument),
      lead: linesOf(texts?.lead),
      beats: linesOf(texts?.beats),
      more: linesOf(texts?.more),
    },
  };
}
