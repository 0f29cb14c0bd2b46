// The list of the page's stores, in src/web/state/README.md, is whole.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Store {
  readonly name: string;
  readonly file: string;
}

/** A store is created by zustand, alone or as the field of a class. */
const creation = /\b(\w+) = (?:\(\) =>\s+)?create(?:Store)?[<(]/g;

function storesIn(file: string, text: string): readonly Store[] {
  if (!/\bimport \{[^}]*\bcreate(?:Store)?\b[^}]*\} from 'zustand/.test(text)) return [];
  return [...text.matchAll(creation)].map(([, name = '']) => {
    const owner = /\bexport class (\w+)/.exec(text)?.[1];
    return { name: owner === undefined ? `\`${name}\`` : `\`${name}\` of \`${owner}\``, file };
  });
}

const row = /^\| (`[^|]+`) \| `([^`]+)` \| \S[^|]+ \|$/gm;

test('each store of the page has a row with a sentence, and each row a store', () => {
  const files = readdirSync('src/web', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const made = files.flatMap((file) => storesIn(file, readFileSync(`src/web/${file}`, 'utf8')));
  const listed = [...readFileSync('src/web/state/README.md', 'utf8').matchAll(row)].map(
    ([, name = '', file = '']): Store => ({ name, file }),
  );
  const inOrder = (stores: readonly Store[]) => stores.map(({ name, file }) => `${file} ${name}`).sort();
  expect(made.length).toBeGreaterThan(0);
  expect(inOrder(listed)).toEqual(inOrder(made));
});

test('a store is found in whatever way it is created', () => {
  const found = (text: string) => storesIn('a.ts', text).map(({ name }) => name);
  const heads = ["import { create } from 'zustand';", "import { createStore } from 'zustand/vanilla';"];
  expect(found(`${heads[0]}\nexport const useOne = create<One>()(() => one);`)).toEqual(['`useOne`']);
  expect(found(`${heads[0]}\nconst useTwo = create(() => two);`)).toEqual(['`useTwo`']);
  expect(found(`${heads[0]}\nexport const newThree = () =>\n  create<Three>()(() => three);`)).toEqual(['`newThree`']);
  expect(found(`${heads[1]}\nexport class Four {\n  readonly store = createStore<Four>()(() => four);`)).toEqual([
    '`store` of `Four`',
  ]);
  expect(found('export const five = create(() => 5);')).toEqual([]);
});
