// Two runs of which only some rows are drawn differently.
import { expect, test } from 'vitest';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { differingRows } from '../../../src/picture/layout/differingRows';
import { idealHeight, lanesOf, lowHeight } from '../../../src/picture/layout/lanes';
import { roughMeasure } from '../../../src/picture/layout/marks';
import { pictureOf } from '../../../src/picture/layout/picture';
import { timeAxis } from '../../../src/picture/layout/timeAxis';
import { timelineWordsOf } from '../../../src/picture/words/timelineWordsOf';
import { runOfStory } from '../../content/stories/knownRun';
import { storyVersionOf } from '../../content/stories/storyVersions';
import '../../support/handIn';

const options = { words: timelineWordsOf.en, faults: parts.faults };

test('a version check changes the lane of the storage alone, where the late write comes', () => {
  const [original, fixed] = [runOfStory('20'), runOfStory('20:fix2')];
  const { rows, from, isAll } = differingRows(original, fixed, options);
  expect(rows).toEqual({ lanes: ['storage'], holderStrip: false, quorum: false });
  expect(Math.round((from ?? 0) / 1000)).toBe(4084);
  expect(isAll).toBe(false);
});

test('the other way round, the same lane differs from the same instant on', () => {
  const [original, fixed] = [runOfStory('20'), runOfStory('20:fix2')];
  expect(differingRows(fixed, original, options)).toEqual(differingRows(original, fixed, options));
});

test('a run and itself differ in no row', () => {
  const original = runOfStory('20');
  expect(differingRows(original, runOfStory('20'), options)).toEqual({
    rows: { lanes: [], holderStrip: false, quorum: false },
    from: null,
    isAll: false,
  });
});

test('without the pause, who truly holds the lock differs too', async () => {
  const { rows } = differingRows(
    runOfStory('20'),
    runScenario({ ...storyVersionOf('20').scenario, faults: {} }, parts),
    options,
  );
  expect(rows.holderStrip).toBe(true);
  expect(rows.lanes).toContain('client1');
});

test('another seed changes every row', () => {
  expect(
    differingRows(runOfStory('20'), runScenario({ ...storyVersionOf('20').scenario, seed: 99 }, parts), options).isAll,
  ).toBe(true);
});

test('some rows are a picture of their own, in which the others have no mark', () => {
  const run = runOfStory('20:fix2');
  const axis = timeAxis({ view: { from: 0, to: 4_500_000 }, left: 100, right: 900, warp: null });
  const only = { lanes: ['storage'], holderStrip: false, quorum: false } as const;
  const height = lowHeight(run.trace, only);
  const picture = pictureOf({ ...options, run, axis, height, measure: roughMeasure, only });
  expect(picture.lanes.all.map(({ id }) => id)).toEqual(['storage']);
  expect(picture.lanes.bottom).toBeLessThanOrEqual(height);
  expect(height).toBeLessThan(150);
  expect(picture.messages.rows).toEqual([]);
  expect(picture.middle.some((mark) => mark.kind === 'glyph' || mark.kind === 'text')).toBe(true);
});

test('at its ideal height every lane is as high in one trace as in another', () => {
  const [five, one] = [runOfStory('20'), runOfStory('1')];
  const storage = ({ trace }: typeof five) =>
    lanesOf(trace, { height: idealHeight(trace) }).all.find(({ id }) => id === 'storage')?.height;
  expect(storage(five)).toBe(storage(one));
});
