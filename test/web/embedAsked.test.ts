// What an element requests of its frame: the page of a story that exists, words of frameworks, and height by story
// and width.
import { expect, test } from 'vitest';
import {
  addressOf,
  frameHeight,
  ownHeight,
  playgroundLink,
  readLaneHeights,
  unknownAttributes,
} from '../../src/web/element/asked';
import { askedOfEmbed } from '../support/askedOfEmbed';
import '../support/handIn';

const base = new URL('https://play.example/locks/');
const lanes = readLaneHeights({ 300: 'failover no-expiry', 520: 'failover/b', 400: 'every-lease' });
const asking = (attributes: Readonly<Record<string, string>>) => ({
  getAttribute: (name: string): string | null => attributes[name] ?? null,
  getAttributeNames: () => Object.keys(attributes),
});
const address = (attributes: Readonly<Record<string, string>>, language: string | null = null) =>
  addressOf(asking(attributes), { base, lanes, language });

test.each([
  ['failover', null, '/locks/embed/failover/'],
  ['failover', 'zh', '/locks/embed/zh/failover/'],
  // A page that does not exist would leave a hole, so the frame for all stories says what is wrong.
  ['failovre', null, '/locks/embed/'],
  ['20b', null, '/locks/embed/'],
  ['../../evil', 'zh', '/locks/embed/'],
  ['__proto__', null, '/locks/embed/'],
])('the story “%s” in %s is asked for at %s', (story, language, path) => {
  const { pathname, origin, searchParams } = address({ story }, language);
  expect([origin, pathname, searchParams.get('story')]).toEqual(['https://play.example', path, story]);
});

test.each([
  ['', '1'],
  ['true', '1'],
  ['false', '0'],
  ['1', '1'],
])('loop="%s" is %s', (loop, asked) => {
  expect(askedOfEmbed(address({ loop }).searchParams)).toMatchObject({
    problems: [],
    parameters: { loop: asked === '1' },
  });
});

test('an attribute that does not exist is named by the frame, and those that any element may have are not', () => {
  const written = {
    matrix: 'redlock',
    class: 'wide',
    'data-id': '7',
    'client:load': '',
    title: 'A run',
    theme: 'dark',
  };
  const unknown = unknownAttributes(asking(written), new Set(['title']));
  expect(unknown).toEqual(['matrix']);
  const { searchParams } = addressOf(asking(written), { base, lanes, language: null, unknown });
  expect(askedOfEmbed(searchParams).problems).toMatchObject([
    { en: expect.stringMatching(/There is no parameter “matrix”; the parameters are v, story, variant, /) },
  ]);
});

test.each([
  ['the-nap', '/locks/learn/?embed&do=the-nap'],
  ['#x=v1.abc', '/locks/learn/?embed#x=v1.abc'],
])('exercise="%s" is the page of an exercise', (exercise, path) => {
  const { pathname, search, hash } = address({ exercise });
  expect(pathname + search + hash).toBe(path);
  expect(frameHeight(asking({ exercise }), 600, lanes)).toBe(760);
});

test.each([
  ['zh-CN', 'zh'],
  ['zh_Hant', 'zh'],
  ['EN-gb', 'en'],
] as const)('a frame in %s speaks %s', (lang, language) => {
  expect(askedOfEmbed(new URLSearchParams({ lang }))).toMatchObject({ problems: [], parameters: { language } });
});

test('a language that is none is named', () => {
  for (const lang of ['zhuang', 'de', ''])
    expect(askedOfEmbed(new URLSearchParams({ lang }))).toMatchObject({
      parameters: { language: null },
      problems: [{}],
    });
});

test('what a frame cannot follow is named, with what it may be', () => {
  const said = (query: string) => askedOfEmbed(new URLSearchParams(query)).problems.map(({ en }) => en);
  expect(said('outcome=overlap.lost')).toEqual([]);
  for (const wrong of ['lost-update', 'overlap', 'lost.overlap', 'overlap.lost.x', ''])
    expect(said(`outcome=${wrong}`)).toEqual([
      `The parameter “outcome” may be (overlap, stuck, unavailable, expired, held, unknown).(torn, twice, lost, refused, lucky, safe, unknown), not “${wrong}”.`,
    ]);
  expect(said('view=table')).toEqual([expect.stringContaining('timeline, compare, verdict, matrix')]);
  expect(said('row=redlock')).toEqual(['The parameter “row” means nothing without “view=matrix”.']);
  expect(said('variant=b')).toEqual(['The parameter “variant” means nothing without “story”.']);
  expect(said('colour=red&colour=red')).toEqual([expect.stringContaining('There is no parameter “colour”')]);
  expect(said('at=start&at=end')).toEqual([expect.stringContaining('more than once')]);
});

test.each(['199', '2001', '1e3', '480px', '-300', ''])(
  'the height “%s” is refused, and named in the frame',
  (height) => {
    expect(ownHeight(asking({ height }))).toBeNull();
    expect(askedOfEmbed(address({ height }).searchParams)).toMatchObject({
      parameters: { height: null },
      problems: [{}],
    });
  },
);

test('room is as high as the lanes of the story or the variant, and more in a narrow post', () => {
  const room = (attributes: Readonly<Record<string, string>>, width = 700) =>
    frameHeight(asking(attributes), width, lanes);
  const lanesOf = (variant: string) => room({ story: 'failover', variant, view: 'timeline' });
  expect(lanesOf('b') - lanesOf('none')).toBe(220);
  expect(room({ story: 'failover', controls: 'play' })).toBe(lanesOf('none'));
  // A scene has at least room for its words and five lanes.
  expect(room({ story: 'failover' })).toBeGreaterThan(lanesOf('none'));
  expect(room({ story: 'failover', variant: 'fix' })).toBe(room({ story: 'failover' }));
  expect(room({ story: 'every-lease' }, 390)).toBeGreaterThan(room({ story: 'every-lease' }, 1000));
  expect(room({ story: 'every-lease', height: '480' })).toBe(480);
  expect(room({ story: 'every-lease', view: 'verdict' })).toBeLessThan(250);
  expect(room({ story: 'every-lease', view: 'compare' })).toBeGreaterThan(2 * 400);
  expect(room({ scenario: 'v1.abc' }, 0)).toBeGreaterThan(400);
  // Touch needs taller controls.
  expect(frameHeight(asking({ story: 'failover', view: 'timeline' }), 390, lanes, true)).toBeGreaterThan(
    room({ story: 'failover', view: 'timeline' }, 390),
  );
});

test('the way out is the run in the playground', () => {
  expect(playgroundLink(asking({ story: 'failover', variant: 'fix' }), base)).toBe(
    `${base}?story=failover&variant=fix`,
  );
  expect(playgroundLink(asking({ scenario: '#v1.abc&o=held.safe' }), base)).toBe(`${base}#v1.abc&o=held.safe`);
});
