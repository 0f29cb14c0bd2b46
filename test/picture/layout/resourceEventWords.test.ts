// Words for events at the storage, at counters and at attempts: below their signs, and clear of the playhead.
import { expect, test } from 'vitest';
import { spansOf } from '../../../src/core/spans/spans';
import { boxOf } from '../../../src/picture/layout/labels';
import { roughMeasure } from '../../../src/picture/layout/marks';
import { pictureFor } from '../../support/pictureFor';
import { named, pictureOfStory } from '../../support/pictureOfStory';

const wide = { width: 836, height: 572, scale: 1.18 };

/** Of the last storage. */
function storageOf({ lanes, axis }: Awaited<ReturnType<typeof pictureOfStory>>['picture']) {
  const lane = lanes.all.findLast(({ role }) => role === 'storage');
  if (lane === undefined) throw new Error('There is no storage.');
  return { lane, axis };
}

test.each(['20', '26', '26e', '48c', '71b'])(
  'in story %s the words of each action stand under its sign, and those of the damage below them',
  (name) => {
    const { picture, texts, trace } = pictureOfStory(name, wide);
    const { lane, axis } = storageOf(picture);
    const resourceEvents = spansOf(trace).resource.slice(-3);
    const [read, write, damage] = [
      ...named(texts, 'read 42').slice(-1),
      ...named(texts, 'write 52'),
      ...named(texts, 'destroys'),
    ];
    if (read === undefined || write === undefined || damage === undefined) throw new Error('Words are missing.');
    expect(read.y).toBe(write.y);
    expect(damage.y).toBeGreaterThan(write.y);
    expect(damage.y - lane.y).toBeLessThan(60 * picture.scale);
    [read, write].forEach((mark, i) => {
      const { x, width } = boxOf(mark, roughMeasure);
      const at = axis.x(resourceEvents[i]?.at ?? 0);
      expect(x < at && at < x + width, mark.text).toBe(true);
    });
  },
);

test.each(['9', '21', '35b', '46', '44'])(
  'in story %s the playhead rests beside the words of what was refused',
  (name) => {
    const { picture, texts, trace } = pictureOfStory(name, wide);
    const at = picture.axis.x(spansOf(trace).resource.find(({ kind }) => kind === 'rejected')?.at ?? 0);
    const refused = texts.filter(({ text, weight }) => weight === 600 && /^\d+ < \d+$|version 1/.test(text));
    expect(refused.length).toBeGreaterThan(0);
    for (const mark of refused) {
      const width = roughMeasure(mark.text, mark);
      const left = mark.align === 'left' ? mark.x : mark.align === 'right' ? mark.x - width : mark.x - width / 2;
      expect(at < left || at > left + width, mark.text).toBe(true);
    }
  },
);

test.each([
  ['1', 'write 53'],
  ['10', 'write 53'],
  ['2:fix', 'write 52'],
])('the last words of story %s end before the playhead, which rests at the end of a run', (name, said) => {
  const { picture, texts, trace } = pictureOfStory(name, { width: 560, height: 572 });
  const words = named(texts, said).at(-1);
  if (words === undefined) throw new Error('There is no last write.');
  const { x, width } = boxOf(words, roughMeasure);
  // A box has a margin of four pixels at each side.
  expect(x + width - 4).toBeLessThan(picture.axis.x(trace.header.endedAt));
});

test('a number that no name explains is not written, and a list that ends with the run has its name', () => {
  const { texts } = pictureOfStory('37d', wide);
  expect(texts.filter(({ text, font }) => font === 'mono' && /^\d$/.test(text))).toEqual([]);
  expect(named(pictureOfStory('38g', wide).texts, 'lock-signal [1]').length).toBe(1);
});

test.each(['59b', '60b'])('in the crowd of attempts of story %s equal counts keep apart', (name) => {
  const { texts, picture } = pictureOfStory(name, { ...wide, scale: 1 });
  const y = picture.lanes.all.find(({ id }) => id === 'client2')?.y ?? 0;
  const counts = texts.filter((mark) => mark.text === '0/5' && Math.abs(mark.y - y) < 40).map(({ x }) => x);
  expect(counts.length).toBeGreaterThan(1);
  counts.sort((a, b) => a - b);
  const gaps = counts.slice(1).map((x, i) => x - (counts[i] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(27);
});

test('an action that comes a moment after its request, as on a real storage, is not named twice', () => {
  const { trace } = pictureOfStory('20', wide);
  const resourceEvents = spansOf(trace).resource;
  expect(resourceEvents.length).toBeGreaterThan(3);
  // As many µs as a fast disk takes.
  const at = trace.at.slice();
  for (const { seq } of resourceEvents) at[seq] = (at[seq] ?? 0) + 300;
  const picture = pictureFor({ ...trace, at }, wide);
  const texts = [...picture.middle, ...picture.top].flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  expect(texts).toContain('read 42');
  expect(texts.filter((text) => /^(READ|WRITE)/.test(text))).toEqual([]);
});
