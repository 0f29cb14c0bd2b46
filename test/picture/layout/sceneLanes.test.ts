// The lanes of a scene, and their way to the usual ones.
import { expect, test } from 'vitest';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { lanesOf } from '../../../src/picture/layout/lanes';
import { pictureOf } from '../../../src/picture/layout/picture';
import { openingLanes, sceneGutter, sceneLanes, sceneScale } from '../../../src/picture/layout/sceneLanes';
import { sceneOf } from '../../../src/picture/scene/sceneOf';
import { knownRun } from '../../content/stories/knownRun';
import { loadedStories } from '../../content/stories/storyVersions';
import { lookOf, sceneOptions } from '../../support/sceneOf';
import { traceOfStory } from '../../support/traceOfStory';

const size = { width: 1280, height: 430 };

test('clients, the lock, a node that is told of, the storage: from top to bottom, and all fit', async () => {
  const trace = await traceOfStory('9');
  const { lanes } = pictureOf(sceneOptions(trace, size));
  expect(lanes.all.map(({ id }) => id)).toEqual(['client1', 'client2', 'nodeA', 'storage']);
  const [, second, node] = lanes.all;
  expect(lanes.holderStrip.top).toBeGreaterThan((second?.y ?? 0) + (second?.half ?? 0));
  expect(lanes.holderStrip.bottom).toBeLessThan((node?.y ?? 0) - (node?.half ?? 0));
  expect(lanes.bottom).toBeLessThanOrEqual(size.height);
});

test('type is as large as in the drawing: 19 px, on a phone 16', async () => {
  const trace = await traceOfStory('20');
  const scale = sceneScale(lookOf(trace));
  expect(scale(trace, size) * 11).toBeCloseTo(19);
  expect(scale(trace, { width: 350, height: 420 }) * 11).toBeCloseTo(16);
});

test('the axis begins beside the longest name, on a phone closer to it', () => {
  expect(sceneGutter(350, ['Lock', 'Client 1'])).toBeLessThan(100);
  expect(sceneGutter(350, ['Lock service'])).toBeLessThan(sceneGutter(620, ['Lock service']));
  expect(sceneGutter(620, ['Lock', 'Client 1'])).toBeLessThan(sceneGutter(620, ['Lock service']));
});

test.each(loadedStories.map((story) => [story.number, story] as const))(
  'story %s: on the way no lane crosses another, and none stands in another of the scene',
  (_number, story) => {
    const run = knownRun(story.scenario);
    const { lanes } = sceneOf({ run, story, variantId: null, original: null, speech: speechOf.en, language: 'en' });
    const scene = sceneLanes(run.trace, { ...lookOf(run.trace), lanes }, 260);
    const usual = lanesOf(run.trace, { height: 260 });
    for (const open of [0.01, 0.3, 0.7, 0.99]) {
      const { all } = openingLanes(run.trace, scene, { height: 260, open });
      expect(all.map(({ id }) => id)).toEqual(usual.all.map(({ id }) => id));
      all.forEach(({ y }, i) => {
        expect(y).toBeGreaterThan(all[i - 1]?.y ?? 0);
      });
    }
    const start = openingLanes(run.trace, scene, { height: 260, open: 0 });
    for (const lane of scene.all) expect(start.of[lane.process]?.y).toBe(lane.y);
  },
);

test('what is folded comes out of the bar of the lock', async () => {
  const trace = await traceOfStory('20');
  const scene = sceneLanes(trace, lookOf(trace), 260);
  const nodes = openingLanes(trace, scene, { height: 260, open: 0.001 }).all.filter(({ role }) => role === 'node');
  expect(nodes).toHaveLength(5);
  for (const { y } of nodes) {
    expect(y).toBeGreaterThan(scene.holderStrip.top - 1);
    expect(y).toBeLessThan(scene.holderStrip.bottom + 1);
  }
});

test('all open it is the usual picture', async () => {
  const options = sceneOptions(await traceOfStory('20'), { ...size, open: 1 });
  expect(pictureOf(options)).toEqual(pictureOf({ ...options, scene: undefined }));
});

test('the plate at the end of a pause drags its end', async () => {
  const { handles } = pictureOf(sceneOptions(await traceOfStory('20'), size));
  const [pause] = handles;
  const [plate] = pause?.ends ?? [];
  const end = (pause?.box.x ?? 0) + (pause?.box.width ?? 0);
  expect(Math.abs((plate?.x ?? 0) + (plate?.width ?? 0) - end)).toBeLessThan(10);
});
