// The button under a verdict that a longer run would decide: how long the run gets, and that undo works.
import { expect, test } from 'vitest';
import { lengthMax } from '../../src/core/model/time';
import { useEdition } from '../../src/web/state/edition';
import { longerBy, runLonger } from '../../src/web/verdict/RunLonger';
import '../support/handIn';

test.each([
  [10_000, 1_172_000, 11_200],
  [10_000, 1_200_000, 11_200],
  [10_000, 1, 10_100],
  [550, 50_000, 600],
  [lengthMax - 100, 5_000_000, lengthMax],
  [lengthMax, 5_000_000, lengthMax],
])('%d ms and %d µs more are %d ms', (duration, moreTime, longer) => {
  expect(longerBy(duration, moreTime)).toBe(longer);
});

test('it changes the duration alone, in one step that undo takes back', () => {
  const before = useEdition.getState().committed;
  runLonger(1_172_000);
  const { committed, undo } = useEdition.getState();
  const duration = longerBy(before.settings.duration, 1_172_000);
  expect(committed).toEqual({ ...before, settings: { ...before.settings, duration } });
  undo();
  expect(useEdition.getState().committed).toEqual(before);
});
