// Each story, variant and fix is played once here, and its run goes to every check; then the list of stories.

import { beforeAll, describe, expect, test } from 'vitest';
import { stories } from '../../../src/content/stories';
import { claims } from '../../../src/content/stories/claims/claims';
import { sources } from '../../../src/core/model/scenario/story';
import { accountChecks } from '../../core/narrate/accountChecks';
import { savedChecks } from '../../live/wire/savedChecks';
import { questionChecks, sceneChecks } from '../../picture/scene/sceneChecks';
import { endingChecks } from './endingChecks';
import { type Played, play } from './knownRun';
import { namingBoth, sentenceChecks } from './sentenceChecks';
import { loadedStories, storyVersions } from './storyVersions';

const checks = { ...endingChecks, ...sentenceChecks, ...accountChecks, ...sceneChecks };

/** The saved ones take long: they judge a run anew after every few events. */
const checksOfStory = { ...checks, ...questionChecks, ...savedChecks };

describe.each(storyVersions.map((version) => [version.name, version] as const))('story %s', (_, version) => {
  let played: Played;
  beforeAll(() => {
    played = play(version);
  });

  for (const [claim, check] of Object.entries(version.variant === null ? checksOfStory : checks))
    test(claim, () => check(played));
});

test('the forms in which a sentence names both clients of an overwrite are known', () => {
  expect(storyVersions.flatMap(namingBoth).length).toBeGreaterThan(50);
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
