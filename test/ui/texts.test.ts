// The page's words: both languages say the same things with the same gaps to fill.
import { expect, test } from 'vitest';
import { page as english } from '../../src/texts/en/page';
import { page as chinese } from '../../src/texts/zh/page';

/** `bar.story` → its text. */
function leaves(words: object, path = ''): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') found.set(at, value);
    else for (const [inner, text] of leaves(value, at)) found.set(inner, text);
  }
  return found;
}

const gaps = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).sort();

test('both languages have the same keys, and no empty text', () => {
  expect([...leaves(chinese).keys()].sort()).toEqual([...leaves(english).keys()].sort());
  for (const [key, text] of [...leaves(english), ...leaves(chinese)]) expect(text.trim(), key).not.toBe('');
});

test('every text has the same gaps in both languages', () => {
  const zh = leaves(chinese);
  for (const [key, text] of leaves(english)) expect([key, gaps(zh.get(key) ?? '')]).toEqual([key, gaps(text)]);
});

test('no key has a dot in it, which would make it two', () => {
  const names = [...leaves(english).keys()];
  expect(names.filter((key) => key.split('.').length > 3)).toEqual([]);
});
