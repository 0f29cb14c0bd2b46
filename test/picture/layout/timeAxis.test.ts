// The axis: it converts back and forth, folds are marked, and ticks do not touch.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentTimes } from '../../../src/picture/layout/momentTimes';
import { evenSpacing, longFolds, timeAxis } from '../../../src/picture/layout/timeAxis';
import { panned, zoomed } from '../../../src/picture/layout/zoom';
import { pauseTrace } from '../../support/pauseTrace';

const trace = pauseTrace();
const view = { from: 0, to: 4_000_000 };
const straight = timeAxis({ view, left: 100, right: 900, warp: null });
const warp = evenSpacing(trace);
const folded = timeAxis({ view, left: 100, right: 900, warp });

test('true time is straight: equal lengths are equally wide', () => {
  expect(straight.x(1_000_000) - straight.x(0)).toBe(200);
  expect(straight.x(4_000_000) - straight.x(3_000_000)).toBe(200);
  expect(straight.folds).toEqual([]);
});

test.each([
  ['straight', straight],
  ['folded', folded],
])('the %s axis leads from time to pixel and back to the same time', (_name, axis) => {
  for (let at = -100_000; at <= 5_000_000; at += 37_123) expect(axis.at(axis.x(at))).toBeCloseTo(at, 2);
});

test('both axes have the view at their ends', () => {
  for (const axis of [straight, folded]) {
    expect(axis.x(view.from)).toBeCloseTo(100);
    expect(axis.x(view.to)).toBeCloseTo(900);
  }
});

test('even steps fold the longest idle time, say where, and keep the order', () => {
  expect(folded.folds.length).toBeGreaterThan(0);
  // Between the second refusal and the first expiry nothing happens.
  const longest = folded.folds.find(({ from, to }) => from < 2_000_000 && to > 2_000_000);
  expect(longest).toBeDefined();
  expect(folded.x(2_300_000) - folded.x(1_500_000)).toBeLessThan(straight.x(2_300_000) - straight.x(1_500_000));
  let before = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < 4_000_000; at += 10_000) {
    expect(folded.x(at)).toBeGreaterThan(before);
    before = folded.x(at);
  }
});

/** Ten minutes: short waits of 30 s, then one of 5 min. */
const waits = timeAxis({
  view: { from: 0, to: 600e6 },
  left: 100,
  right: 900,
  warp: { at: [0, 10e6, 40e6, 50e6, 80e6, 90e6, 390e6, 600e6], to: [0, 10e6, 11e6, 21e6, 22e6, 32e6, 33e6, 243e6] },
});

test('a break is drawn where the axis hides a tenth of the time in view, and not at every jump', () => {
  expect(waits.folds).toHaveLength(3);
  const [long, ...others] = longFolds(waits);
  expect([long?.from, long?.to, others.length]).toEqual([90e6, 390e6, 0]);
  expect(long?.x).toBeCloseTo((waits.x(90e6) + waits.x(390e6)) / 2);
  // Nearer, the short ones are long.
  expect(longFolds({ ...waits, view: { from: 0, to: 85e6 } })).toHaveLength(3);
  expect(longFolds(straight)).toEqual([]);
});

test('where the axis jumps, each moment that has room has its time', () => {
  const moments = [5e6, 6e6, 60e6, 390e6, 450e6, 599e6, 900e6].map((at) => ({ at }));
  const times = momentTimes(moments, waits);
  expect(times.map(({ text }) => text)).toEqual(['5 s', '60 s', '7 min 30 s', '9 min 59 s']);
  expect(times[1]?.x).toBe(waits.x(60e6));
  // The last one is drawn in.
  expect(times[3]?.x).toBe(912 - ('9 min 59 s'.length * 9) / 2);
  expect(momentTimes(moments, straight)).toEqual([]);
});

test('no label runs out of the picture or into the one before, however far in and wherever the last tick is', () => {
  const from = fc.integer({ min: 0, max: 20_000_000 });
  // Deep zooms and long runs are equally frequent: as many views of 100 µs to 1 ms as of 10 s to 100 s.
  const length = fc.double({ min: 2, max: 8, noNaN: true }).map((power) => Math.round(10 ** power));
  fc.assert(
    fc.property(from, length, fc.integer({ min: 200, max: 1400 }), (start, micros, right) => {
      const { ticks } = timeAxis({ view: { from: start, to: start + micros }, left: 40, right, warp: null });
      const shown = ticks.filter(({ labelX }) => labelX !== null) as { labelX: number; label: string }[];
      expect(shown.length).toBeGreaterThanOrEqual(ticks.length - 1);
      shown.forEach(({ labelX, label }, i) => {
        const half = (label.length * 6.6) / 2;
        expect(labelX + half).toBeLessThanOrEqual(right + 14);
        const before = shown[i - 1];
        if (before) expect(labelX - half).toBeGreaterThan(before.labelX + (before.label.length * 6.6) / 2);
      });
    }),
    { numRuns: 2000, seed: 11 },
  );
});

test('a label that has room stands under its tick', () => {
  const { ticks } = timeAxis({ view: { from: 0, to: 1_080_000 }, left: 100, right: 900, warp: null });
  for (const { x, labelX } of ticks) expect(labelX).toBe(x);
});

test.each([
  ['the whole minute', 0, 60_000_000],
  ['a second', 0, 1_000_000],
  ['a millisecond', 500_000, 501_000],
  ['a tenth of a millisecond', 500_000, 500_100],
])('ticks of %s are readable: at least two, apart, within the plot', (_name, from, to) => {
  const { ticks } = timeAxis({ view: { from, to }, left: 100, right: 900, warp: null });
  expect(ticks.length).toBeGreaterThan(1);
  expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
  ticks.forEach(({ x }, i) => {
    expect(x).toBeGreaterThanOrEqual(99);
    expect(x).toBeLessThanOrEqual(901);
    if (i > 0) expect(x - (ticks[i - 1]?.x ?? 0)).toBeGreaterThanOrEqual(60);
  });
});

test.each([
  ['straight', straight],
  ['folded', folded],
])('zooming the %s axis keeps what is under the pointer there', (_name, axis) => {
  const x = 640;
  const next = zoomed({ axis, fit: view, x, factor: 2 });
  if (next === null) throw new Error('It is nearer than the whole run.');
  const again = timeAxis({ view: next, left: 100, right: 900, warp: axis === folded ? warp : null });
  expect(again.at(x)).toBeCloseTo(axis.at(x), -2);
  expect(next.to - next.from).toBeLessThan(view.to - view.from);
});

test('zooming out ends with the whole run, zooming in with a tenth of a millisecond', () => {
  const near = timeAxis({ view: { from: 1_000_000, to: 1_500_000 }, left: 100, right: 900, warp: null });
  expect(zoomed({ axis: near, fit: view, x: 500, factor: 0.01 })).toBeNull();
  const nearest = zoomed({ axis: near, fit: view, x: 500, factor: 1e9 });
  expect(nearest?.from).toBeCloseTo(1_249_950, 3);
  expect(nearest?.to).toBeCloseTo(1_250_050, 3);
});

test('the sheet moves as far as the pointer, and no further than the run', () => {
  const near = timeAxis({ view: { from: 1_000_000, to: 2_000_000 }, left: 100, right: 900, warp: null });
  expect(panned(near, view, 80)).toEqual({ from: 900_000, to: 1_900_000 });
  expect(panned(near, view, 10_000)).toEqual({ from: 0, to: 1_000_000 });
  expect(panned(near, view, -10_000)).toEqual({ from: 3_000_000, to: 4_000_000 });
});
