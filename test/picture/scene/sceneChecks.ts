// The scene of a telling, by the rules: its lanes, the draggable fault, the moments, where it stops, what it asks. It
// begins with one short sentence, shows the harm, and a play comes to it soon.
import { expect } from 'vitest';
import { targetProcesses } from '../../../src/core/model/scenario/fault';
import { isClient } from '../../../src/core/model/scenario/processId';
import type { Run } from '../../../src/core/model/trace/run';
import { languages } from '../../../src/core/model/values/text';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { lanesOf } from '../../../src/picture/layout/lanes';
import { miniatureOf, miniatureWidth, spansIn } from '../../../src/picture/layout/miniature';
import { openingLanes, sceneLanes } from '../../../src/picture/layout/sceneLanes';
import { isBroken } from '../../../src/picture/scene/answers';
import { sceneOf, sentenceAt } from '../../../src/picture/scene/sceneOf';
import type { Checks } from '../../content/stories/knownRun';
import { lookOf } from '../../support/sceneOf';
import { dragsOf } from './drags';

const inOrder = (times: readonly number[]): readonly number[] => [...times].sort((a, b) => a - b);

/** The instants at which something broke, by the facts. */
const brokenAt = ({ trace, verdict: { facts } }: Run): readonly number[] =>
  facts
    .flatMap(({ kind, from, to }) =>
      kind === 'overlap' || kind === 'done-twice'
        ? [from]
        : kind === 'lost-update' || kind === 'torn-write'
          ? [to]
          : [],
    )
    .map((seq) => trace.at[seq] ?? 0);

export const sceneChecks: Checks = {
  'has lanes for two clients at least, and for what is dragged': ({ trace, scenario, scenes: { en: scene } }) => {
    const there = trace.header.processes.map(({ id }) => id);
    expect(scene.lanes.every((id) => there.includes(id))).toBe(true);
    expect(new Set(scene.lanes).size).toBe(scene.lanes.length);
    const clients = there.filter(isClient).length;
    const shown = scene.lanes.filter(isClient).length;
    expect(shown).toBeGreaterThanOrEqual(Math.min(2, clients));
    expect(shown).toBeLessThanOrEqual(4);
    expect(scene.others).toBe(clients - shown);
    const fault = scene.fault === null ? undefined : scenario.faults[scene.fault];
    if (fault !== undefined) expect(targetProcesses(fault).some((id) => scene.lanes.includes(id))).toBe(true);
  },

  'tells two moments at least, in order, up to where it stops': ({ trace, scenes: { en: scene } }) => {
    const times = scene.moments.map(({ at }) => at);
    expect(times).toEqual(inOrder(times));
    expect(times.length).toBeGreaterThanOrEqual(2);
    expect(scene.stopsAt).toBeLessThanOrEqual(trace.header.endedAt);
    expect(times.every((at) => at <= scene.stopsAt)).toBe(true);
    expect(sentenceAt(scene, 0).split(' ').length).toBeLessThanOrEqual(40);
  },

  'tells the harm': (played) => {
    const { moments, ending } = played.scenes.en;
    const times = brokenAt(played);
    if (times.length > 0 && ending === null)
      expect(Math.max(...moments.map(({ at }) => at))).toBeGreaterThanOrEqual(Math.min(...times));
  },

  'opens with a whole sentence of at most 30 words, or 60 characters of Chinese': ({ scenes: { en, zh } }) => {
    expect(en.opening.split(/\s+/).length, en.opening).toBeLessThanOrEqual(30);
    expect(zh.opening.length, zh.opening).toBeLessThanOrEqual(60);
    for (const { opening } of [en, zh]) expect(opening).toMatch(/[.!?。！？]$/);
  },

  'comes to the harm within 8 s of a play, after at most three sentences that can be read': ({ verdict, scenes }) => {
    for (const language of languages) {
      const before = scenes[language].narration.slice(0, -1);
      const readable = before.filter(
        ({ text, ms }) => ms >= 1600 && ms >= (text.length / (language === 'zh' ? 6 : 15)) * 1000 - 1,
      );
      // A long first sentence stood there before the play.
      expect(before.length - readable.length).toBeLessThanOrEqual(1);
      if (!isBroken(verdict)) continue;
      expect(readable.length).toBeLessThanOrEqual(3);
      expect(before.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThan(8000);
    }
  },

  'tells its harm in at most ten moments without the words of its story, and after a drag': ({
    scenario,
    trace,
    verdict,
  }) => {
    const told: Run = { scenario, trace, verdict };
    for (const run of [
      told,
      ...dragsOf(told)
        .slice(0, 1)
        .map((drag) => runScenario(drag.scenario, parts)),
    ]) {
      const about = { run, story: null, variantId: null, original: null, speech: speechOf.en } as const;
      const times = sceneOf({ ...about, language: 'en' }).moments.map(({ at }) => at);
      expect(times.length).toBeLessThanOrEqual(10);
      const harm = brokenAt(run);
      if (harm.length > 0) expect(times).toContain(Math.min(...harm));
      expect(times).toEqual(inOrder(times));
    }
  },

  'has no lane that crosses another while the scene unfolds, and none in another lane of the scene': ({
    trace,
    scenes,
  }) => {
    const scene = sceneLanes(trace, { ...lookOf(trace), lanes: scenes.en.lanes }, 260);
    const usual = lanesOf(trace, { height: 260 });
    for (const open of [0.01, 0.3, 0.7, 0.99]) {
      const { all } = openingLanes(trace, scene, { height: 260, open });
      expect(all.map(({ id }) => id)).toEqual(usual.all.map(({ id }) => id));
      all.forEach(({ y }, i) => {
        expect(y).toBeGreaterThan(all[i - 1]?.y ?? 0);
      });
    }
    const start = openingLanes(trace, scene, { height: 260, open: 0 });
    for (const lane of scene.all) expect(start.of[lane.process]?.y).toBe(lane.y);
  },

  'has a small picture within its width, and a short one': ({ trace }) => {
    const picture = miniatureOf(trace);
    for (const { lane, from, to } of spansIn(picture)) {
      expect(picture.lanes[lane]).toBeDefined();
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeGreaterThanOrEqual(from);
      expect(to).toBeLessThanOrEqual(miniatureWidth);
    }
    expect(JSON.stringify(picture).length).toBeLessThan(900);
  },
};

/** Of a story itself: its variants ask what the story asks. */
export const questionChecks: Checks = {
  'asks what its outcome leaves to ask': ({ story, verdict, scenes: { en: scene } }) => {
    const { lock, data } = verdict;
    if (scene.question === null) expect(scene.answers).toEqual([]);
    else if (story.scene?.question !== undefined) expect(scene.question).toBe(story.scene.question.en);
    else if (isBroken(verdict) && scene.answers.every(({ isRemedy }) => !isRemedy))
      expect(scene.question).toBe('What else can happen?');
    else if (data === 'lost') expect(scene.question).toMatch(/saved/);
    else if (data === 'twice') expect(scene.question).toMatch(/only once/);
    else if (data === 'torn') expect(scene.question).toMatch(/whole/);
    else if (data === 'lucky') expect(scene.question).toMatch(/data safe/);
    else if (lock === 'overlap') expect(scene.question).toMatch(/apart/);
    else if (lock === 'stuck' || lock === 'unavailable') expect(scene.question).toMatch(/lock available/);
    else expect(scene.question).toBe('What breaks it?');
  },
};
