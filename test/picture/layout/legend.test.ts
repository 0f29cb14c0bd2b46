// The legend: the kinds of marks in a picture, each once, and which marks belong to each.
import { expect, test } from 'vitest';
import { type LegendWords, legendWords } from '../../../src/content/texts/legend';
import { spansOf } from '../../../src/core/spans/spans';
import { hitTest } from '../../../src/picture/layout/hitTest';
import {
  type LegendSort,
  marksOfSort,
  sampleOf,
  sampleSize,
  sortOf,
  sortOfHit,
  sortsOf,
} from '../../../src/picture/layout/legend';
import { runOfStory } from '../../content/stories/knownRun';
import { optionsFor, pictureFor } from '../../support/pictureFor';

function ofStory(name: string) {
  const { trace } = runOfStory(name);
  return { trace, picture: pictureFor(trace), run: optionsFor(trace).run };
}

const sorts = Object.keys(legendWords.en).filter((key) => key !== 'title' && key !== 'help') as LegendSort[];

test.each<[string, readonly LegendSort[], readonly LegendSort[]]>([
  ['20', ['holder', 'two', 'unbacked', 'late', 'pause', 'diamond', 'quorum'], ['shield', 'cap', 'up', 'link']],
  ['12', ['cross'], ['diamond', 'pause']],
  ['20:fix', ['shield', 'token', 'counter'], ['diamond', 'cap']],
  ['9', ['cap', 'up', 'shield'], ['quorum', 'pause', 'diamond']],
  ['53b', ['link'], ['up']],
  ['76d', ['dead'], ['cap']],
])('story %s has %j and not %j', (name, has, hasNot) => {
  const found = sortsOf(ofStory(name).picture);
  expect(found).toEqual(expect.arrayContaining([...has]));
  for (const sort of hasNot) expect(found).not.toContain(sort);
  expect(new Set(found).size).toBe(found.length);
});

test('what the legend of a story names is in its picture, and has a sample and a name in each language', () => {
  for (const name of ['9', '20', '31', '35', '50', '53b', '75', '82', '84']) {
    const { picture } = ofStory(name);
    for (const sort of sortsOf(picture)) {
      expect(marksOfSort(picture, sort).length).toBeGreaterThan(0);
      expect(Object.values(legendWords).map((words) => words[sort as keyof LegendWords])).not.toContain(undefined);
    }
    // The legend covers every kind of mark.
    for (const mark of [...picture.ground, ...picture.middle, ...picture.top]) {
      const sort = sortOf(mark);
      if (sort !== null) expect(sorts).toContain(sort);
    }
  }
});

test.each(sorts)('the sample of %s is drawn within its room', (sort) => {
  const marks = sampleOf(sort);
  expect(marks.length).toBeGreaterThan(0);
  for (const mark of marks) {
    if (!('x' in mark)) continue;
    expect(mark.x).toBeGreaterThanOrEqual(0);
    expect(mark.x).toBeLessThanOrEqual(sampleSize.width);
  }
});

test('what is pointed at in the picture has its name in the legend', () => {
  const { picture, run, trace } = ofStory('71e');
  const [lost] = marksOfSort(picture, 'cross');
  const destroyed = spansOf(trace).resource.find(({ destroyed }) => destroyed.length > 0);
  const storage = picture.lanes.of[destroyed?.process ?? -1];
  if (lost?.kind !== 'glyph' || destroyed === undefined || storage === undefined) throw new Error('It is not there.');
  const sortAt = (x: number, y: number): LegendSort | null => {
    const hit = hitTest(run, picture, { x, y });
    return hit === null ? null : sortOfHit(run, hit);
  };
  expect(sortAt(lost.x, lost.y)).toBe('cross');
  expect(sortAt(picture.axis.x(destroyed.at), storage.y + 6)).toBe('diamond');
  expect(
    sortAt(picture.axis.x(2_000_000), (picture.lanes.holderStrip.top + picture.lanes.holderStrip.bottom) / 2),
  ).toBe('holder');
});
