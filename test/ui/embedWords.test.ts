// An embed loads a part of the page's words. Every word that its code asks for is in that part.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { page } from '../../src/texts/en/page';
import { shared } from '../../src/texts/en/shared';

/** `bar.asTold`, for every word below. */
const keysOf = (words: object, path = ''): readonly string[] =>
  Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${path}${name}`] : keysOf(value, `${path}${name}.`),
  );

const ofPage = new Set(keysOf(page));
const ofEmbed = new Set(keysOf(shared));

/** The files of the page that an embed is made of, what it loads later included. */
async function filesOfEmbed(): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/ui/embed/main.tsx'],
    bundle: true,
    write: false,
    outdir: 'nowhere',
    format: 'esm',
    splitting: true,
    metafile: true,
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    logLevel: 'error',
    external: ['*?raw', '*?worker'],
  });
  return Object.keys(metafile.inputs).filter((file) => /^src\/ui\/.*\.tsx?$/.test(file));
}

test('no word is missing in an embed', async () => {
  const files = await filesOfEmbed();
  expect(files).toContain('src/ui/embed/Embed.tsx');
  const asked = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return [...source.matchAll(/['"`]([a-z][A-Za-z]*(?:\.[A-Za-z]+)*)['"`]/g)].map(([, key = '']) => ({ file, key }));
  });
  const words = asked.filter(({ key }) => key.includes('.') && ofPage.has(key));
  expect(words.length).toBeGreaterThan(30);
  expect(words.filter(({ key }) => !ofEmbed.has(key))).toEqual([]);
});

test('nothing is in it that no word of the page is', () => {
  expect([...ofEmbed].filter((key) => !ofPage.has(key))).toEqual([]);
  expect(ofEmbed.size).toBeLessThan(ofPage.size / 3);
});
