// What a program reads at the site instead of a page: each page has its twin, and a twin says what its run does.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import fc from 'fast-check';
import { lexer, type Token } from 'marked';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plain, table } from '../../src/cli/twins/markdown';
import { allExercises } from '../../src/cli/twins/twins';
import { writeTwins } from '../../src/cli/twins/writeTwins';
import { questions } from '../../src/content/questions/questions';
import { stories } from '../../src/content/stories';
import { loadStory, publishedScenario } from '../../src/core/model/scenario/story';
import { readingOf } from '../../src/core/narrate/reading';
import { named } from '../../src/core/narrate/renamedWords';
import { speechOf } from '../../src/core/narrate/speechOf';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { rowInfos } from '../../src/search/matrix/rowInfos';

const anyText = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !/[\0\p{Cs}]/u.test(text));

const site = mkdtempSync(join(tmpdir(), 'twins-'));
beforeAll(() => writeTwins(site, null));
afterAll(() => rmSync(site, { recursive: true }));

const read = (path: string): string => readFileSync(join(site, path), 'utf8');

/** Every token of a text, at any depth. */
function tokensOf(text: string): readonly Token[] {
  const all: Token[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    else if (typeof value === 'object' && value !== null) {
      if ('type' in value && 'raw' in value) all.push(value as Token);
      for (const one of Object.values(value)) if (typeof one === 'object') walk(one);
    }
  };
  walk(lexer(text));
  return all;
}

const linksIn = (text: string): readonly string[] =>
  tokensOf(text).flatMap((token) => (token.type === 'link' ? [String(token.href)] : []));

test('llms.txt lists every story, question, row, exercise and guide, and each of its links is a file', async () => {
  const links = linksIn(read('llms.txt'));
  const guides = readdirSync(join(site, 'guides')).map((name) => `guides/${name}`);
  const expected = [
    ...stories.map(({ id }) => `s/${id}/index.html.md`),
    ...questions.map(({ id }) => `q/${id}/index.html.md`),
    ...Object.keys(rowInfos).map((row) => `matrix/${row}.md`),
    ...(await allExercises()).map(({ id }) => `learn/${id}.md`),
    ...guides,
  ];
  expect([...links].sort()).toEqual([...expected].sort());
  const absent = links.filter((path) => !existsSync(join(site, path)) || !existsSync(join(site, inChinese(path))));
  expect(absent).toEqual([]);
});

const inChinese = (path: string): string => path.replace(/^(s|q|learn|matrix)\//, '$1/zh/');

test('links between guides lead to guides', () => {
  const broken = readdirSync(join(site, 'guides')).flatMap((name) =>
    linksIn(read(`guides/${name}`)).filter(
      (address) =>
        !/^(https?:|#|mailto:)/.test(address) && !existsSync(join(site, 'guides', address.split('#')[0] ?? '')),
    ),
  );
  expect(broken).toEqual([]);
});

test('the twin of the lessons names each story by its title', () => {
  const text = read('guides/lessons.md');
  expect(stories.filter(({ number, title }) => !text.includes(`| ${number} | ${title.en} | ${title.zh} | `))).toEqual(
    [],
  );
  expect(new Set(text.match(/^\|.*/gm)?.map((row) => row.split('|').length))).toEqual(new Set([7]));
});

test('the twin of a story says how its run and each variant end today', async () => {
  for (const entry of stories.filter((_entry, index) => index % 9 === 0)) {
    const story = await loadStory(entry);
    const text = read(`s/zh/${story.id}/index.html.md`);
    for (const variant of [null, ...story.variants]) {
      const { verdict } = runScenario(publishedScenario(story, variant), parts);
      const { lock, data } = readingOf(verdict, named(speechOf.zh, story.names, 'zh')).pair;
      expect(text).toContain(plain(`${lock.text}; ${data.text}`));
    }
  }
});

test('no twin has a tag, and every table has as many columns in each row', () => {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  expect(files.length).toBeGreaterThan(300);
  const wrong = files
    .filter((name) => !posix.normalize(name).startsWith('guides/'))
    .filter((name) => {
      const tokens = tokensOf(read(name));
      const tables = tokens.filter(({ type }) => type === 'table').length;
      return tokens.some(({ type }) => type === 'html') || tables !== (read(name).match(/^\| --- /gm) ?? []).length;
    });
  expect(wrong).toEqual([]);
});

test('whatever words are, they stay words', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const tokens = tokensOf(table([plain(one) || 'a', 'b'], [[plain(other), 'c']]));
      expect(tokens.filter(({ type }) => type === 'table')).toHaveLength(1);
      expect(tokens.filter(({ type }) => ['html', 'link', 'image', 'heading', 'code'].includes(type))).toEqual([]);
    }),
  );
});
