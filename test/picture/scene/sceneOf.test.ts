// The scene of a run that was dragged, that has no story, or that goes on; and the state at a moment. What holds for
// every story is in `sceneChecks.ts`.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { firstDifference } from '../../../src/core/model/scenario/difference';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import type { Story } from '../../../src/core/model/scenario/story';
import type { Run } from '../../../src/core/model/trace/run';
import { readingOf } from '../../../src/core/narrate/reading';
import type { Speech } from '../../../src/core/narrate/speech';
import { sceneSpeechOf, speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { spansOf } from '../../../src/core/spans/spans';
import { sceneOf, sentenceAt, stateAt } from '../../../src/picture/scene/sceneOf';
import { stateSentences } from '../../../src/picture/scene/stateSentences';
import { knownRun, play, runOfStory } from '../../content/stories/knownRun';
import { storyVersionOf } from '../../content/stories/storyVersions';
import { tracePrefix } from '../../support/tracePrefix';
import { wordsOf } from '../../support/wordsOf';

const sceneFor = (story: Story | null, run: Run, original: Run | null = null) =>
  sceneOf({ run, story, variantId: null, original, speech: speechOf.en, language: 'en' });

test.each(['3b:fix', '4:fix', '4c', '68:fix', '71c', '72d', '75c', '79b'])(
  'the run fills in where the story says one thing: %s',
  (name) => {
    const { moments } = play(storyVersionOf(name)).scenes.en;
    expect(moments.length).toBeGreaterThanOrEqual(2);
    expect(moments.length).toBeLessThanOrEqual(12);
  },
);

describe('a fault that was dragged', () => {
  const { story } = storyVersionOf('20');
  const original = knownRun(story.scenario);
  const pause = (length: number): Scenario => ({
    ...story.scenario,
    faults: { ...story.scenario.faults, pause: { ...story.scenario.faults['pause'], for: length } as never },
  });

  test.each([400, 1200, 2100, 4500])(
    'leaves no sentence of the story behind the point where the runs part (%i ms)',
    (length) => {
      const run = knownRun(pause(length));
      const scene = sceneFor(story, run, original);
      const parting = firstDifference(original.trace, run.trace)?.at ?? Number.POSITIVE_INFINITY;
      const sentences = new Set(story.beats.map(({ text }) => text.en));
      const late = scene.moments.filter(({ at, text }) => at >= parting && sentences.has(text));
      expect(late).toEqual([]);
    },
  );

  test('leaves none at all where a setting has changed, which any of them may name', () => {
    const work: Scenario = { ...story.scenario, settings: { ...story.scenario.settings, work: 150 } };
    const sentences = new Set(story.beats.map(({ text, short = text }) => short.en));
    const { moments } = sceneFor(story, knownRun(work), original);
    expect(moments.length).toBeGreaterThan(4);
    expect(moments.filter(({ text }) => sentences.has(text))).toEqual([]);
  });

  test('tells itself, with its new length', () => {
    const { moments } = sceneFor(story, knownRun(pause(1200)), original);
    expect(moments.map(({ text }) => text)).toContain('Client 1 is paused for 1.2 s.');
  });

  test('ends with times of few digits, where the details have all of them', () => {
    const run = knownRun(pause(1234));
    const ending = (speech: Speech) =>
      sceneOf({ run, story, variantId: null, original, speech, language: 'en' }).ending;
    expect(ending(sceneSpeechOf.en)).toMatch(/^Client 1 had to stop by 2\.48 s and was done only at 2\.\d{1,2} s;/);
    expect(ending(speechOf.en)).toMatch(/^Client 1 had to stop by 2\.478 s and was done only at 2\.\d{3} s;/);
  });

  test('ends with what the verdict says', () => {
    const scene = sceneFor(story, knownRun(pause(400)), original);
    expect(sentenceAt(scene, scene.stopsAt)).not.toContain('The storage accepts it');
    expect(scene.question).toBe('What breaks it?');
  });
});

test('the state at a moment is who truly holds the lock, and the value of the storage', () => {
  const run = runOfStory('20');
  const acquired = run.trace.header.endedAt;
  expect(stateAt(run, 0)).toMatchObject({ holders: [], value: 42 });
  expect(stateAt(run, 1_000_000)).toMatchObject({ holders: ['client1'], value: 42 });
  expect(stateAt(run, acquired)).toMatchObject({ holders: [], value: 43 });
});

test('the state in words: a client that no longer holds the lock, and does not know it', () => {
  const { story, scenario } = storyVersionOf('20');
  const run = knownRun(scenario);
  const { onTimeline: words, scene: state, speech } = wordsOf.en;
  const lockAt = (at: number) =>
    stateSentences(run, at, { words, state, speech, lanes: ['client1', 'client2', 'storage'] })[0];
  expect([1_000_000, 2_570_999, 2_600_000, 2_630_000, 3_400_000].map(lockAt)).toEqual([
    'Lock: held by Client 1',
    'Lock: held by Client 1',
    'Lock: nobody has it',
    'Lock: free',
    'Lock: Client 2’s; Client 1 unaware',
  ]);
  const [, , , expires] = sceneFor(story, run).moments;
  expect(expires).toMatchObject({ at: 2_630_000, text: expect.stringContaining('expires') });
});

test('a run without a lock says that there is none, and not that it is free', () => {
  const run = runOfStory('34');
  for (const [language, said] of [
    ['en', 'Lock: none'],
    ['zh', '锁：无'],
  ] as const) {
    const { onTimeline: words, scene: state, speech } = wordsOf[language];
    expect(stateSentences(run, 0, { words, state, speech, lanes: ['client1', 'storage'] })[0]).toBe(said);
  }
});

test('a run that goes on is in the state in which its last event left it', () => {
  const { trace } = runOfStory('20');
  for (let count = 1; count <= trace.count; count++) {
    const going = tracePrefix(trace, count);
    const { endedAt } = going.header;
    const { holders, value } = stateAt({ trace: going } as Run, endedAt);
    // More may happen at the same instant. Where a majority stands, its client has the lock once it knows.
    const coming = spansOf(trace).holds.find((hold) => hold.acquiringAt <= endedAt && (hold.acquiredAt ?? 0) > endedAt);
    const whole = [endedAt - 1, endedAt, coming?.acquiredAt ?? endedAt].map((at) => stateAt({ trace } as Run, at));
    expect(
      whole.map((state) => state.holders),
      `after ${count} events`,
    ).toContainEqual(holders);
    // What was there first is known from the first answer on.
    expect([null, ...whole.map((state) => state.value)]).toContain(value);
  }
});

test('a run of which nobody knows how it came out says so, and asks nothing', () => {
  const { story, scenario } = storyVersionOf('20');
  const run = knownRun(scenario);
  const trace = tracePrefix(run.trace, 40);
  const late = { ...run, trace, verdict: judge(trace, parts) };
  expect(late.verdict.outcome).toBe('unknown');
  const scene = sceneFor(story, late);
  expect(scene).toMatchObject({ question: null, answers: [] });
  expect(scene.ending).toBe(readingOf(late.verdict, speechOf.en).sentence);
});

test('a run of no story is called by what happened', () => {
  const scene = sceneFor(null, runOfStory('20'));
  expect(scene.title).toBe('An update was lost');
  expect(scene.answers).toEqual([]);
  expect(scene.moments.length).toBeGreaterThan(4);
});

test('begins with its opening, though faults happen at the very start', () => {
  const { story, variant, scenario } = storyVersionOf('71c');
  const run = knownRun(scenario);
  const scene = sceneOf({
    run,
    story,
    variantId: variant?.id ?? null,
    original: null,
    speech: speechOf.en,
    language: 'en',
  });
  expect(scene.moments[0]?.text).toBe('Node D crashes. Node E crashes.');
  expect(sentenceAt(scene, 0)).toBe(scene.opening);
  expect(sentenceAt(scene, 1)).toBe('Node D crashes. Node E crashes.');
});
