// What a scene asks and offers, for every telling of every story.
import { describe, expect, test } from 'vitest';
import { questionWords } from '../../../src/content/texts/question';
import { lockOf, mendedBy, type Story, type Variant } from '../../../src/core/model/story';
import { answersOf, needsSearch, questionOf, questionSubject } from '../../../src/picture/scene/answers';
import { loadedStories, storyVersionOf, storyVersions } from '../../content/stories/storyVersions';

const endOf = (version: Story | Variant) => ({ lock: lockOf(version), data: version.data });

const offered = (story: Story, open: Variant | null) => {
  const asked = questionSubject(story, open, endOf(open ?? story));
  return { asked, ids: answersOf(story, asked, 'en').map(({ id }) => id) };
};

describe.each(storyVersions.map((version) => [version.name, version] as const))('%s', (_name, { story, variant }) => {
  const { asked, ids } = offered(story, variant);

  test('what is open stands in the row, so that one can go back', () => {
    if (variant !== null) expect(ids).toContain(variant.id);
  });

  test('no answer stands there twice, and all are of the story', () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(story.variants.map((one) => one.id)).toContain(id);
  });

  test('a fix of another telling is not offered', () => {
    for (const one of story.variants.filter(({ fix }) => fix === true))
      expect(ids.includes(one.id), one.id).toBe(asked.isBroken && mendedBy(story, one) === asked.about);
  });

  test('a fix keeps the row and the question of what it mends', () => {
    if (variant?.fix !== true) return;
    const mended = mendedBy(story, variant);
    const before = offered(story, mended);
    expect(before.asked.isBroken).toBe(true);
    expect(ids).toEqual(before.ids);
  });
});

test('a story whose run broke asks what would have helped; one that held, what breaks it', () => {
  for (const story of loadedStories) {
    const asked = questionSubject(story, null, endOf(story));
    expect(questionOf(endOf(story), questionWords.en) === questionWords.en.breaks, story.number).toBe(!asked.isBroken);
  }
});

test('the story may say in which order its answers are offered', () => {
  const { story } = storyVersionOf('20');
  const ordered = { ...story, scene: { answers: ['b', 'fix2'] } };
  expect(offered(ordered, null).ids.slice(0, 2)).toEqual(['b', 'fix2']);
});

test('a search is offered where nothing of the story goes wrong, and only there', () => {
  const numbers = loadedStories.flatMap((story) => (needsSearch(story, endOf) ? [story.number] : []));
  expect(numbers).toEqual(['1', '10', '19', '30', '40']);
});
