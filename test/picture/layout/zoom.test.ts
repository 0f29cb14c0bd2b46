// The view under d3-zoom: whatever happens to it, it stays within the run, and d3's transform equals the view.
import { type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BrushPart, brushed, brushedByKey } from '../../../src/picture/layout/brush';
import { evenSpacing, type Stretch, type TimeAxis, timeAxis, type Warp } from '../../../src/picture/layout/timeAxis';
import { panned, scaleMax, transformOf, viewOf, widthMin, zoomed } from '../../../src/picture/layout/zoom';
import { pauseTrace } from '../../support/pauseTrace';

const millisecond: Stretch = { from: 0, to: 10_200 };
const story: Stretch = { from: 0, to: 4_182_000 };
const hour: Stretch = { from: 0, to: 3_600_000_000 * 1.02 };
const warp = evenSpacing(pauseTrace());

interface Page {
  readonly fit: Stretch;
  readonly warp: Warp | null;
  right: number;
  view: Stretch | null;
}

const axisOf = ({ fit, warp, right, view }: Page): TimeAxis => timeAxis({ view: view ?? fit, left: 40, right, warp });

/** As in d3: the place under the pointer stays there, and no place outside the run is shown. */
function byD3(page: Page, { k, x }: { readonly k: number; readonly x: number }, at: number): ZoomTransform {
  const axis = axisOf(page);
  const before = transformOf(axis, page.fit);
  const scale = Math.max(1, Math.min(scaleMax(axis, page.fit), before.k * k));
  const held = (at - before.x) / before.k;
  const sheet: [[number, number], [number, number]] = [
    [axis.left, 0],
    [axis.right, 1],
  ];
  return zoom().constrain()(zoomIdentity.translate(at + x - held * scale, 0).scale(scale), sheet, sheet);
}

type Act =
  | { readonly kind: 'gesture'; readonly k: number; readonly x: number; readonly at: number }
  | { readonly kind: 'own'; readonly k: number; readonly x: number; readonly at: number }
  | { readonly kind: 'brush'; readonly part: BrushPart; readonly share: number }
  | { readonly kind: 'key'; readonly part: BrushPart; readonly key: string; readonly isFast: boolean }
  | { readonly kind: 'resize'; readonly right: number };

const part = fc.constantFrom<BrushPart>('start', 'middle', 'end');
const hand = {
  k: fc.double({ min: -6, max: 6, noNaN: true }).map((power) => 2 ** power),
  x: fc.integer({ min: -900, max: 900 }),
  at: fc.integer({ min: 0, max: 900 }),
};
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('gesture' as const), ...hand }),
  fc.record({ kind: fc.constant('own' as const), ...hand }),
  fc.record({ kind: fc.constant('brush' as const), part, share: fc.double({ min: -1.2, max: 1.2, noNaN: true }) }),
  fc.record({
    kind: fc.constant('key' as const),
    part,
    key: fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'),
    isFast: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('resize' as const), right: fc.integer({ min: 100, max: 1800 }) }),
);

function act(page: Page, done: Act): void {
  const { fit } = page;
  const axis = axisOf(page);
  switch (done.kind) {
    case 'gesture': {
      const transform = byD3(page, done, done.at);
      page.view = viewOf(axis, fit, transform);
      const after = transformOf(axisOf(page), fit);
      expect(after.k / transform.k).toBeCloseTo(1, 6);
      expect(Math.abs(after.x - transform.x)).toBeLessThan(0.01 + Math.abs(transform.x) * 1e-6);
      break;
    }
    case 'own':
      page.view = zoomed({ axis, fit, x: done.at, factor: done.k });
      page.view = panned(axisOf(page), fit, done.x);
      break;
    case 'brush':
      page.view = brushed(page.view ?? fit, fit, { part: done.part, by: done.share * fit.to });
      break;
    case 'key':
      page.view = brushedByKey(page.view ?? fit, fit, done) ?? null;
      break;
    case 'resize':
      page.right = done.right;
      break;
    default:
      done satisfies never;
  }
}

test.each([
  ['a millisecond', millisecond, null],
  ['a story', story, null],
  ['a story with even steps', story, warp],
  ['an hour', hour, null],
])('%s: wheel, pinch, drag, brush, keys and a new size leave the view within the run', (_name, fit, folds) => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 40 }), (all) => {
      const page: Page = { fit, warp: folds, right: 900, view: null };
      for (const one of all) {
        act(page, one);
        if (page.view === null) continue;
        expect(page.view.from).toBeGreaterThanOrEqual(fit.from);
        expect(page.view.to).toBeLessThanOrEqual(fit.to);
        expect(page.view.to - page.view.from).toBeGreaterThan(widthMin * 0.999);
      }
    }),
    { numRuns: 400, seed: 22 },
  );
});

test('what the page does by itself before d3 is there is what d3 does', () => {
  fc.assert(
    fc.property(fc.record(hand), fc.record(hand), (first, next) => {
      const page: Page = { fit: story, warp, right: 900, view: null };
      page.view = zoomed({ axis: axisOf(page), fit: story, x: first.at, factor: first.k });
      const transform = byD3(page, { k: next.k, x: 0 }, next.at);
      const own = zoomed({ axis: axisOf(page), fit: story, x: next.at, factor: next.k });
      const byHand = viewOf(axisOf(page), story, transform);
      expect(own === null).toBe(byHand === null);
      expect(own?.from ?? 0).toBeCloseTo(byHand?.from ?? 0, 1);
      expect(own?.to ?? 0).toBeCloseTo(byHand?.to ?? 0, 1);
    }),
    { seed: 22 },
  );
});

test('a view that is wider than the run, as a link may ask for, is the whole run after the next step', () => {
  const axis = timeAxis({ view: { from: 0, to: story.to * 3 }, left: 40, right: 900, warp: null });
  expect(panned(axis, story, 50)).toBeNull();
  expect(zoomed({ axis, fit: story, x: 500, factor: 1.2 })).toBeNull();
});

test('an edge of the brush stops before the other one, and Page Down goes on by a whole view', () => {
  const view = { from: 1_000_000, to: 2_000_000 };
  expect(brushed(view, story, { part: 'start', by: 5_000_000 })).toEqual({ from: 2_000_000 - widthMin, to: 2_000_000 });
  expect(brushed(view, story, { part: 'end', by: -5_000_000 })).toEqual({ from: 1_000_000, to: 1_000_000 + widthMin });
  const on = { part: 'middle', key: 'PageDown', isFast: false } as const;
  expect(brushedByKey(view, story, on)).toEqual({ from: 2_000_000, to: 3_000_000 });
  expect(brushedByKey(view, story, { ...on, key: 'End' })).toEqual({ from: 3_182_000, to: 4_182_000 });
  expect(brushedByKey(view, story, { ...on, key: 'Tab' })).toBeUndefined();
});
