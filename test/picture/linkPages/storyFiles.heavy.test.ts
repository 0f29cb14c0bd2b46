// A story is written into the built site on request: once, complete, and nothing for names that are not a story.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockModule, storyModule, storyPageModules } from '../../../src/site/stories/manifest';
import { openStoryPages } from '../../../src/site/stories/storyPages';
import { builtPage } from './builtPage';

const folder = mkdtempSync(join(tmpdir(), 'story-files-'));
const pages = openStoryPages({ folder, address: null, threads: 1, patienceMs: 60_000 });
const ask = (path: string) => pages.answer({ path, query: '' }, {} as IncomingMessage, {} as ServerResponse);
const filesNow = (): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(folder, file)).isFile());
let atFirst: readonly string[] = [];

/** The part of Vite's output that story pages need. */
beforeAll(() => {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const ofModules = (names: readonly string[]): string => {
    for (const name of names) write(`${name}.js`, '');
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, { file: `${name}.js` }])));
  };
  write('index.html', builtPage(null));
  const words = ['en', 'zh'].flatMap((language) => [
    `src/content/texts/${language}/shared.ts`,
    `src/core/narrate/${language}/words.ts`,
  ]);
  const story = storyModule({ group: 'one-node', id: 'failover' });
  const lock = lockModule('single-node');
  write(
    '.vite/manifest.json',
    ofModules([...storyPageModules, 'src/web/words/inEnglish.ts', 'src/web/words/inChinese.ts', story, lock]),
  );
  write(
    '.vite/embed.json',
    JSON.stringify({
      ...JSON.parse(ofModules([...words, story, 'src/content/stories/index.ts', 'src/web/embed/main.tsx'])),
      style: { file: 'style.css' },
    }),
  );
  write('style.css', '');
  atFirst = filesNow();
});
afterAll(async () => {
  await pages.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a name that is no story writes nothing, whatever it is', async () => {
  const names = fc.oneof(fc.webPath(), fc.constantFrom('constructor', '__proto__', '..', 'zh', 'cards', 'failover.'));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('s', 'embed'), names, async (parent, name) => {
      expect(await ask(`${parent}/${name}/`)).toBe(false);
    }),
    { numRuns: 200 },
  );
  expect(filesNow()).toEqual(atFirst);
});

test('two who ask at once get the same story, with all its pages, pictures and frames', async () => {
  expect(await Promise.all([ask('embed/zh/failover/'), ask('s/failover/')])).toEqual([false, false]);
  for (const path of ['s/failover/', 's/zh/failover/', 'embed/failover/', 'embed/zh/failover/'])
    expect(readFileSync(join(folder, path, 'index.html'), 'utf8')).toMatch(/<title>.+ · Redlock Playground<\/title>/);
  for (const picture of ['embed/failover/dark.svg', 'embed/zh/failover/light.svg'])
    expect(readFileSync(join(folder, picture), 'utf8')).toMatch(/^<svg /);
  const writtenAt = statSync(join(folder, 's/failover/index.html')).mtimeMs;
  await ask('s/failover/');
  expect(statSync(join(folder, 's/failover/index.html')).mtimeMs).toBe(writtenAt);
});

test('nothing that a frame or a page of a story needs is asked for late', () => {
  const frame = readFileSync(join(folder, 'embed/failover/index.html'), 'utf8');
  const [head = ''] = frame.split('</head>');
  const afterWaiting = head.split(/<script src="[^"]*first\.js">/)[1];
  expect(afterWaiting).not.toMatch(/<script|<link/);
  const page = readFileSync(join(folder, 's/failover/index.html'), 'utf8');
  for (const module of storyPageModules)
    expect(page).toContain(`<link rel="modulepreload" fetchpriority="low" crossorigin href="../../${module}.js">`);
});

test('a story that could not be written is tried again', async () => {
  // Its file was not built.
  await expect(ask('s/clock-jump/')).rejects.toThrow('clockJump');
  await expect(ask('s/clock-jump/')).rejects.toThrow('clockJump');
  expect(existsSync(join(folder, 's/clock-jump/index.html'))).toBe(false);
});

test('who would wait too long is sent to the page that needs nothing written; a picture waits for its turn', async () => {
  rmSync(join(folder, 's'), { recursive: true });
  const hasty = openStoryPages({ folder, address: null, threads: 1, patienceMs: 1 });
  const statuses: [number, unknown][] = [];
  const response = {
    setHeader: () => {},
    writeHead: (status: number, headers: Readonly<Record<string, string>>) => {
      statuses.push([status, headers['Location']]);
      return { end: () => {} };
    },
    end: () => {},
    socket: null,
  };
  const answer = (path: string) =>
    hasty.answer({ path, query: '' }, {} as IncomingMessage, response as unknown as ServerResponse);
  for (const path of ['embed/zh/failover/', 's/failover/b/', 's/failover']) expect(await answer(path)).toBe(true);
  // Its file answers.
  expect(await answer('embed/failover/light.svg')).toBe(false);
  expect(existsSync(join(folder, 'embed/failover/light.svg'))).toBe(true);
  await hasty.close();
  expect(statuses).toEqual([
    [302, '../../../embed/?story=failover&lang=zh'],
    [302, '../../../?story=failover&variant=b'],
    [302, '../?story=failover'],
  ]);
});
