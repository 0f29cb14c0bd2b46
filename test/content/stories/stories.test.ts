// Every story ends as promised: the outcome, the facts, the event of each sentence. It exists in both languages.

import { describe, expect, test } from 'vitest';
import { stories } from '../../../src/content/stories';
import { claims } from '../../../src/content/stories/claims/claims';
import { digest } from '../../../src/core/model/digest';
import { parseScenario } from '../../../src/core/model/parse/parseScenario';
import { type Beat, sources } from '../../../src/core/model/story';
import type { Text } from '../../../src/core/model/text';
import type { Trace } from '../../../src/core/model/trace';
import { processId, readEvents } from '../../../src/core/model/traceReader';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { knownRun } from './knownRun';
import { loadedStories, type StoryVersion, storyVersions } from './storyVersions';

const table = storyVersions.map((version) => [version.name, version] as const);

describe.each(table)('story %s', (_, version) => {
  const { scenario, outcome, lock, data, facts } = version;
  const { trace, verdict } = knownRun(version.scenario);

  test('is a scenario that the parser takes as it is', () => {
    expect(parseScenario(JSON.parse(JSON.stringify(scenario)), parts)).toEqual({ ok: true, scenario });
  });

  test(`ends in ${outcome}, with the lock ${lock} and the data ${data}`, () => {
    expect(verdict).toMatchObject({ lock, data, outcome });
  });

  test('shows the facts that it promises, and no others', () => {
    expect([...new Set(verdict.facts.map(({ kind }) => kind))].sort()).toEqual([...facts].sort());
  });

  test('lets every fault strike', () => {
    expect(trace.header.missed).toEqual({});
    expect(verdict.facts.filter(({ kind }) => kind === 'fault-missed')).toEqual([]);
  });

  test('gives the same bytes twice', () => {
    expect(digest(simulate(scenario, parts))).toBe(digest(trace));
  });

  test('has an event for every sentence, in the order of the sentences', () => {
    const indices = version.beats.map((beat) => indexOf(trace, beat));
    expect(indices).not.toContain(undefined);
    expect(indices).toEqual([...indices].sort((a, b) => Number(a) - Number(b)));
  });

  test('is told in both languages', () => {
    for (const text of textsOf(version)) {
      expect(text.en).toMatch(/^[^\u4e00-\u9fff]*[a-z][^\u4e00-\u9fff]*$/i);
      // A name, such as Redlock, is the same in both languages.
      if (text.zh !== text.en || /\s/.test(text.en)) expect(text.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(text.en.trim() + text.zh.trim()).toBe(text.en + text.zh);
    }
  });
});

describe('the list of stories', () => {
  test('names each once, by id and by number, in the order of the numbers', () => {
    const numbers = stories.map(({ number }) => Number(number));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(new Set(stories.map(({ id }) => id)).size).toBe(stories.length);
    for (const { id } of stories) expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
  });

  test('has variants that can be told apart, and fixes that say so', () => {
    for (const { variants } of loadedStories) {
      expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
      for (const { id, fix } of variants) expect(id).toMatch(fix === true ? /^[a-z]?fix[2-9]?$/ : /^[b-z][2-9]?$/);
    }
  });

  test('names sources that there are', () => {
    for (const story of loadedStories) {
      expect(story.sources.length).toBeGreaterThan(0);
      for (const source of story.sources) expect(sources).toContain(source);
    }
  });
});

describe('the sentence of an article', () => {
  test('is named by every story, unless it goes beyond the articles', () => {
    const without = loadedStories.filter(({ id }) => claims[id] === undefined);
    // Such a story has a library's own words in place of an article's.
    const beyond = loadedStories.filter(({ sources }) => sources.every((source) => source === 'beyond'));
    expect(without.map(({ number }) => number)).toEqual(beyond.map(({ number }) => number));
  });

  test('is from a source of its story, and can be read in both languages', () => {
    for (const { id, sources } of loadedStories) {
      const claim = claims[id];
      if (claim === undefined) continue;
      const { source, quote, says } = claim;
      expect(sources, id).toContain(source);
      const isChinese = /[\u4e00-\u9fff]/.test(quote);
      expect(says.en ?? (isChinese ? '' : quote), id).toMatch(/^[^\u4e00-\u9fff]+$/);
      expect(says.zh ?? quote, id).toMatch(/[\u4e00-\u9fff]/);
    }
  });
});

/** When a sentence becomes true in the run; −1 before the beginning, undefined for never. */
function indexOf(trace: Trace, { at }: Beat): number | undefined {
  if (at === undefined) return -1;
  let count = 0;
  for (const event of readEvents(trace)) {
    if (event.kind !== at.kind || (at.process !== undefined && processId(trace, event.process) !== at.process))
      continue;
    if (++count === (at.nth ?? 1)) return event.seq;
  }
  return undefined;
}

function textsOf({ story, variant, beats }: StoryVersion): readonly Text[] {
  const texts = beats.map(({ text }) => text);
  if (variant !== null) return [...texts, variant.title, variant.text];
  const { title, lead, modelled, notModelled, argument } = story;
  return [...texts, title, lead, modelled, notModelled, ...(argument === undefined ? [] : [argument])];
}
