// The page's words: both languages contain the same entries and use all values. The compiler already finds missing
// words.
import { expect, test } from 'vitest';
import { page as english } from '../../src/content/texts/en/page';
import { page as chinese } from '../../src/content/texts/zh/page';

/** Stands for any value in a sentence, alone or by its name, and can be recognised in the result. */
const value = new Proxy({}, { get: (_, name) => (name === Symbol.toPrimitive ? () => '⟨it⟩' : `⟨${String(name)}⟩`) });

/** `bar.story` → its text, with `⟨n⟩` for a value. */
function leaves(words: object, path = ''): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, word] of Object.entries(words)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (typeof word === 'string') found.set(at, word);
    else if (typeof word === 'function') found.set(at, String(word(value)));
    else for (const [inner, text] of leaves(word, at)) found.set(inner, text);
  }
  return found;
}

const values = (text: string): readonly string[] => [...text.matchAll(/⟨(\w+)⟩/g)].map(([, name = '']) => name).sort();

test('no text is empty', () => {
  for (const [key, text] of [...leaves(english), ...leaves(chinese)]) expect(text.trim(), key).not.toBe('');
});

test('every text says the same values in both languages', () => {
  const [en, zh] = [leaves(english), leaves(chinese)];
  expect([...zh.keys()].sort()).toEqual([...en.keys()].sort());
  expect([...en.values()].filter((text) => values(text).length > 0).length).toBeGreaterThan(40);
  for (const [key, text] of en) expect([key, values(zh.get(key) ?? '')]).toEqual([key, values(text)]);
});
