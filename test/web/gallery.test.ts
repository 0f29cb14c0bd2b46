// What the gallery finds, in which order, and where the arrow keys lead.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stories } from '../../src/content/stories';
import { galleryWords } from '../../src/content/texts/gallery';
import type { Language } from '../../src/core/model/values/text';
import { cards } from '../../src/web/gallery/cards';
import { Search } from '../../src/web/gallery/search';
import { foundIn, type Shelved, shelvesOf, ways } from '../../src/web/gallery/shelves';
import { entryOf, shownOf } from '../../src/web/gallery/storyIndex';
import { textsOfStory } from '../../src/web/gallery/storyTexts';
import { type Box, walk } from '../../src/web/gallery/walk';
import { excerptOf, pieces } from '../../src/web/gallery/wordsIn';
import { storyAfter } from '../../src/web/state/storyList';
import { loadedStories } from '../content/stories/storyVersions';
import '../support/handIn';
import { wordsOf } from '../support/wordsOf';

const all = stories.map((entry): Shelved => {
  const card = cards[entry.id];
  if (card === undefined) throw new Error(`The story ${entry.id} has no card.`);
  return { ...entry, card };
});
function nextOf(id: string): string | undefined {
  const story = loadedStories.find((one) => one.id === id);
  return story && storyAfter(story, all)?.id;
}
const titleOf = (id: string) => stories.find((story) => story.id === id)?.title;
const shown = new Map(loadedStories.map((story) => [story.id, textsOfStory(story)] as const));
const searches = { en: searchIn('en'), zh: searchIn('zh') };

function searchIn(language: Language): Search {
  const saying = { page: wordsOf[language], words: galleryWords[language], language };
  return new Search(all.map((story) => entryOf(shownOf(story, saying), shown.get(story.id), language)));
}

const found = (query: string, language: Language = 'en'): readonly string[] =>
  searches[language].ask(query).matches.map(({ id }) => id);

const whyFound = (query: string, id: string, language: Language = 'en') =>
  searches[language].ask(query).matches.find((one) => one.id === id)?.why;

describe('the shelves', () => {
  it('have every story once in a chapter, with its number going up in each', () => {
    const chapters = shelvesOf(all, 'all').filter(({ id }) => id !== 'start');
    expect(chapters.flatMap((shelf) => shelf.stories.map(({ id }) => id)).sort()).toEqual(
      all.map(({ id }) => id).sort(),
    );
    for (const { stories: inside } of chapters) {
      const numbers = inside.map(({ number }) => Number(number));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
  });

  it('keep the stories of the libraries in a chapter of their own', () => {
    const libraries =
      shelvesOf(all, 'all')
        .find(({ id }) => id === 'libraries')
        ?.stories.map(({ number }) => number) ?? [];
    for (let number = 54; number <= 68; number++) expect(libraries).toContain(`${number}`);
    expect(shelvesOf(all, 'libraries').map(({ id }) => id)).toEqual(['libraries']);
  });

  it('begin with a way of five, in its own order', () => {
    const way = shelvesOf(all, 'all')[0]?.stories ?? [];
    expect(way.map(({ id }) => id)).toEqual(ways.start);
    expect(shelvesOf(all, 'start')).toHaveLength(1);
    for (const [i, id] of ways.start.slice(0, -1).entries()) expect(nextOf(id)).toBe(ways.start[i + 1]);
  });

  it('lead a reader who goes on from the first story to each of the first 24 once', () => {
    const seen: string[] = [];
    let id = all[0]?.id;
    while (id !== undefined && seen.length < 24) {
      seen.push(stories.find((story) => story.id === id)?.number ?? '');
      id = nextOf(id);
    }
    expect(seen.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
  });

  it.each(['pauses', 'clocks', 'crashes', 'network', 'tokens', 'elsewhere', 'libraries'] as const)(
    'can be cut down to %s',
    (topic) => {
      const under = shelvesOf(all, topic).flatMap((shelf) => shelf.stories);
      expect(under.length).toBeGreaterThan(3);
      expect(under.length).toBeLessThan(all.length / 2);
      expect(under.every(({ card }) => card.topics.includes(topic))).toBe(true);
    },
  );
});

/** What people type, and the story that they mean. The table was written before the search was tried. */
const meantEn = [
  ['20', 'pause-before-write'],
  ['story 20', 'pause-before-write'],
  ['k8s', 'deposed-leader'],
  ['gc', 'pause-before-write'],
  ['GC pause', 'pause-before-write'],
  ['a pause outlives the lock', 'pause-before-write'],
  ['the herd', 'herd'],
  ['tokens 33 and 34', 'fencing-tokens'],
  ['fencing token', 'fencing-tokens'],
  ['fencng tokn', 'fencing-tokens'],
  ['clock jumps', 'clock-jump'],
  ['step or slew', 'step-or-slew'],
  ['failover', 'failover'],
  ['falover', 'failover'],
  ['sentinel', 'sentinel-failover'],
  ['sentinal', 'sentinel-failover'],
  ['split brain', 'split-brain'],
  ['watchdog', 'watchdog'],
  ['wathcdog', 'watchdog'],
  ['reentrant', 'reentrant'],
  ['lock-delay', 'lock-delay'],
  ['jeopardy', 'in-jeopardy'],
  ['six o’clock', 'scheduler-clock'],
  ['stale read', 'stale-read'],
  ['email twice', 'one-mail-too-many'],
  ['container', 'frozen-container'],
  ['five steps', 'five-steps'],
  ['readers writer', 'readers-and-writer'],
  ['whole seconds', 'whole-seconds'],
  ['unique row', 'unique-row'],
] as const;
const meantZh = [
  ['20', 'pause-before-write'],
  ['gc', 'pause-before-write'],
  ['垃圾回收', 'pause-before-write'],
  ['停顿比锁', 'pause-before-write'],
  ['停顿比所的有效时间', 'pause-before-write'],
  ['都监听', 'herd'],
  ['时钟跳', 'clock-jump'],
  ['故障转移', 'failover'],
  ['哨兵', 'sentinel-failover'],
  ['看门狗', 'watchdog'],
  ['迟到的消息', 'slow-network'],
  ['fencing token', 'fencing-tokens'],
  ['fencng', 'fencing-tokens'],
  ['唯一索引', 'unique-row'],
  ['失忆', 'node-forgets'],
  ['六点', 'scheduler-clock'],
  ['TTL 该设多长', 'how-long'],
  ['ＴＴＬ 多长', 'how-long'],
] as const;

describe('a search', () => {
  it.each(meantEn)('for “%s” finds %s first', (query, id) => {
    expect(found(query)[0]).toBe(id);
  });

  it.each(meantZh)('in Chinese for “%s” finds %s first', (query, id) => {
    expect(found(query, 'zh')[0]).toBe(id);
  });

  it.each(['kleppmann', 'Kleppman', 'klepmann'])(
    'for %s finds the stories of the debate, those with his argument first',
    (query) => {
      const debate = all.filter(({ card }) => card.sources.includes('debate')).map(({ id }) => id);
      expect(found(query)).toEqual(expect.arrayContaining(debate));
      const argued = found(query).map((id) =>
        (shown.get(id)?.argument ?? []).some(({ en }) => en.includes('Kleppmann')),
      );
      const firstWithout = argued.indexOf(false);
      expect(firstWithout).toBeGreaterThan(5);
      expect(argued.slice(firstWithout)).not.toContain(true);
    },
  );

  it.each([
    ['the lock and a word of a text', 'consul goroutines', 'silent-renewer'],
    ['a fault', 'crash', 'no-expiry'],
    ['a library', 'redsync', 'silent-node'],
    ['a library that is mistyped', 'reddison', 'watchdog'],
    ['whose argument it is', 'antirez Paxos', 'clock-jump'],
    ['a straight quote for a curly one', "lock's value", 'token-lock'],
    ['one for many', 'fencing tokens', 'fencing-tokens'],
  ])('finds by %s: %s', (_what, query, id) => {
    expect(found(query)).toContain(id);
  });

  it('puts titles first, then names, then what is told', () => {
    const isTitled = found('clock').map((id) => /clock/i.test(titleOf(id)?.en ?? ''));
    expect(isTitled.indexOf(false)).toBeGreaterThan(3);
    expect(isTitled.slice(isTitled.indexOf(false))).not.toContain(true);
  });

  it.each(['en', 'zh'] as const)('in %s puts the arguments with a person in the order of the list', (language) => {
    expect(found('kleppmann', language).slice(0, 5)).toEqual([
      'delayed-restart',
      'pause-before-write',
      'fencing-tokens',
      'slow-network',
      'clock-jump',
    ]);
  });

  it('is in the reader’s language alone', () => {
    expect(found('停顿比锁')).toEqual([]);
    expect(found('outlives', 'zh')).toEqual([]);
    for (const { why } of searches.zh.ask('kleppmann').matches) expect(why?.line ?? '锁').toMatch(/\p{Script=Han}/u);
  });

  it('needs every word, and keeps to the filter', () => {
    expect(found('pause zzz')).toEqual([]);
    const under = foundIn(all, 'elsewhere', found('zookeeper'))[0]?.stories ?? [];
    expect(under.length).toBeGreaterThan(0);
    expect(under.length).toBeLessThan(found('zookeeper').length);
    expect(foundIn(all, 'clocks', found('“A unique row”'))).toEqual([]);
  });

  it('finds nothing where no word is typed', () => {
    for (const query of ['', '  \n ', '(', '.*', '\\', '$^', '👩‍👩‍👧‍👦 🔒']) expect(found(query)).toEqual([]);
  });

  it('takes whatever is typed, and loses nothing of the texts that it marks', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(fc.constantFrom('clock', '锁', '时钟', "'", '’s', ' ', '[', '*', 'ＴＴＬ', 'é', '\uD800', 'ﷺ'), {
          maxLength: 40,
        })
        .map((all) => all.join('')),
      fc.constantFrom('*', '锁', 'a ', 'clock ', '时钟').map((unit) => unit.repeat(10_000)),
    );
    fc.assert(
      fc.property(typed, fc.constantFrom('en' as const, 'zh' as const), (query, language) => {
        const answer = searches[language].ask(query);
        for (const { id, terms } of answer.matches.slice(0, 3)) {
          const title = titleOf(id)?.[language] ?? '';
          expect(
            pieces(title, terms)
              .map(({ text }) => text)
              .join(''),
          ).toBe(title);
        }
        if (answer.nearest !== null) expect(found(answer.nearest, language)).not.toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a search that finds nothing', () => {
  it.each([
    ['en', 'zzqtoken', 'token'],
    ['en', 'pause zzz', 'pause'],
    ['en', 'zoookepppr', 'ZooKeeper'],
    ['zh', '停顿 qqqq', '停顿'],
  ] as const)('suggests the nearest word: %s %s', (language, query, nearest) => {
    const answer = searches[language].ask(query);
    expect(answer.matches).toEqual([]);
    expect(answer.nearest?.toLowerCase()).toBe(nearest.toLowerCase());
  });

  it('suggests nothing where nothing is near', () => {
    expect(searches.en.ask('qqqqqqqqqqqq').nearest).toBeNull();
  });
});

describe('what is found', () => {
  it('is marked, and marks that touch are one', () => {
    expect(pieces('The clocks of C', ['clock', 'c'])).toEqual([
      { text: 'The ', isHit: false },
      { text: 'clocks', isHit: true },
      { text: ' of ', isHit: false },
      { text: 'C', isHit: true },
    ]);
    expect(pieces('一次垃圾回收', ['垃圾', '圾回', '回收'])).toEqual([
      { text: '一次', isHit: false },
      { text: '垃圾回收', isHit: true },
    ]);
  });

  it('takes a mistyped word for the nearest one, and not for another that is a letter further', () => {
    expect(found('garbge')[0]).toBe('pause-before-write');
    expect([...found('garbge')].sort()).toEqual([...found('garbage')].sort());
  });

  it('says where, in a line with the words, unless the card shows it', () => {
    expect(whyFound('pause', 'pause-before-write')).toBeNull();
    expect(whyFound('gc', 'pause-before-write')).toMatchObject({ foundIn: 'beats' });
    expect(whyFound('gc', 'pause-before-write')?.line).toMatch(/garbage collection/);
    expect(whyFound('20', 'pause-before-write')).toEqual({ foundIn: 'number', line: '20' });
    expect(whyFound('kleppmann', 'set-work-release')?.foundIn).toBe('article');
  });

  it('is a line that begins and ends at a word', () => {
    expect(excerptOf(['x'], ['y'])).toBeNull();
    const line = excerptOf([`${'long words '.repeat(40)}needle ${'and more '.repeat(40)}`], ['needle']);
    expect(line).toMatch(/^….*needle.*…$/);
    expect(line?.length).toBeLessThan(130);
  });
});

describe('arrow keys', () => {
  /** Three columns; the last row has two cards, and the next shelf begins below. */
  const boxes: readonly Box[] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => {
    const row = i < 3 ? 0 : i < 5 ? 1 : 2;
    const column = i < 3 ? i : i < 5 ? i - 3 : i - 5;
    return { left: column * 100, top: row * 120, width: 90 };
  });

  it.each([
    [0, 'ArrowRight', 1],
    [2, 'ArrowRight', 3],
    [0, 'ArrowLeft', 0],
    [7, 'ArrowRight', 7],
    [0, 'ArrowDown', 3],
    [2, 'ArrowDown', 4],
    [4, 'ArrowDown', 6],
    [7, 'ArrowDown', 7],
    [6, 'ArrowUp', 4],
    [7, 'ArrowUp', 4],
    [1, 'ArrowUp', null],
    [4, 'Home', 0],
    [4, 'End', 7],
  ] as const)('from card %i by %s to %s', (from, key, to) => {
    expect(walk(boxes, from, key)).toBe(to);
  });
});
