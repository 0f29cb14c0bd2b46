// The scene of every telling: it shows the harm, begins with one short sentence, and asks what its outcome leaves
// open.
import { describe, expect, test } from 'vitest';
import type { Fact } from '../../../src/core/model/fact';
import type { Run } from '../../../src/core/model/run';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { type Scene, sceneOf } from '../../../src/picture/scene/sceneOf';
import { knownRun } from '../../content/stories/knownRun';
import { type StoryVersion, storyVersionOf, storyVersions } from '../../content/stories/storyVersions';
import { dragsOf } from './drags';

const sceneFor = (
  { story, variant }: Pick<StoryVersion, 'story' | 'variant'>,
  run: Run,
  language: 'en' | 'zh' = 'en',
): Scene =>
  sceneOf({ run, story, variantId: variant?.id ?? null, original: null, speech: speechOf[language], language });

const played = storyVersions.map((version) => {
  const run = knownRun(version.scenario);
  return { version, run, scene: sceneFor(version, run) };
});

/** The events at which something broke, by the facts. */
const broken = ({ verdict: { facts } }: Run): readonly number[] =>
  facts.flatMap(({ kind, from, to }: Fact) =>
    kind === 'overlap' || kind === 'done-twice' ? [from] : kind === 'lost-update' || kind === 'torn-write' ? [to] : [],
  );

const showsHarm = ({ moments, ending }: Scene, run: Run): boolean => {
  const times = broken(run).map((seq) => run.trace.at[seq] ?? 0);
  return times.length === 0 || ending !== null || moments.some(({ at }) => at >= Math.min(...times));
};

describe('of every telling', () => {
  test('the harm is told', () => {
    expect(played.filter(({ run, scene }) => !showsHarm(scene, run)).map(({ version }) => version.name)).toEqual([]);
  });

  test('there are two moments at least', () => {
    expect(played.filter(({ scene }) => scene.moments.length < 2).map(({ version }) => version.name)).toEqual([]);
  });

  test.each(['3b:fix', '4:fix', '4c', '68:fix', '71c', '72d', '75c', '79b'])(
    'the run fills in where the story says one thing: %s',
    (name) => {
      const version = storyVersionOf(name);
      const { moments } = sceneFor(version, knownRun(version.scenario));
      expect(moments.length).toBeGreaterThanOrEqual(2);
      expect(moments.length).toBeLessThanOrEqual(12);
    },
  );
});

describe('the opening of every telling', () => {
  const openings = (language: 'en' | 'zh') =>
    played.map(({ version, run }) => ({ name: version.name, text: sceneFor(version, run, language).opening }));

  test('has at most 30 words, or 60 characters of Chinese', () => {
    expect(openings('en').filter(({ text }) => text.split(/\s+/).length > 30)).toEqual([]);
    expect(openings('zh').filter(({ text }) => text.length > 60)).toEqual([]);
  });

  test('is a whole sentence', () => {
    expect([...openings('en'), ...openings('zh')].filter(({ text }) => !/[.!?。！？]$/.test(text))).toEqual([]);
  });
});

test('a run without a story tells its harm in at most ten moments', () => {
  const runs = played.flatMap(({ run }) => [
    run,
    ...dragsOf(run)
      .slice(0, 1)
      .map(({ scenario }) => knownRun(scenario)),
  ]);
  for (const run of runs) {
    const scene = sceneOf({ run, story: null, variantId: null, original: null, speech: speechOf.en, language: 'en' });
    expect(scene.moments.length).toBeLessThanOrEqual(10);
    const instants = new Set(scene.moments.map(({ at }) => at));
    const harm = broken(run).map((seq) => run.trace.at[seq] ?? 0);
    if (harm.length > 0) expect(instants.has(Math.min(...harm))).toBe(true);
    const times = scene.moments.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  }
});
