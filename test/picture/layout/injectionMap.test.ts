// The map of places: every place is in one box of its strip, and no box hides anything worse than it shows.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWorse, severities } from '../../../src/core/model/trace/severity';
import { boxWidth, injectionMap, type MapPoint, nearestBox } from '../../../src/picture/layout/injectionMap';
import { timeAxis } from '../../../src/picture/layout/timeAxis';

const axis = timeAxis({ view: { from: 0, to: 5_000_000 }, left: 116, right: 900, warp: null });

const points = fc.array(
  fc.record({
    strip: fc.nat(5),
    at: fc.integer({ min: -100_000, max: 6_000_000 }),
    severity: fc.constantFrom(...severities),
  }),
  { maxLength: 300 },
);

test('every place in view is in one box of its strip, which shows the worst of them', () => {
  fc.assert(
    fc.property(points, (all) => {
      const map = injectionMap<MapPoint>(6, all, axis);
      const drawn = map.flatMap(({ boxes }, strip) =>
        boxes.flatMap((box) => box.points.map((one) => ({ one, strip }))),
      );
      const seen = all.filter(({ at }) => at >= 0 && at <= 5_000_000);
      expect(new Set(drawn.map(({ one }) => one))).toEqual(new Set(seen));
      expect(drawn).toHaveLength(seen.length);
      for (const { one, strip } of drawn) expect(one.strip).toBe(strip);
      for (const { boxes } of map)
        for (const box of boxes) {
          expect(box.points.some(({ severity }) => isWorse(severity, box.severity))).toBe(false);
          expect(box.worst.severity).toBe(box.severity);
          expect(box.x).toBeGreaterThanOrEqual(axis.left);
          expect(box.x + box.width).toBeLessThanOrEqual(axis.right);
        }
    }),
    { seed: 5 },
  );
});

test('thousands of places are a few shapes', () => {
  const all = Array.from({ length: 20_000 }, (_, index) => ({
    strip: index % 6,
    at: index * 250,
    severity: 'held' as const,
  }));
  const map = injectionMap(6, all, axis);
  expect(map.flatMap(({ shapes }) => shapes)).toHaveLength(6);
  expect(Math.max(...map.map(({ boxes }) => boxes.length))).toBeLessThanOrEqual((axis.right - axis.left) / boxWidth);
});

test('the box nearest to a place across is found, and none in an empty strip', () => {
  const [strip = { boxes: [], shapes: [] }, empty = { boxes: [], shapes: [] }] = injectionMap<MapPoint>(
    2,
    [
      { strip: 0, at: 100_000, severity: 'held' },
      { strip: 0, at: 4_000_000, severity: 'lost' },
    ],
    axis,
  );
  expect(nearestBox(strip, 200)?.severity).toBe('held');
  expect(nearestBox(strip, 800)?.severity).toBe('lost');
  expect(nearestBox(empty, 200)).toBeNull();
});
