// Which telling of a story is shown beside another one: a fix stands beside the telling that it fixes.
import { expect, test } from 'vitest';
import { fixedBy, fixOf, publishedScenario } from '../../src/core/model/scenario/story';
import { adjacentVersion } from '../../src/web/state/compare';
import { loadedStories, storyVersionOf } from '../content/stories/storyVersions';
import '../support/handIn';

test.each([
  ['20', 'fix', null],
  ['20', 'fix2', null],
  ['35', 'cfix', 'c'],
  ['44', 'bfix', 'b'],
  ['20', 'b', null],
  ['36', null, 'b'],
  ['28', null, 'fix'],
])('story %s, %s stands beside %s', (number, shown, other) => {
  const { story } = storyVersionOf(number);
  const variant = story.variants.find(({ id }) => id === other) ?? null;
  expect(adjacentVersion(story, shown)?.scenario).toEqual(publishedScenario(story, variant));
});

test('every fix of a variant names one, and what it fixes does not hold as it should', () => {
  let fixCount = 0;
  for (const story of loadedStories) {
    for (const variant of story.variants) {
      const flawed = fixedBy(story, variant);
      if (!variant.fix) expect(flawed).toBeNull();
      if (variant.fix !== true) continue;
      fixCount++;
      if (!variant.id.startsWith('fix')) expect(flawed).not.toBeNull();
      const { lock, data } = flawed ?? story;
      expect(`${story.number} ${lock} ${data}`).not.toBe(`${story.number} held safe`);
    }
  }
  expect(fixCount).toBeGreaterThan(30);
});

test('the fix of a telling is its own', () => {
  const { story } = storyVersionOf('36');
  const e = story.variants.find(({ id }) => id === 'e') ?? null;
  expect(fixOf(story, e)?.id).toBe('efix');
  expect(fixOf(story, null)).toBeUndefined();
});
