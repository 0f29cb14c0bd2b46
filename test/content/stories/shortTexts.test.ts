// What a scene, a phone, an embed and a room say about a story is short, says one thing, and does not reveal how a
// variant ends.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { stories } from '../../../src/content/stories';
import { opening } from '../../../src/content/stories/opening';
import { titles } from '../../../src/content/stories/titles';
import type { Beat, Story, Variant } from '../../../src/core/model/scenario/story';
import { type Language, languages, type Text } from '../../../src/core/model/values/text';
import { loadedStories } from './storyVersions';

/**
 * In English words, and in Chinese characters, where a word of Latin letters or a number counts as one. Punctuation
 * does not count.
 */
const lengthOf = {
  en: (text: string) => text.trim().split(/\s+/).length,
  zh: (text: string) => text.match(/\p{Script=Han}|[A-Za-z0-9][\w.,’'-]*/gu)?.length ?? 0,
} as const satisfies Readonly<Record<Language, (text: string) => number>>;

const isWithin = (text: Text, most: Readonly<Record<Language, number>>): boolean =>
  languages.every((language) => lengthOf[language](text[language]) <= most[language]);

const beatsOf = ({ beats, scene, variants }: Story): readonly Beat[] => [
  ...beats,
  ...(scene?.beats ?? []),
  ...variants.flatMap((variant) => variant.beats ?? []),
];

const shortOf = ({ short, title }: Variant): Text => short ?? title;

/** Words that reveal the end, in the name of something that a reader has not yet played. */
const saysEnding = /\b(helps?|saves?|refused|stuck|lost|in vain)\b|丢了|没用|拒绝|守住/;

/** What a fault does to a message or a mark, and what people try when there is already a failure. */
const allowed: ReadonlySet<string> = new Set(['19b', '41c', '58b', '87b', '87bfix', '37d', '35b2', '39fix', '70b']);

describe.each(loadedStories.map((story) => [story.number, story] as const))('story %s', (number, story) => {
  test('has a title that can be read at a glance', () => {
    expect(isWithin(story.title, { en: 8, zh: 16 }), story.title.en).toBe(true);
  });

  test('says each of its beats in a line', () => {
    for (const { text, short = text } of beatsOf(story))
      expect(isWithin(short, { en: 14, zh: 28 }), `${short.en} | ${short.zh}`).toBe(true);
  });

  test('gives its variants names of their own, that do not tell how they end', () => {
    const names = story.variants.map(shortOf);
    for (const language of languages) {
      const all = names.map((name) => name[language]);
      expect(new Set(all).size, all.join(', ')).toBe(all.length);
    }
    for (const [i, name] of names.entries()) {
      expect(isWithin(name, { en: 5, zh: 10 }), `${name.en} | ${name.zh}`).toBe(true);
      const id = `${number}${story.variants[i]?.id}`;
      if (!allowed.has(id))
        expect(
          languages.some((language) => saysEnding.test(name[language])),
          `${id} ${name.en}`,
        ).toBe(false);
    }
  });

  test('is followed by another, which does not lead back at once', () => {
    const next = loadedStories.find(({ id }) => id === story.next);
    if (story.next !== undefined) expect(next, story.next).toBeDefined();
    expect(next?.next).not.toBe(story.id);
  });
});

test('each title is of a story, and stands once', () => {
  expect(Object.keys(titles)).toEqual(stories.filter(({ id }) => id !== opening.id).map(({ id }) => id));
});

test('no two stories have the same title', () => {
  for (const language of languages) {
    const titles = loadedStories.map(({ title }) => title[language]);
    expect(new Set(titles).size).toBe(titles.length);
  }
});

test('no two stories or variants have the same text, which a preview of their link shows', () => {
  for (const language of languages) {
    const texts = loadedStories.flatMap(({ lead, variants }) => [lead, ...variants.map(({ text }) => text)]);
    const all = texts.map((text) => text[language]);
    expect(all.filter((text, i) => all.indexOf(text) !== i)).toEqual([]);
  }
});

test('the table of lessons has every story, in one line of each language', () => {
  const table = readFileSync(new URL('../../../src/content/stories/LESSONS.md', import.meta.url), 'utf8');
  const rows = table.split('\n').flatMap((line) => {
    const [number, en, zh] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return /^\d+$/.test(number ?? '') ? [{ number, lesson: { en, zh } }] : [];
  });
  expect(rows.map(({ number }) => number)).toEqual(loadedStories.map(({ number }) => number));
  for (const { lesson } of rows)
    expect(isWithin({ en: lesson.en ?? '', zh: lesson.zh ?? '' }, { en: 20, zh: 40 }), lesson.en).toBe(true);
});
