// What a scene asks and offers, for every telling of every story.
import { describe, expect, test } from 'vitest';
import { questionWords } from '../../../src/content/texts/question';
import { fixedBy, publishedScenario, type Story, type Variant } from '../../../src/core/model/scenario/story';
import type { Run } from '../../../src/core/model/trace/run';
import {
  answersOf,
  isHarmLeft,
  isHopeless,
  needsSearch,
  publishedOutcome,
  questionOf,
  questionSubject,
  withRemedy,
} from '../../../src/picture/scene/answers';
import { knownRun } from '../../content/stories/knownRun';
import { loadedStories, storyVersionOf, storyVersions } from '../../content/stories/storyVersions';

const countMissed = ({ verdict }: Run): number => verdict.facts.filter(({ kind }) => kind === 'fault-missed').length;

const offered = (story: Story, open: Variant | null) => {
  const asked = questionSubject(story, open, publishedOutcome(open ?? story));
  const answers = answersOf(story, asked, 'en');
  return { asked, ids: answers.map(({ id }) => id), remedies: answers.filter(({ isRemedy }) => isRemedy) };
};

describe.each(storyVersions.map((version) => [version.name, version] as const))('%s', (_name, { story, variant }) => {
  const { asked, ids, remedies } = offered(story, variant);

  test('what is open stands in the row, so that one can go back', () => {
    if (variant !== null) expect(ids).toContain(variant.id);
  });

  test('no answer stands there twice, and all are of the story', () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(story.variants.map((one) => one.id)).toContain(id);
  });

  test('the answers are those of the story, whichever of them is open', () => {
    for (const { id, fix } of story.variants) if (fix !== true) expect(ids).toContain(id);
    for (const { id } of offered(story, null).remedies) expect(ids).toContain(id);
  });

  test('a remedy of another variant is not offered', () => {
    for (const one of story.variants.filter(({ fix }) => fix === true)) {
      const flawed = fixedBy(story, one);
      if (flawed !== null && flawed !== asked.about) expect(ids).not.toContain(one.id);
    }
  });

  test('a remedy keeps the row and the question of what it fixes', () => {
    if (variant?.fix !== true) return;
    const before = offered(story, fixedBy(story, variant));
    expect(before.asked.isBroken).toBe(true);
    expect(ids).toEqual(before.ids);
  });

  test('each remedy ends without the harm that is asked about, with the faults of that run or those that it names', () => {
    if (variant?.fix === true) return;
    for (const { id } of remedies) {
      const remedy = story.variants.find((one) => one.id === id);
      if (remedy === undefined || fixedBy(story, remedy) !== asked.about) continue;
      const flawed = publishedScenario(story, asked.about);
      const remedied = withRemedy(story, remedy, flawed, knownRun);
      expect(remedied, id).not.toBeNull();
      if (remedied === null) continue;
      const run = knownRun(remedied.scenario);
      expect(isHarmLeft(publishedOutcome(asked.about ?? story), run.verdict), id).toBe(false);
      if (countMissed(knownRun(flawed)) === 0) expect(countMissed(run), `${id}: a fault that does not happen`).toBe(0);
    }
  });
});

test('where no answer helps, the question stays that of the story', () => {
  const hopeless = loadedStories.filter(isHopeless);
  expect(hopeless.map(({ id }) => id)).toContain('every-lease');
  for (const story of hopeless)
    for (const variant of story.variants) expect(offered(story, variant).asked.about, variant.id).toBeNull();
});

test('a story whose run broke asks what would have helped; one that held, what breaks it', () => {
  for (const story of loadedStories) {
    const asked = questionSubject(story, null, publishedOutcome(story));
    expect(questionOf(publishedOutcome(story), questionWords.en) === questionWords.en.breaks, story.number).toBe(
      !asked.isBroken,
    );
  }
});

test('two holders whose data was only lucky ask about the data, which a remedy can save', () => {
  const lucky = { lock: 'overlap', data: 'lucky' } as const;
  expect(questionOf(lucky, questionWords.en)).toBe('What would have kept the data safe?');
  expect(isHarmLeft(lucky, { lock: 'overlap', data: 'safe' })).toBe(false);
  expect(questionOf({ ...lucky, data: 'safe' }, questionWords.en)).toBe(questionWords.en.apart);
});

test('the story may say in which order its answers are offered', () => {
  const { story } = storyVersionOf('20');
  const ordered = { ...story, scene: { answers: ['b', 'fix2'] } };
  expect(offered(ordered, null).ids.slice(0, 3)).toEqual(['fix2', 'fix', 'b']);
});

test('a search is offered where nothing of the story goes wrong, and only there', () => {
  const numbers = loadedStories.flatMap((story) => (needsSearch(story) ? [story.number] : []));
  expect(numbers).toEqual(['1', '10', '19', '30', '40']);
});
