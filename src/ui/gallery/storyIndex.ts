/** What of a story a search may find, and the line that shows where it has found it. */
import type { Language, Text } from '../../model/text';
import { type Compared, comparedAll, excerptOf, type Findable, findable, rankOf } from './search';
import { inAll, type StoryTexts } from './storyTexts';

/** What is known of a story before its texts are. */
export interface Shown {
  readonly number: string;
  readonly title: Text;
  /** The names of its lock and its faults, as its card shows them. */
  readonly names: readonly string[];
  /** Other names of them, what came of it, and its chapter. */
  readonly also: readonly string[];
  /** The articles that it is from. */
  readonly sources: readonly string[];
}

export interface Indexed {
  readonly all: Findable;
  /** What is on its card. */
  readonly seen: Findable;
  /** What is not on its card. */
  readonly told: readonly Compared[];
  readonly names: readonly string[];
}

/** @param texts absent while they are not loaded */
export function indexed(shown: Shown, texts: StoryTexts | undefined, language: Language): Indexed {
  const { number, title, names, also, sources } = shown;
  const own = comparedAll([title[language]]);
  const others = comparedAll(inAll([title], language).slice(1));
  const named = comparedAll(names);
  const alsoNamed = comparedAll(also);
  const formerly = comparedAll(inAll(texts?.formerly ?? [], language));
  const about = comparedAll([...inAll(texts?.about ?? [], language), ...sources]);
  const more = comparedAll(inAll(texts?.more ?? [], language));
  return {
    all: findable(number, [[...own, ...others, ...formerly], [...named, ...alsoNamed], about, more]),
    seen: findable(number, [own, named]),
    told: [...formerly, ...about, ...more, ...others, ...alsoNamed],
    names,
  };
}

/** Null if the card itself shows what is searched for. */
export const excerptFrom = ({ seen, told }: Indexed, terms: readonly string[]): string | null =>
  terms.length === 0 || rankOf(seen, terms) !== null ? null : excerptOf(told, terms);
