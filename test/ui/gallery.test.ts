// What the gallery finds, in which order, and where the arrow keys lead.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cardsFile, cardsText } from '../../scripts/makeCards';
import { loadStory } from '../../src/model/story';
import { stories } from '../../src/stories';
import { titles } from '../../src/stories/titles';
import { cards } from '../../src/ui/gallery/cards';
import { comparedAll, excerptOf, folded, pieces, termsOf } from '../../src/ui/gallery/search';
import { foundIn, type Shelved, shelvesOf, startHere } from '../../src/ui/gallery/shelves';
import { excerptFrom, indexed } from '../../src/ui/gallery/storyIndex';
import { textsOfStory } from '../../src/ui/gallery/storyTexts';
import { type Box, walk } from '../../src/ui/gallery/walk';
import '../support/handIn';

const none = { en: '', zh: '' };
const all = stories.map((entry): Shelved => {
  const card = cards[entry.id];
  if (card === undefined) throw new Error(`The story ${entry.id} has no card.`);
  return { ...entry, title: titles[entry.id] ?? none, card };
});
const told = new Map(
  await Promise.all(stories.map(async (entry) => [entry.id, textsOfStory(await loadStory(entry))] as const)),
);
const index = new Map(
  all.map(({ id, number, title, card }) => [
    id,
    indexed({ number, title, names: [card.by.id, ...card.faults], also: [], sources: [] }, told.get(id), 'en'),
  ]),
);
const found = (query: string, filter: Parameters<typeof foundIn>[1] = 'all'): readonly string[] =>
  foundIn(all, filter, { terms: termsOf(query), textsOf: (id) => index.get(id)?.all }).flatMap((shelf) =>
    shelf.stories.map(({ id }) => id),
  );

it('shows cards that are of today’s runs (else run `npx tsx scripts/makeCards.ts`)', async () => {
  expect(readFileSync(cardsFile, 'utf8')).toBe(await cardsText());
});

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
    expect(shelvesOf(all, 'all')[0]?.stories.map(({ id }) => id)).toEqual(startHere);
    expect(shelvesOf(all, 'start')).toHaveLength(1);
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

describe('a search', () => {
  it.each([
    ['the number of a story', '20', 'pause-before-write'],
    ['words of a title, however large', 'TOKENS 33', 'fencing-tokens'],
    ['a title of the other language', '停顿比锁', 'pause-before-write'],
    ['the lock', 'consul session channel', 'silent-renewer'],
    ['a fault and a word of a text', 'pause garbage', 'pause-before-write'],
    ['whose argument it is', 'antirez Paxos', 'clock-jump'],
    ['Chinese text', '垃圾回收', 'pause-before-write'],
    ['full-width signs', 'ＴＴＬ？', 'how-long'],
    ['a straight quote for a curly one', "lock's value", 'token-lock'],
  ])('finds by %s: %s', (_what, query, id) => {
    expect(found(query)).toContain(id);
  });

  it('puts a number first, then titles, then what is told', () => {
    expect(found('20')[0]).toBe('pause-before-write');
    const clocks = found('clock').map((id) => /clock/i.test(titles[id]?.en ?? ''));
    expect(clocks.indexOf(false)).toBeGreaterThan(0);
    expect(clocks.slice(clocks.indexOf(false))).not.toContain(true);
  });

  it('needs every word, and keeps to the filter', () => {
    expect(found('pause zzz')).toEqual([]);
    expect(found('zookeeper', 'elsewhere').length).toBeLessThan(found('zookeeper').length);
    expect(found('sent-twice', 'clocks')).toEqual([]);
  });

  it.each([
    '(',
    '[a-',
    '.*',
    '\\',
    '$^',
    '*'.repeat(10_000),
    '锁'.repeat(10_000),
    '👩‍👩‍👧‍👦 🔒',
    '\u0000\uD800',
    'a '.repeat(5_000),
  ])('takes what is typed as words, whatever it is: %.12s', (query) => {
    const ids = found(query);
    for (const { title } of all) {
      const text = title.en;
      expect(
        pieces(text, termsOf(query))
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }
    if (query !== '(' && !query.startsWith('a')) expect(ids).toEqual([]);
  });

  it('searches for nothing where nothing but space is typed', () => {
    expect(termsOf('  \n ')).toEqual([]);
  });

  it('compares a text without changing the places in it', () => {
    for (const text of ['İstanbul ﬁne ½ …', '你好，ＴＴＬ', 'Kleppmann’s “lock”', '🔒'])
      expect(folded(text)).toHaveLength(text.length);
  });
});

describe('what is found', () => {
  it('is marked, and marks that overlap become one piece after the other', () => {
    expect(pieces('The clock of C', ['clock', 'lock of', 'c'])).toEqual([
      { text: 'The ', isHit: false },
      { text: 'clock', isHit: true },
      { text: ' of', isHit: true },
      { text: ' ', isHit: false },
      { text: 'C', isHit: true },
    ]);
  });

  it('is shown in a line of the text, unless the card shows it', () => {
    const story = index.get('pause-before-write');
    if (story === undefined) throw new Error('The story is missing.');
    expect(excerptFrom(story, ['pause'])).toBeNull();
    expect(excerptFrom(story, ['garbage'])).toMatch(/garbage collection/);
    expect(excerptOf(comparedAll(['x']), ['y'])).toBeNull();
    const line = excerptOf(comparedAll([`${'long words '.repeat(40)}needle ${'and more '.repeat(40)}`]), ['needle']);
    expect(line).toMatch(/^….*needle.*…$/);
    expect(line?.length).toBeLessThan(130);
  });
});

describe('arrow keys', () => {
  /** Three columns; the last row has two, and the next shelf begins below. */
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
