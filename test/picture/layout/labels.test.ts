// Labels: none covers another, the important one comes first, and a shorter wording is tried before none at all.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxOf, type Label, placeLabels } from '../../../src/picture/layout/labels';
import { roughMeasure, touches } from '../../../src/picture/layout/marks';

const within = { x: 0, y: 0, width: 400, height: 200 };
const place = (
  labels: readonly Label[],
  { occupied = [], avoided = [] }: Partial<Pick<Parameters<typeof placeLabels>[0], 'occupied' | 'avoided'>> = {},
) => placeLabels({ labels, occupied, avoided, within, measure: roughMeasure }).texts;

const label = (text: string, x: number, options: Partial<Label> = {}): Label => ({
  texts: [text],
  positions: [{ x, y: 50, align: 'left' }],
  ink: 'ink',
  priority: 1,
  ...options,
});

test('of two at the same place the more important one stands', () => {
  const placed = place([label('minor', 10), label('major', 12, { priority: 9 })]);
  expect(placed.map(({ text }) => text)).toEqual(['major']);
});

test('a label that finds its first place taken goes to its second', () => {
  const places = [
    { x: 10, y: 50, align: 'left' },
    { x: 10, y: 80, align: 'left' },
  ] as const;
  const placed = place([label('first', 10, { priority: 9 }), label('other', 10, { positions: places })]);
  expect(placed.map(({ y }) => y)).toEqual([50, 80]);
});

test('a wording that is too wide gives way to a shorter one', () => {
  const placed = place([label('', 10, { texts: ['a very long wording indeed', 'short'], widthMax: 60 })]);
  expect(placed.map(({ text }) => text)).toEqual(['short']);
});

test('on its own bar a letter stands between the signs above and below the bar', () => {
  const bar = { x: 0, y: 44, width: 200, height: 12 };
  const occupied = [33, 55].map((y) => ({ x: 0, y, width: 200, height: 12 }));
  expect(place([label('3', 10, { on: bar })], { occupied })).toHaveLength(1);
  expect(place([label('3', 10)], { occupied })).toEqual([]);
});

test('nothing stands outside of the picture or on what is taken', () => {
  expect(place([label('edge', 395)])).toEqual([]);
  expect(place([label('under', 10)], { occupied: [{ x: 0, y: 40, width: 50, height: 20 }] })).toEqual([]);
});

test('a centred text gives way to the edge of the picture, up to a point', () => {
  const centred = (x: number) => place([label('has version 3', x, { positions: [{ x, y: 50, align: 'center' }] })]);
  const width = roughMeasure('has version 3', { size: 11, weight: 400, font: 'sans' });
  expect(centred(375).map(({ x }) => x)).toEqual([400 - width / 2 - 4]);
  expect(centred(20).map(({ x }) => x)).toEqual([width / 2 + 4]);
  expect(centred(200).map(({ x }) => x)).toEqual([200]);
  expect(centred(390)).toEqual([]);
});

test('what is said once within reach is not said again', () => {
  const apart = { group: 'late', by: 100 };
  const placed = place([label('late', 10, { apart }), label('late', 90, { apart }), label('late', 180, { apart })]);
  expect(placed.map(({ x }) => x)).toEqual([10, 180]);
});

test('a tick stands with its word, and goes with it', () => {
  const tick = [10, 40, 10, 44] as const;
  const labels = [label('work', 10, { priority: 2, tick }), label('think', 12, { tick: [12, 40, 12, 44] })];
  expect(placeLabels({ labels, occupied: [], avoided: [], within, measure: roughMeasure }).ticks).toEqual(tick);
});

test('the end of a text is struck through where it is asked for', () => {
  const [mark] = place([label('write 43 destroys 42', 10, { strikethrough: '42' })]);
  expect(mark?.strikethrough).toEqual({
    from: roughMeasure('write 43 destroys ', { size: 11, weight: 400, font: 'sans' }),
    width: roughMeasure('42', { size: 11, weight: 400, font: 'sans' }),
  });
});

test('whatever labels come, none that is placed touches another', () => {
  const arbitrary = fc.record({
    text: fc.string({ minLength: 1, maxLength: 20 }),
    x: fc.integer({ min: 0, max: 400 }),
    y: fc.integer({ min: 0, max: 200 }),
    align: fc.constantFrom('left', 'center', 'right'),
    priority: fc.integer({ min: 0, max: 5 }),
  });
  fc.assert(
    fc.property(fc.array(arbitrary, { maxLength: 60 }), (all) => {
      const labels = all.map(({ text, x, y, align, priority }) =>
        label(text, x, { positions: [{ x, y, align }], priority }),
      );
      const boxes = place(labels).map((mark) => boxOf(mark, roughMeasure));
      boxes.forEach((box, i) => {
        for (const other of boxes.slice(i + 1)) expect(touches(box, other)).toBe(false);
      });
    }),
  );
});

describe('a band that labels shun', () => {
  const band = { x: 0, y: 44, width: 400, height: 12 };
  const onBand = { x: 10, y: 50, align: 'left' } as const;
  const below = { x: 10, y: 80, align: 'left' } as const;

  test('sends a label to its next place', () => {
    expect(place([label('other', 10, { positions: [onBand, below] })], { avoided: [band] }).map(({ y }) => y)).toEqual([
      80,
    ]);
  });

  test('is covered by a label that has no other place', () => {
    expect(place([label('only', 10, { positions: [onBand] })], { avoided: [band] }).map(({ y }) => y)).toEqual([50]);
  });

  test('has its own name on it', () => {
    const own = label('own', 10, { positions: [onBand, below], on: band });
    expect(place([own], { avoided: [band] }).map(({ y }) => y)).toEqual([50]);
  });
});
