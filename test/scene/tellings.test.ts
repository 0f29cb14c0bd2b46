// The scene of every telling: it tells the harm, begins in one short sentence, and asks what its outcome leaves to ask.
import { describe, expect, test } from 'vitest';
import type { Fact } from '../../src/model/fact';
import type { Run } from '../../src/model/run';
import { mendedBy, type Story, type Variant } from '../../src/model/story';
import { speechOf } from '../../src/narrate/speechOf';
import { type Scene, sceneOf } from '../../src/scene/sceneOf';
import { type Telling, tellingOf, tellings } from '../stories/tellings';
import { dragsOf, play } from './drags';

const sceneFor = (
  { story, variant }: Pick<Telling, 'story' | 'variant'>,
  run: Run,
  language: 'en' | 'zh' = 'en',
): Scene => sceneOf({ run, story, variantId: variant?.id ?? null, told: null, speech: speechOf[language], language });

const played = tellings.map((telling) => {
  const run = play(telling.scenario);
  return { telling, run, scene: sceneFor(telling, run) };
});

/** The events at which something broke, by the facts. */
const broken = ({ verdict: { facts } }: Run): readonly number[] =>
  facts.flatMap(({ kind, from, to }: Fact) =>
    kind === 'overlap' || kind === 'done-twice' ? [from] : kind === 'lost-update' || kind === 'torn-write' ? [to] : [],
  );

const tellsHarm = ({ moments, ending }: Scene, run: Run): boolean => {
  const times = broken(run).map((seq) => run.trace.at[seq] ?? 0);
  return times.length === 0 || ending !== null || moments.some(({ at }) => at >= Math.min(...times));
};

describe('of every telling', () => {
  test('the harm is told', () => {
    expect(played.filter(({ run, scene }) => !tellsHarm(scene, run)).map(({ telling }) => telling.name)).toEqual([]);
  });

  test('there are two moments at least', () => {
    expect(played.filter(({ scene }) => scene.moments.length < 2).map(({ telling }) => telling.name)).toEqual([]);
  });

  test.each(['3b:fix', '4:fix', '4c', '68:fix', '71c', '72d', '75c', '79b'])(
    'the run fills in where the story says one thing: %s',
    (name) => {
      const telling = tellingOf(name);
      const { moments } = sceneFor(telling, play(telling.scenario));
      expect(moments.length).toBeGreaterThanOrEqual(2);
      expect(moments.length).toBeLessThanOrEqual(12);
    },
  );
});

describe('the opening of every telling', () => {
  const openings = (language: 'en' | 'zh') =>
    played.map(({ telling, run }) => ({ name: telling.name, text: sceneFor(telling, run, language).opening }));

  test('has at most 30 words, or 60 characters of Chinese', () => {
    expect(openings('en').filter(({ text }) => text.split(/\s+/).length > 30)).toEqual([]);
    expect(openings('zh').filter(({ text }) => text.length > 60)).toEqual([]);
  });

  test('is a whole sentence', () => {
    expect([...openings('en'), ...openings('zh')].filter(({ text }) => !/[.!?。！？]$/.test(text))).toEqual([]);
  });
});

const isFix = (story: Story, id: string): boolean => story.variants.find((variant) => variant.id === id)?.fix === true;

const isHarm = ({ lock, data }: { readonly lock: string; readonly data: string }): boolean =>
  ['overlap', 'stuck', 'unavailable'].includes(lock) || ['lost', 'torn', 'twice'].includes(data);

/** What became of the telling whose question stands. */
const endOf = (story: Story, variant: Variant | null, { verdict }: Run) => {
  if (variant === null || (variant.fix !== true && isHarm(verdict))) return verdict;
  const { outcome, lock, data } = mendedBy(story, variant) ?? story;
  return { lock: lock ?? (outcome === 'lost-update' ? 'overlap' : outcome), data };
};

describe('the question', () => {
  test('“What breaks it?” is asked where nothing broke, and never answered by a fix', () => {
    for (const { telling, run, scene } of played) {
      if (scene.question !== 'What breaks it?') continue;
      const { lock, data } = endOf(telling.story, telling.variant, run);
      expect([telling.name, lock, data]).toEqual([telling.name, 'held', expect.stringMatching(/safe|refused|lucky/)]);
      expect(scene.answers.filter(({ id }) => isFix(telling.story, id))).toEqual([]);
      expect(scene.answers.length).toBeGreaterThan(0);
    }
  });

  test('asks for what the harm was', () => {
    for (const { telling, run, scene } of played) {
      const { lock, data } = endOf(telling.story, telling.variant, run);
      const asked =
        data === 'lost' || data === 'torn'
          ? /saved/
          : lock === 'overlap'
            ? /apart/
            : lock === 'stuck' || lock === 'unavailable'
              ? /let them in/
              : data === 'twice'
                ? /once/
                : null;
      if (asked !== null) expect(`${telling.name} ${scene.question}`).toMatch(asked);
    }
  });

  test('has answers that exist, each once', () => {
    for (const { telling, scene } of played) {
      const ids = scene.answers.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(telling.story.variants.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
      if (scene.question === null) expect(ids).toEqual([]);
    }
  });

  test('stays while one tries its fixes, so that the next can be tried', () => {
    const { story } = tellingOf('20');
    const fix = tellingOf('20:fix2');
    const told = sceneFor({ story, variant: null }, play(story.scenario));
    const run = play(fix.scenario);
    const fixed = sceneOf({
      run,
      story,
      variantId: 'fix2',
      told: null,
      answered: play(story.scenario),
      speech: speechOf.en,
      language: 'en',
    });
    expect(told.question).toBe('What would have saved 52?');
    expect(fixed.question).toBe(told.question);
    // Until the run that lost it is there, nobody knows its value.
    expect(sceneFor(fix, run).question).toBe('What would have saved the update?');
    expect(fixed.answers).toEqual(told.answers);
  });

  test('has the answers that the story names, in its order', () => {
    const { story } = tellingOf('20');
    const named: Story = { ...story, scene: { answers: ['fix2', 'b'] } };
    const { answers } = sceneFor({ story: named, variant: null }, play(story.scenario));
    expect(answers.map(({ id }) => id)).toEqual(['fix2', 'b']);
  });
});

test('a run without a story tells its harm in at most ten moments', () => {
  const runs = played.flatMap(({ run }) => [
    run,
    ...dragsOf(run)
      .slice(0, 1)
      .map(({ scenario }) => play(scenario)),
  ]);
  for (const run of runs) {
    const scene = sceneOf({ run, story: null, variantId: null, told: null, speech: speechOf.en, language: 'en' });
    expect(scene.moments.length).toBeLessThanOrEqual(10);
    const told = new Set(scene.moments.map(({ at }) => at));
    const harm = broken(run).map((seq) => run.trace.at[seq] ?? 0);
    if (harm.length > 0) expect(told.has(Math.min(...harm))).toBe(true);
    const times = scene.moments.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  }
});
