// An embed loads a part of the page's words. Its code gets them from `useSharedWords`, whose type has only that part,
// so the compiler refuses all other words. This test checks that nothing in an embed asks for a page's words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { page } from '../../src/content/texts/en/page';
import { shared } from '../../src/content/texts/en/shared';

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The files of a page of the site, including those that it loads later. */
async function filesOf(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    outdir: 'nowhere',
    format: 'esm',
    splitting: true,
    metafile: true,
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    logLevel: 'error',
    external: ['*?raw', '*?worker', '*?url'],
  });
  return Object.keys(metafile.inputs).filter((file) => file.startsWith('src/'));
}

/** The files that ask for a page's words, without the one that provides them. */
const askingForPage = (files: readonly string[]): readonly string[] =>
  files.filter((file) => /\buseWords\b/.test(textOf(file)) && !/export const useWords\b/.test(textOf(file)));

test('no word is missing in an embed', async () => {
  const files = await filesOf('src/web/embed/main.tsx');
  expect(files).toContain('src/web/embed/Embed.tsx');
  expect(files.filter((file) => /\buseSharedWords\(/.test(textOf(file))).length).toBeGreaterThan(8);
  expect(askingForPage(files)).toEqual([]);
  const ofTexts = files.filter((file) => file.startsWith('src/content/texts/'));
  const apart = ['matrix', 'scene', 'shared', 'timeline'];
  const together = [
    'compare',
    'goal',
    'hurt',
    'legend',
    'lengthOfFault',
    'link',
    'linkPreview',
    'pointed',
    'present',
    'question',
    'recorded',
    'reload',
    'settingsText',
    'severities',
    'view',
  ];
  expect(ofTexts.sort()).toEqual(
    [...apart.flatMap((name) => [`en/${name}`, `zh/${name}`]), ...together]
      .map((name) => `src/content/texts/${name}.ts`)
      .sort(),
  );
});

test('a file that asks for the words of a page is found', async () => {
  expect(askingForPage(await filesOf('src/web/playground/main.tsx')).length).toBeGreaterThan(30);
});

const countOf = (words: object): number =>
  Object.values(words).reduce((sum: number, word) => sum + (typeof word === 'object' ? countOf(word) : 1), 0);

test('it is a small part', () => {
  expect(countOf(shared)).toBeLessThan(countOf(page) / 2.5);
});
