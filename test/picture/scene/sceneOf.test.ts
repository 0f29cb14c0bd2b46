// The scene of every story, by the rules: lanes, the draggable fault, the moments, where it stops, what it asks.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { firstDifference } from '../../../src/core/model/difference';
import { targetProcesses } from '../../../src/core/model/fault';
import { isClient } from '../../../src/core/model/processId';
import type { Run } from '../../../src/core/model/run';
import type { Scenario } from '../../../src/core/model/scenario';
import type { Story } from '../../../src/core/model/story';
import { readingOf } from '../../../src/core/narrate/reading';
import type { Speech } from '../../../src/core/narrate/speech';
import { sceneSpeechOf, speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { spansOf } from '../../../src/core/spans/spans';
import { isBroken } from '../../../src/picture/scene/answers';
import { sceneOf, sentenceAt, stateAt } from '../../../src/picture/scene/sceneOf';
import { stateSentences } from '../../../src/picture/scene/stateSentences';
import { knownRun } from '../../content/stories/knownRun';
import { loadedStories, storyVersionOf } from '../../content/stories/storyVersions';
import { tracePrefix } from '../../support/tracePrefix';
import { wordsOf } from '../../support/wordsOf';

const sceneFor = (story: Story | null, run: Run, original: Run | null = null) =>
  sceneOf({ run, story, variantId: null, original, speech: speechOf.en, language: 'en' });

describe.each(loadedStories.map((story) => [story.number, story] as const))(
  'the scene of story %s',
  (_number, story) => {
    const run = knownRun(story.scenario);
    const scene = sceneFor(story, run);
    const { endedAt } = run.trace.header;

    test('has lanes for two clients at least, and for what is dragged', () => {
      const there = run.trace.header.processes.map(({ id }) => id);
      expect(scene.lanes.every((id) => there.includes(id))).toBe(true);
      expect(new Set(scene.lanes).size).toBe(scene.lanes.length);
      const clients = there.filter(isClient).length;
      const shown = scene.lanes.filter(isClient).length;
      expect(shown).toBeGreaterThanOrEqual(Math.min(2, clients));
      expect(shown).toBeLessThanOrEqual(4);
      expect(scene.others).toBe(clients - shown);
      const fault = scene.fault === null ? undefined : story.scenario.faults[scene.fault];
      if (fault !== undefined) expect(targetProcesses(fault).some((id) => scene.lanes.includes(id))).toBe(true);
    });

    test('tells its moments in order, up to where it stops', () => {
      const times = scene.moments.map(({ at }) => at);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times.length).toBeGreaterThanOrEqual(2);
      expect(scene.stopsAt).toBeLessThanOrEqual(endedAt);
      expect(times.every((at) => at <= scene.stopsAt)).toBe(true);
      expect(sentenceAt(scene, 0).split(' ').length).toBeLessThanOrEqual(40);
    });

    test('asks what its outcome leaves to ask', () => {
      const { lock, data } = run.verdict;
      if (scene.question === null) expect(scene.answers).toEqual([]);
      else if (story.scene?.question !== undefined) expect(scene.question).toBe(story.scene.question.en);
      else if (isBroken(run.verdict) && scene.answers.every(({ isRemedy }) => !isRemedy))
        expect(scene.question).toBe('What else can happen?');
      else if (data === 'lost') expect(scene.question).toMatch(/saved/);
      else if (data === 'twice') expect(scene.question).toMatch(/only once/);
      else if (data === 'torn') expect(scene.question).toMatch(/whole/);
      else if (data === 'lucky') expect(scene.question).toMatch(/data safe/);
      else if (lock === 'overlap') expect(scene.question).toMatch(/apart/);
      else if (lock === 'stuck' || lock === 'unavailable') expect(scene.question).toMatch(/lock available/);
      else expect(scene.question).toBe('What breaks it?');
    });
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
  const run = knownRun(storyVersionOf('20').scenario);
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
  const run = knownRun(storyVersionOf('34').scenario);
  for (const [language, said] of [
    ['en', 'Lock: none'],
    ['zh', '锁：无'],
  ] as const) {
    const { onTimeline: words, scene: state, speech } = wordsOf[language];
    expect(stateSentences(run, 0, { words, state, speech, lanes: ['client1', 'storage'] })[0]).toBe(said);
  }
});

test('a run that goes on is in the state in which its last event left it', () => {
  const { trace } = knownRun(storyVersionOf('20').scenario);
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
  const scene = sceneFor(null, knownRun(storyVersionOf('20').scenario));
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
