// The reference of the library: it has what is public and nothing else, and its links lead somewhere.
import { expect, test } from 'vitest';
import { libraryReference } from '../../scripts/libraryReference';
import { libraryPage } from '../../src/site/libraryPage';
import { documentedParts } from '../support/docExamples';

const markdown = await libraryReference();
const page = libraryPage(markdown, null);
const headings = [...page.matchAll(/<h[2-4] id="([^"]+)"><a [^>]*>([^<]*)</g)].map(([, id = '', text = '']) => ({
  id,
  text,
}));

test('before its first export it says what the library is for, how to install it, and when to take another', () => {
  const before = page.slice(page.indexOf('<main>'), page.indexOf('<h2 id="quorum-lock">'));
  expect(before).toMatch(/<h1>quorum-lock<\/h1>\s*<p>Locks for processes that share Redis/);
  expect(before).toContain('npm install quorum-lock');
  for (const other of ['node-redlock', '@sesamecare-oss/redlock', 'redlock-universal', 'redis-semaphore'])
    expect(before).toContain(other);
  expect(page).toContain('<title>quorum-lock');
});

test('every public class, method and type has a heading', () => {
  const texts = new Set(headings.map(({ text }) => text.replace('()', '').replace('[', '.[')));
  // Node's documentation has those of an emitter.
  const all = documentedParts().flatMap(({ name }) => (/\.(?:on|once|off|emit)$/.test(name) ? [] : [name]));
  expect(all.length).toBeGreaterThan(40);
  // What several classes have stands at the first of them.
  expect(all.filter((name) => !texts.has(name))).toEqual([]);
});

test.each([
  'hold',
  'contextFor',
  'thresholdFor',
  'keysOf',
  'addListener',
  'prependListener',
  'Redlock.on',
  'keyspace',
  'Operation',
  '__named',
  '{@link',
])('what is not public, %s, is not in it', (name) => {
  expect(markdown).not.toMatch(new RegExp(`(?<![\\w$])${name.replace(/[{}.]/g, '\\$&')}(?!\\w)`));
});

test('each setting that has a default names it', () => {
  expect(markdown).toMatch(/#### Settings\.driftFactor\n[^#]*Default: `0\.01`/);
  expect(markdown).toMatch(/#### Settings\.token\n[^#]*Default: `"none"`/);
});

test('no heading comes twice, and every link within the page leads to one', () => {
  const ids = headings.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, to = '']) => to);
  expect(links.length).toBeGreaterThan(ids.length);
  expect(links.filter((to) => !ids.includes(to))).toEqual([]);
  const inMarkdown = [...markdown.matchAll(/\]\(#([^)]+)\)/g)].map(([, to = '']) => to);
  expect(inMarkdown.filter((to) => !ids.includes(to))).toEqual([]);
});

test('it asks no other host for anything, and has no program', () => {
  expect(page).not.toMatch(/<script|<iframe|\son\w+=|style=/);
  const addresses = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to = '']) => to);
  expect(addresses.filter((to) => /^(\w+:)?\/\//.test(to))).toEqual([]);
});

test('with the address of the site it names its own', () => {
  const known = libraryPage(markdown, 'https://play.example/locks/');
  expect(known).toContain('<link rel="canonical" href="https://play.example/locks/library/" />');
});

test('words and code of any kind are shown as they are', () => {
  const wild = libraryPage(
    '# A\n\n- [B](#b)\n\n## B <b>&\n\n```ts\nconst a = "<img src=x onerror=alert(1)>" && `</code>`; // <!--\n```\n',
    null,
  );
  expect(wild).toContain('<h2 id="b-b"><a href="#b-b">B &lt;b&gt;&amp;</a></h2>');
  expect(wild).not.toMatch(/<img|<\/code>`|<!--/);
  expect(wild.slice(wild.indexOf('<pre')).replaceAll(/<[^>]+>/g, '')).toContain('&lt;img src=x onerror=alert(1)&gt;');
});
