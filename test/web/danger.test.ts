// The strip that shows where a dragged fault would do harm. Every place is tried once, and neighbours with the same
// facts are joined.
import { expect, test, vi } from 'vitest';
import { story } from '../../src/content/stories/argument/pauseBeforeWrite';
import { timeAxis } from '../../src/picture/layout/timeAxis';
import { exploreDanger, order, stretches } from '../../src/web/edit/danger';
import '../support/handIn';

test.each([0, 1, 7, 8, 100])('of %d places each is tried once, the rough ones first', (count) => {
  const samples = order(count);
  expect(samples.map(({ index }) => index).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
  const widths = samples.map(({ width }) => width);
  expect(widths).toEqual([...widths].sort((a, b) => b - a));
});

test('neighbours with the same facts are one stretch; what is not known yet is a gap', () => {
  const held = { lock: 'held', data: 'safe' } as const;
  const lost = { lock: 'overlap', data: 'lost' } as const;
  const refused = { lock: 'overlap', data: 'refused' } as const;
  expect(stretches([held, held, null, held, lost, refused], 100)).toEqual([
    { x: 100, width: 16, ...held },
    { x: 124, width: 8, ...held },
    { x: 132, width: 8, ...lost },
    { x: 140, width: 8, ...refused },
  ]);
});

test('on a machine that is never idle for long, the track is tried all the same', () => {
  vi.useFakeTimers();
  const hardlyIdle = (work: IdleRequestCallback) =>
    setTimeout(() => work({ timeRemaining: () => 2, didTimeout: false }), 16);
  vi.stubGlobal('requestIdleCallback', hardlyIdle);
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  const show = vi.fn();
  const axis = timeAxis({ view: { from: 0, to: 1000 }, left: 0, right: 80, warp: null });
  const stop = exploreDanger({ axis, at: () => story.scenario, show });
  vi.advanceTimersByTime(5000);
  stop();
  expect(show).toHaveBeenLastCalledWith([{ x: 0, width: 80, lock: 'overlap', data: 'lost' }]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
