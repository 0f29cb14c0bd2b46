// The strip that shows who truly holds the lock: the colour and the letter of the holder, and a strong mark where
// there are two.
import { expect, test } from 'vitest';
import { holdersOf } from '../../../src/core/spans/holderSpans';
import { hitTest } from '../../../src/picture/layout/hitTest';
import type { BoxMark, Mark, TextMark } from '../../../src/picture/layout/marks';
import { runOfStory } from '../../content/stories/knownRun';
import { optionsFor, pictureFor } from '../../support/pictureFor';

function holderStripOf(name: string, frame?: Parameters<typeof pictureFor>[1]) {
  const { trace } = runOfStory(name);
  const picture = pictureFor(trace, frame);
  const { top, bottom } = picture.lanes.holderStrip;
  const isIn = (mark: Mark): boolean => 'y' in mark && mark.y >= top - 9 && mark.y < bottom;
  const marks = [...picture.middle, ...picture.top].filter(isIn);
  const boxes = marks.filter((mark): mark is BoxMark => mark.kind === 'box');
  const texts = marks.filter((mark): mark is TextMark => mark.kind === 'text' && !mark.text.includes('holders'));
  return { picture, trace, boxes, texts };
}

test('one holder: its colour over the stretch, and its letter on it', () => {
  const { picture, trace, boxes, texts } = holderStripOf('14');
  const spans = holdersOf(trace);
  for (const { from, to, kind, processes } of spans) {
    const x = picture.axis.x(from);
    const box = boxes.find((other) => Math.abs(other.x - x) < 0.1);
    expect(box?.ink).toBe(`client-${(processes[0] ?? 0) + 1}`);
    expect(box?.width).toBeCloseTo(Math.max(1, picture.axis.x(to) - x));
    expect(box?.style).toBe(kind === 'one' ? 'filled' : 'hatched');
    expect(texts.some((text) => text.x >= x && text.x <= picture.axis.x(to))).toBe(true);
  }
});

test('two at once: both colours under a hatching, in a frame', () => {
  const { picture, trace, boxes, texts } = holderStripOf('20');
  const two = holdersOf(trace).find(({ kind }) => kind === 'two');
  if (two === undefined) throw new Error('There are never two.');
  const x = picture.axis.x(two.from);
  const here = boxes.filter((box) => Math.abs(box.x - x) < 1.1);
  const stripes = here.filter(({ style }) => style === 'filled');
  expect(stripes.map(({ ink }) => ink)).toEqual(['client-1', 'client-2']);
  expect(new Set(stripes.map(({ y }) => y)).size).toBe(2);
  expect(here.some(({ style, ink }) => style === 'hatched' && ink === 'page')).toBe(true);
  expect(here.filter(({ style, ink }) => style === 'outlined' && ink === 'broken').length).toBe(2);
  expect(texts.find(({ ink }) => ink === 'broken')?.text).toBe('1 2');
});

test('it stands between the ruler and the lanes, and never on the words about two holders', () => {
  for (const scale of [1, 1.5]) {
    const { picture } = holderStripOf('20', { width: 1200, height: 700, scale });
    const words = picture.top.find((mark) => mark.kind === 'text' && mark.text.includes('holders'));
    if (words?.kind !== 'text') throw new Error('There are no words.');
    expect(words.y + words.size / 2).toBeLessThanOrEqual(picture.lanes.holderStrip.top);
    expect(picture.lanes.holderStrip.bottom).toBeLessThan(picture.lanes.all[0]?.top ?? 0);
  }
});

test('what is pointed at on it is named; where nobody holds the lock there is nothing', () => {
  const { picture, trace } = holderStripOf('20');
  const { run } = optionsFor(trace);
  const y = (picture.lanes.holderStrip.top + picture.lanes.holderStrip.bottom) / 2;
  const [first] = holdersOf(trace);
  if (first === undefined) throw new Error('Nobody holds it.');
  expect(hitTest(run, picture, { x: picture.axis.x((first.from + first.to) / 2), y })).toEqual({
    kind: 'holder',
    span: first,
  });
  expect(hitTest(run, picture, { x: picture.axis.x(first.from / 2), y })).toBeNull();
});
