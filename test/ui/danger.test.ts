// The strip that tells where a dragged fault would do harm: every place is tried once, and neighbours are told as one.
import { expect, test } from 'vitest';
import { order, stretches } from '../../src/ui/timeline/danger';

test.each([0, 1, 7, 8, 100])('of %d places each is tried once, the rough ones first', (count) => {
  const places = order(count);
  expect(places.map(({ place }) => place).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
  const widths = places.map(({ width }) => width);
  expect(widths).toEqual([...widths].sort((a, b) => b - a));
});

test('neighbours of one outcome are one stretch; what is not known yet is a gap', () => {
  expect(stretches(['held', 'held', null, 'held', 'overlap'], 100)).toEqual([
    { x: 100, width: 16, outcome: 'held' },
    { x: 124, width: 8, outcome: 'held' },
    { x: 132, width: 8, outcome: 'overlap' },
  ]);
});
