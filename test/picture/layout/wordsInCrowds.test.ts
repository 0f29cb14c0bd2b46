// Words where the picture is full: meaningful things keep their word, and a meaningless word is left out.
import { expect, test } from 'vitest';
import { spansOf } from '../../../src/core/spans/spans';
import { boxOf } from '../../../src/picture/layout/labels';
import { typeScale } from '../../../src/picture/layout/lanes';
import {
  type BoxMark,
  type GlyphMark,
  type Mark,
  roughMeasure,
  type TextMark,
  touches,
} from '../../../src/picture/layout/marks';
import { pictureOf } from '../../../src/picture/layout/picture';
import { timelineWordsOf } from '../../../src/picture/words/timelineWordsOf';
import { runOfStory } from '../../content/stories/knownRun';
import { optionsFor } from '../../support/pictureFor';
import { traceOf } from '../../support/traceOf';
import '../../support/handIn';

/** As wide as in a file or on a narrow page, with the page's names for clients. */
function pictureOfStory(name: string, frame = { width: 780, height: 470 }) {
  const { trace } = runOfStory(name);
  const view = { from: 0, to: trace.header.endedAt * 1.02 };
  const options = optionsFor(trace, { ...frame, view, scale: typeScale(trace, frame) });
  const picture = pictureOf({ ...options, words: timelineWordsOf.en });
  const marks: readonly Mark[] = [...picture.middle, ...picture.top];
  const texts = marks.filter((mark): mark is TextMark => mark.kind === 'text');
  return { picture, trace, marks, texts };
}

const said = (texts: readonly TextMark[], words: string): readonly TextMark[] =>
  texts.filter(({ text }) => text === words);

test.each(['11', '13b', '39b', '49:fix', '57', '61:fix'])('every pie of story %s has its count', (name) => {
  const { picture, marks, texts } = pictureOfStory(name);
  const pies = marks.filter((mark): mark is GlyphMark => mark.kind === 'glyph' && mark.shape === 'pie');
  expect(pies.length).toBeGreaterThan(0);
  const counts = texts.filter(({ text, font }) => font === 'sans' && /^asks |^\d\/\d$/.test(text));
  for (const pie of pies) {
    const near = counts.some((count) => {
      const { x, y, width, height } = boxOf(count, roughMeasure);
      const reach = 26 * picture.scale;
      return pie.x > x - reach && pie.x < x + width + reach && Math.abs(pie.y - y - height / 2) < reach;
    });
    expect(near, `${pie.ink} at ${Math.round(pie.x)}`).toBe(true);
  }
});

test('a symbol of a paper is no word: story 57 shows no t1', () => {
  const { trace, texts } = pictureOfStory('57', { width: 1440, height: 700 });
  expect(trace.header.scenario.lock.id).toBe('redlock');
  expect(texts.filter(({ text }) => /^t\d$/.test(text))).toEqual([]);
  expect(said(pictureOfStory('20').texts, 'think').length).toBeGreaterThan(0);
});

test('in story 46 each mark is named with the read that leaves it', () => {
  const { texts, trace } = pictureOfStory('46');
  const marked = spansOf(trace).resource.filter(({ kind }) => kind === 'marked');
  expect(marked.length).toBe(6);
  expect(said(texts, 'read 42 · mark').length).toBe(marked.length);
  expect(said(texts, 'mark')).toEqual([]);
});

test('a request that leaves no sign at the storage says what it asked', () => {
  const { texts, picture } = pictureOfStory('87:fix');
  const storage = picture.lanes.all.find(({ role }) => role === 'storage');
  const asked = [...said(texts, 'SEND'), ...said(texts, 'MARK-SENT')];
  expect(asked.length).toBe(2);
  for (const { y } of asked) expect(y).toBeGreaterThan(storage?.y ?? Number.POSITIVE_INFINITY);
  // A sign or the start of a bar shows that.
  expect(said(pictureOfStory('51').texts, 'APPLY')).toEqual([]);
  expect(pictureOfStory('27b').texts.filter(({ text }) => /^[A-Z-]+$/.test(text))).toEqual([]);
});

test.each([
  ['24', { width: 780, height: 470 }],
  ['46', { width: 780, height: 470 }],
  ['72b', { width: 780, height: 470 }],
  ['72b', { width: 700, height: 430 }],
  ['59b', { width: 836, height: 480 }],
  ['59b', { width: 390, height: 560 }],
  ['76', { width: 390, height: 560 }],
])('over or on every slab of story %s at %o stand its letters, and for how long', (name, frame) => {
  const { marks, texts, trace } = pictureOfStory(name, frame);
  const slabs = marks.filter(
    (mark): mark is BoxMark => mark.kind === 'box' && mark.of === 'two' && mark.style === 'outlined',
  );
  expect(slabs.length).toBeGreaterThanOrEqual(spansOf(trace).overlaps.length);
  for (const { x, width } of slabs) {
    const letters = texts.filter((text) => /^C\d( C\d)+$/.test(text.text) && text.x >= x && text.x <= x + width);
    expect(letters.length, `${x}`).toBeGreaterThan(0);
  }
  // If both do not fit, the length stands beside the letters alone.
  const lengths = texts.filter(({ text, ink }) => ink === 'broken' && /^(\d holders · )?[\d.]+ m?s$/.test(text));
  expect(lengths.length).toBe(spansOf(trace).overlaps.length);
});

test.each(['25c', '32b', '71d', '69b'])(
  'the letters of two at once in story %s are on no stripe without a plate',
  (name) => {
    const { picture, marks, texts } = pictureOfStory(name);
    const { top, bottom } = picture.lanes.holderStrip;
    const inside = texts.filter(({ text, y }) => /^C\d( C\d)+$/.test(text) && y > top && y < bottom);
    const plates = marks.filter((mark): mark is BoxMark => mark.kind === 'box' && mark.ink === 'page');
    for (const { x, y } of inside)
      expect(
        plates.some(
          (plate) =>
            plate.style === 'filled' &&
            plate.x < x &&
            plate.x + plate.width > x &&
            plate.y < y &&
            plate.y + plate.height > y,
        ),
      ).toBe(true);
    expect(texts.filter(({ text }) => text === 'C1 C2').length).toBeGreaterThan(0);
  },
);

test('both refusals of story 53 are told side by side, and the highest token to the last', () => {
  const { picture, texts, trace } = pictureOfStory('53', { width: 700, height: 430 });
  expect(texts.filter(({ text }) => text.endsWith(' < 6')).map(({ text }) => text)).toEqual(['3 < 6', '4 < 6']);
  const storage = picture.lanes.all.at(-1);
  const steps = texts.filter(
    ({ y, font }) => font === 'sans' && storage !== undefined && y > storage.top - 8 && y < storage.y,
  );
  const numbers = steps.map(({ text }) => text.slice(-1));
  expect(Math.max(...spansOf(trace).resource.map(({ tokenMax }) => tokenMax))).toBe(6);
  expect(numbers).toContain('6');
});

test.each(['17b', '23c', '78b:fix'])(
  'the numbers on the ruler of a wrong clock in story %s cross no message',
  (name) => {
    const { picture, marks, texts } = pictureOfStory(name);
    const numbers = texts.filter(({ text, font, y }) => font === 'mono' && / s$/.test(text) && y > picture.lanes.top);
    expect(numbers.length).toBeGreaterThan(2);
    const lines = marks.flatMap((mark) =>
      mark.kind === 'lines' && (mark.of === 'request' || mark.of === 'reply') ? [mark.points] : [],
    );
    const isCrossed = (mark: TextMark): boolean => {
      const { x, y, width, height } = boxOf(mark, roughMeasure);
      const letters = { x: x + 5, y: y + 2, width: width - 10, height: height - 4 };
      return lines.some((points) =>
        Array.from({ length: points.length / 4 }, (_, i) => points.slice(i * 4, i * 4 + 4)).some(
          ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) => {
            const share = (mark.y - y1) / (y2 - y1);
            return (
              share >= 0 &&
              share <= 1 &&
              touches({ x: x1 + (x2 - x1) * share, y: mark.y, width: 0.5, height: 0.5 }, letters)
            );
          },
        ),
      );
    };
    expect(numbers.filter(isCrossed).map(({ text }) => text)).toEqual([]);
  },
);

test('a key that a pause of its server covers from its first moment still says whose it is', () => {
  const hand = traceOf();
  hand.grant(100, 'client1', 1, { nodes: 'ABC' });
  hand.add(101, 'paused', 'nodeA', { fault: -1 });
  hand.add(900, 'resumed', 'nodeA');
  const { top, middle, lanes } = pictureOf({
    ...optionsFor(hand.trace(1000), { width: 780, height: 470 }),
    words: timelineWordsOf.en,
  });
  const lane = lanes.all.find(({ id }) => id === 'nodeA');
  const letters = [...middle, ...top].filter(
    (mark) =>
      mark.kind === 'text' && /^C1/.test(mark.text) && lane !== undefined && Math.abs(mark.y - lane.y) < lane.half + 12,
  );
  expect(letters.length).toBe(1);
});

test('in a low lane, the mark of story 72b is named where no sign stands', () => {
  const { texts } = pictureOfStory('72b', { width: 700, height: 430 });
  expect(said(texts, 'mark of C2').length).toBeGreaterThan(0);
});
