// Two runs of which only some rows are drawn differently.
import { expect, test } from 'vitest';
import { stories } from '../../../src/content/stories';
import { loadStory } from '../../../src/core/model/story';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { differingRows } from '../../../src/picture/layout/differingRows';
import { idealHeight, lanesOf, lowHeight } from '../../../src/picture/layout/lanes';
import { roughMeasure } from '../../../src/picture/layout/marks';
import { pictureOf } from '../../../src/picture/layout/picture';
import { timeAxis } from '../../../src/picture/layout/timeAxis';
import { timelineWordsOf } from '../../../src/picture/words/timelineWordsOf';
import { publishedById } from '../../../src/web/state/story';
import '../../support/handIn';

const options = { words: timelineWordsOf.en, faults: parts.faults };

async function runOf(number: string, variant: string | null = null, change = {}) {
  const entry = stories.find((story) => story.number === number);
  if (entry === undefined) throw new Error(`No story ${number}.`);
  return runScenario({ ...publishedById(await loadStory(entry), variant), ...change }, parts);
}

test('a version check changes the lane of the storage alone, where the late write comes', async () => {
  const [original, fixed] = [await runOf('20'), await runOf('20', 'fix2')];
  const { rows, from, isAll } = differingRows(original, fixed, options);
  expect(rows).toEqual({ lanes: ['storage'], holderStrip: false, quorum: false });
  expect(Math.round((from ?? 0) / 1000)).toBe(4084);
  expect(isAll).toBe(false);
});

test('the other way round, the same lane differs from the same instant on', async () => {
  const [original, fixed] = [await runOf('20'), await runOf('20', 'fix2')];
  expect(differingRows(fixed, original, options)).toEqual(differingRows(original, fixed, options));
});

test('a run and itself differ in no row', async () => {
  const original = await runOf('20');
  expect(differingRows(original, await runOf('20'), options)).toEqual({
    rows: { lanes: [], holderStrip: false, quorum: false },
    from: null,
    isAll: false,
  });
});

test('without the pause, who truly holds the lock differs too', async () => {
  const { rows } = differingRows(await runOf('20'), await runOf('20', null, { faults: {} }), options);
  expect(rows.holderStrip).toBe(true);
  expect(rows.lanes).toContain('client1');
});

test('another seed changes every row', async () => {
  expect(differingRows(await runOf('20'), await runOf('20', null, { seed: 99 }), options).isAll).toBe(true);
});

test('some rows are a picture of their own, in which the others have no mark', async () => {
  const run = await runOf('20', 'fix2');
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

test('at its ideal height every lane is as high in one trace as in another', async () => {
  const [five, one] = [await runOf('20'), await runOf('1')];
  const storage = ({ trace }: typeof five) =>
    lanesOf(trace, { height: idealHeight(trace) }).all.find(({ id }) => id === 'storage')?.height;
  expect(storage(five)).toBe(storage(one));
});
