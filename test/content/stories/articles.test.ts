// The table of the articles names stories that exist, and each story of an article in the place where the article has
// it.
import { describe, expect, test } from 'vitest';
import { claims } from '../../../src/content/stories/claims/claims';
import type { Source } from '../../../src/core/model/scenario/story';
import { articleRows as rows } from './articleRows';
import { loadedStories, storyVersions } from './storyVersions';

/** Stories that are already named and still to be written. */
const toCome: readonly string[] = [];

/** A row quotes at most this many characters of a paragraph. */
const quoteMax = 50;

const articles: readonly Source[] = ['design', 'notes', 'debate', 'redisson', 'python'];

describe('the table of the articles', () => {
  test('has a part for each article', () => {
    expect([...new Set(rows.map(({ source }) => source))]).toEqual(articles);
  });

  test.each(rows.map((row) => [`${row.source} ${row.first}`, row] as const))('%s', (_, { first, stories, note }) => {
    expect(first).toMatch(/^“.+…”(?: \(\d+\))?$/);
    expect(first.length).toBeLessThanOrEqual(quoteMax);
    const names = [...storyVersions.map(({ name }) => name), ...toCome];
    for (const name of stories) expect(names).toContain(name);
    // A paragraph without a story gives a reason.
    expect(stories.join('') + note).not.toBe('');
    for (const [, name = ''] of note.matchAll(/\b(\d+[a-z]?\d?(?::fix\d?)?)\b(?=: )/g)) expect(names).toContain(name);
  });

  test.each(articles)('names each story that has %s among its sources', (source) => {
    const named = new Set(rows.filter((row) => row.source === source).flatMap(({ stories }) => stories.map(numberOf)));
    const numbers = loadedStories.filter(({ sources }) => sources.includes(source)).map(({ number }) => number);
    expect(numbers.filter((number) => !named.has(number))).toEqual([]);
    const quoted = loadedStories.filter(({ id }) => claims[id]?.source === source).map(({ number }) => number);
    expect(quoted.filter((number) => !named.has(number))).toEqual([]);
  });

  test('waits for no story that has come', () => {
    expect(toCome.filter((name) => storyVersions.some((version) => version.name === name))).toEqual([]);
    for (const name of toCome) expect(rows.flatMap(({ stories }) => stories)).toContain(name);
  });
});

/** `27` for `27b` and `27b:fix`. */
const numberOf = (name: string): string => /^\d+/.exec(name)?.[0] ?? '';
