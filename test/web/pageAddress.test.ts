// One place reads and writes addresses: what is written can be read, and nothing in an address stops a page.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { controls, embed, views, withoutSecret } from '../../src/content/address/embed';
import { learn } from '../../src/content/address/learn';
import { matrix } from '../../src/content/address/matrix';
import { network } from '../../src/content/address/network';
import type { AskedRun } from '../../src/content/address/pageAddress';
import { playground } from '../../src/content/address/playground';
import { read } from '../../src/content/address/read';
import { write } from '../../src/content/address/write';
import { dataFacts, lockFacts } from '../../src/core/model/trace/outcome';

const text = fc.string({ unit: 'binary' });
const ms = fc.nat(36_000_000).map((tenths) => tenths / 10);
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });

const nothing = fc.constant<AskedRun>({ kind: 'none' });
const named = fc.record({ story: text, variant: maybe(text) });
const link = fc.string({ unit: 'binary', minLength: 1 }).filter((one) => withoutSecret(one).secret === null);
const storyAddress = fc.oneof(
  nothing,
  named.map((one): AskedRun => ({ kind: 'story', ...one })),
  fc.record({ kind: fc.constant('link' as const), link, story: maybe(named) }),
);
const exercise = fc
  .record({ kind: fc.constant('exercise' as const), id: maybe(text), link: maybe(text.map((one) => `x=${one}`)) })
  .filter(({ id, link }) => id !== null || link !== null);
const inTable = fc.oneof(
  nothing,
  fc.record({ kind: fc.constant('which' as const), words: text }),
  fc
    .record({ kind: fc.constant('cell' as const), words: fc.string({ unit: 'binary', minLength: 1 }) })
    .filter(({ words }) => !/^which(\/|$)/.test(words)),
);

const common = {
  at: maybe(fc.oneof(fc.constantFrom('break', 'start', 'end'), ms)),
  language: maybe(fc.constantFrom('en', 'zh')),
};
const dialogs = {
  ...common,
  size: maybe(fc.constantFrom('scene', 'details')),
  find: maybe(fc.record({ asked: maybe(text), found: maybe(text) }).filter((one) => one.asked !== one.found)),
  open: maybe(fc.constant('proof')),
};
const page = <T extends string>(name: T) => fc.constant(name);

const ofPlayground = fc.record({
  page: page('playground'),
  run: storyAddress,
  ...dialogs,
  own: fc.record({ ask: fc.boolean(), token: maybe(text), cell: maybe(text) }),
});
const ofLearn = fc.record({
  page: page('learn'),
  run: fc.oneof(nothing, exercise),
  ...dialogs,
  own: fc.record({
    guide: fc.boolean(),
    check: maybe(fc.constantFrom('before', 'after')),
    present: fc.boolean(),
    embed: fc.boolean(),
    theme: maybe(fc.constantFrom('light', 'dark')),
  }),
});
const ofMatrix = fc.record({ page: page('matrix'), run: inTable, ...dialogs, own: fc.constant({}) });
const level = fc.record({
  kind: fc.constant('level' as const),
  words: fc.string({ unit: 'binary', minLength: 1 }),
});
const ofNetwork = fc.record({
  page: page('network'),
  run: fc.oneof(nothing, level),
  ...dialogs,
  own: fc.record({ present: fc.boolean() }),
});
const ofFrame = fc.record({
  v: fc.constant('1'),
  storage: maybe(text),
  lock: maybe(text),
  view: maybe(fc.constantFrom(...views)),
  controls: maybe(fc.subarray([...controls]).map((some) => new Set(some))),
  theme: fc.constantFrom('light', 'dark', 'host'),
  from: maybe(ms),
  to: maybe(ms),
  loop: fc.boolean(),
  autoplay: fc.boolean(),
  'too-late': fc.boolean(),
  outcome: maybe(fc.record({ lock: fc.constantFrom(...lockFacts), data: fc.constantFrom(...dataFacts) })),
  frame: maybe(text),
  room: maybe(fc.integer({ min: 10, max: 9999 })),
  height: maybe(fc.integer({ min: 200, max: 2000 })),
});
const noDialogs = { size: fc.constant(null), find: fc.constant(null), open: fc.constant(null) };
const ofEmbed = fc.record({ page: page('embed'), run: storyAddress, ...common, ...noDialogs, own: ofFrame });
const ofTable = fc.record({
  page: page('embed'),
  run: fc.array(text, { minLength: 4, maxLength: 4 }).map((words): AskedRun => {
    return { kind: 'cell', words: words.map((word) => word.replaceAll('/', '%252F')).join('/') };
  }),
  ...common,
  ...noDialogs,
  own: ofFrame.map((own) => ({ ...own, view: null })),
});
const pageAddress = fc.oneof(ofPlayground, ofLearn, ofMatrix, ofNetwork, ofEmbed, ofTable);

const pages = { playground, learn, matrix, network, embed };
const readOn = (name: keyof typeof pages, address: string) =>
  name === 'learn'
    ? read(address, learn)
    : name === 'matrix'
      ? read(address, matrix)
      : name === 'embed'
        ? read(address, embed)
        : name === 'network'
          ? read(address, network)
          : read(address);

const names = [
  'story',
  'variant',
  'do',
  'lang',
  'proof',
  'find',
  'found',
  'scene',
  'details',
  'at',
  'guide',
  'embed',
  'ask',
  'token',
  'cell',
];
const known = fc
  .tuple(
    fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), text), fc.oneof(text, fc.constantFrom('zh', 'end', '1')))),
    text,
  )
  .map(([pairs, hash]) => `https://play.example/x/?${new URLSearchParams(pairs)}#${hash}`);

describe('a place', () => {
  test('is read from its address as it was written', () => {
    fc.assert(
      fc.property(pageAddress, (one) => {
        expect(readOn(one.page, write(one))).toEqual({ ...one, problems: [] });
      }),
      { numRuns: 500 },
    );
  });

  test('is read as it was written over any other address, and from what a browser makes of it', () => {
    fc.assert(
      fc.property(fc.oneof(ofPlayground, ofLearn), known, (one, over) => {
        const { problems, ...again } = readOn(one.page, write(one, over));
        expect(again).toEqual(one);
        const byBrowser = readOn(one.page, new URL(write({ ...one, run: { kind: 'none' } }, over)).href);
        expect(byBrowser).toEqual({ ...one, run: { kind: 'none' }, problems });
      }),
    );
  });

  test('is changed in part, and the rest stays', () => {
    fc.assert(
      fc.property(known, fc.constantFrom(...(['playground', 'learn', 'matrix'] as const)), (address, name) => {
        const before = readOn(name, address);
        expect(readOn(name, write({ language: 'zh' }, address))).toEqual({ ...before, language: 'zh' });
        expect(readOn(name, write({ open: 'proof' }, address))).toEqual({ ...before, open: 'proof' });
        expect(readOn(name, write({ find: null }, address))).toEqual({ ...before, find: null });
        expect(write({}, write({}, address))).toBe(write({}, address));
      }),
    );
  });
});

test('no address stops a page', () => {
  const names = Object.keys(pages) as (keyof typeof pages)[];
  const any = fc.oneof(
    fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
    known,
    fc.webUrl(),
  );
  fc.assert(
    fc.property(any, fc.constantFrom(...names), (address, name) => {
      expect(readOn(name, address).page).toBe(name);
    }),
    { numRuns: 500 },
  );
});

test.each([
  [
    '?story=no-expiry&variant=fix&lang=zh',
    { run: { kind: 'story', story: 'no-expiry', variant: 'fix' }, language: 'zh' },
  ],
  ['?lang=zh#v1.a', { run: { kind: 'link', link: 'v1.a', story: null }, language: 'zh' }],
  [
    '?find=pause,crash.2.overlap.10&found=4.477#v1.a',
    {
      run: { kind: 'link', link: 'v1.a', story: null },
      find: { asked: 'pause,crash.2.overlap.10', found: '4.477' },
    },
  ],
  [
    '?story=failover&find=',
    { run: { kind: 'story', story: 'failover', variant: null }, find: { asked: '', found: null } },
  ],
  [
    'learn/?embed&do=the-nap',
    {
      page: 'learn',
      run: { kind: 'exercise', id: 'the-nap', link: null },
      own: { embed: true },
    },
  ],
  ['learn/?embed#x=v1.a', { page: 'learn', run: { kind: 'exercise', id: null, link: 'x=v1.a' }, own: { embed: true } }],
  ['matrix/#redlock/pause', { page: 'matrix', run: { kind: 'cell', words: 'redlock/pause' } }],
  ['matrix/#which/-/redis', { page: 'matrix', run: { kind: 'which', words: '-/redis' } }],
  [
    'embed/?v=1&theme=dark#v1.a',
    {
      page: 'embed',
      run: { kind: 'link', link: 'v1.a', story: null },
      own: { theme: 'dark' },
    },
  ],
  ['embed/?v=1&view=matrix&row=a%2Fb&check=c', { page: 'embed', run: { kind: 'cell', words: 'a%252Fb//c/' } }],
  ['?scene', { size: 'scene' }],
] as const)('%s is written as it always was', (address, asked) => {
  expect(write(asked)).toBe(address);
});

test('a change leaves flags that were there without a value', () => {
  expect(write({ language: 'zh' }, 'https://play.example/learn/?guide#plan')).toBe(
    'https://play.example/learn/?guide&lang=zh#plan',
  );
  expect(write({ run: { kind: 'link', link: 'v1.a', story: null } }, '?story=20&scene')).toBe('?scene#v1.a');
  expect(write({ find: null, open: 'proof' }, '?find=&story=20#v1.a')).toBe('?story=20&proof=1#v1.a');
});

test('nothing but the room of addresses reads or builds a query', () => {
  const files = ['src/web', 'src/content', 'src/picture'].flatMap((wing) =>
    readdirSync(join(root, wing), { recursive: true, encoding: 'utf8' }).map((path) => join(wing, path)),
  );
  const asking = files.filter(
    (path) => /\.tsx?$/.test(path) && readFileSync(join(root, path), 'utf8').includes('URLSearchParams'),
  );
  expect(asking.length).toBeGreaterThan(0);
  expect(asking.filter((path) => !path.startsWith('src/content/address/'))).toEqual([]);
});
