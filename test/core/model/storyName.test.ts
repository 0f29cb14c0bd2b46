// A story is found by the name that people write. Any other name finds nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stories } from '../../../src/content/stories';
import { storyNamed, variantNamed } from '../../../src/core/model/scenario/storyName';
import { loadedStories } from '../../content/stories/storyVersions';

const read = (words: string): string | null => {
  const named = storyNamed(words, stories);
  if (named === null) return null;
  const story = loadedStories.find(({ id }) => id === named.entry.id);
  const variant = story === undefined ? null : variantNamed(story, named.variant);
  return `${named.entry.number} ${variant === null ? 'no such variant' : (variant ?? 'as told')}`;
};

test.each([
  ['20', '20 as told'],
  ['pause-before-write', '20 as told'],
  ['20b', '20 b'],
  ['pause-before-write:b', '20 b'],
  ['7a', '7 as told'],
  ['4:fix', '4 fix'],
  ['4fix', '4 fix'],
  ['20zz', null],
  ['20z', '20 no such variant'],
  ['__proto__', null],
  ['constructor', null],
  ['toString', null],
  ['', null],
])('%s names %s', (words, named) => {
  expect(read(words)).toBe(named);
});

test('every story and variant is found by id and by number', () => {
  for (const { id, number, variants } of loadedStories) {
    expect(read(id)).toBe(`${number} as told`);
    expect(read(number)).toBe(`${number} as told`);
    for (const variant of variants) expect(read(`${id}:${variant.id}`)).toBe(`${number} ${variant.id}`);
  }
});

test('whatever is written, it is a story of ours or none', () => {
  const numbers = new Set(stories.map(({ number }) => number));
  const names = fc.oneof(fc.string(), fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype)));
  fc.assert(fc.property(names, (words) => numbers.has((read(words) ?? '20').split(' ')[0] ?? '')));
});
