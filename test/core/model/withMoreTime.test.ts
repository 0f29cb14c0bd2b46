// A run that ended too early to be judged: how long the longer one is.
import { expect, test } from 'vitest';
import { story } from '../../../src/content/stories/argument/pauseBeforeWrite';
import { withMoreTime } from '../../../src/core/model/scenario/edit';
import { lengthMax } from '../../../src/core/model/values/time';

const { scenario } = story;

test.each([
  [10_000, 1_172_000, 11_200],
  [10_000, 1_200_000, 11_200],
  [10_000, 1, 10_100],
  [550, 50_000, 600],
  [lengthMax - 100, 5_000_000, lengthMax],
  [lengthMax, 5_000_000, lengthMax],
])('%d ms and %d µs more are %d ms, and nothing else changes', (duration, moreTime, longer) => {
  const given = (ms: number) => ({ ...scenario, settings: { ...scenario.settings, duration: ms } });
  expect(withMoreTime(given(duration), moreTime)).toEqual(given(longer));
});
