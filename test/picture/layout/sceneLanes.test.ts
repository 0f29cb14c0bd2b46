// The lanes of a scene, and their way to the usual ones.
import { expect, test } from 'vitest';
import { pictureOf } from '../../../src/picture/layout/picture';
import { openingLanes, sceneGutter, sceneLanes, sceneScale } from '../../../src/picture/layout/sceneLanes';
import { runOfStory } from '../../content/stories/knownRun';
import { lookOf, sceneOptions } from '../../support/sceneOf';

const size = { width: 1280, height: 430 };

test('clients, the lock, a node that is told of, the storage: from top to bottom, and all fit', () => {
  const { trace } = runOfStory('9');
  const { lanes } = pictureOf(sceneOptions(trace, size));
  expect(lanes.all.map(({ id }) => id)).toEqual(['client1', 'client2', 'nodeA', 'storage']);
  const [, second, node] = lanes.all;
  expect(lanes.holderStrip.top).toBeGreaterThan((second?.y ?? 0) + (second?.half ?? 0));
  expect(lanes.holderStrip.bottom).toBeLessThan((node?.y ?? 0) - (node?.half ?? 0));
  expect(lanes.bottom).toBeLessThanOrEqual(size.height);
});

test('type is as large as in the drawing: 19 px, on a phone 16', () => {
  const { trace } = runOfStory('20');
  const scale = sceneScale(lookOf(trace));
  expect(scale(trace, size) * 11).toBeCloseTo(19);
  expect(scale(trace, { width: 350, height: 420 }) * 11).toBeCloseTo(16);
});

test('the axis begins beside the longest name, on a phone closer to it', () => {
  expect(sceneGutter(350, ['Lock', 'Client 1'])).toBeLessThan(100);
  expect(sceneGutter(350, ['Lock service'])).toBeLessThan(sceneGutter(620, ['Lock service']));
  expect(sceneGutter(620, ['Lock', 'Client 1'])).toBeLessThan(sceneGutter(620, ['Lock service']));
});

test('what is folded comes out of the bar of the lock', () => {
  const { trace } = runOfStory('20');
  const scene = sceneLanes(trace, lookOf(trace), 260);
  const nodes = openingLanes(trace, scene, { height: 260, open: 0.001 }).all.filter(({ role }) => role === 'node');
  expect(nodes).toHaveLength(5);
  for (const { y } of nodes) {
    expect(y).toBeGreaterThan(scene.holderStrip.top - 1);
    expect(y).toBeLessThan(scene.holderStrip.bottom + 1);
  }
});

test('all open it is the usual picture', () => {
  const options = sceneOptions(runOfStory('20').trace, { ...size, open: 1 });
  expect(pictureOf(options)).toEqual(pictureOf({ ...options, scene: undefined }));
});

test('the plate at the end of a pause drags its end', () => {
  const { handles } = pictureOf(sceneOptions(runOfStory('20').trace, size));
  const [pause] = handles;
  const [plate] = pause?.ends ?? [];
  const end = (pause?.box.x ?? 0) + (pause?.box.width ?? 0);
  expect(Math.abs((plate?.x ?? 0) + (plate?.width ?? 0) - end)).toBeLessThan(10);
});
