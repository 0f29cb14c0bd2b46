// Near and far: a round that is too narrow for its messages is one bundle, which unfolds when there is room.
import { expect, test } from 'vitest';
import { pointedWords } from '../../../src/content/texts/pointed';
import { spansOf } from '../../../src/core/spans/spans';
import { hitTest } from '../../../src/picture/layout/hitTest';
import type { GlyphMark, Mark, TextMark } from '../../../src/picture/layout/marks';
import { timelineWordsOf } from '../../../src/picture/words/timelineWordsOf';
import { describe } from '../../../src/web/timeline/describe';
import { runOfStory } from '../../content/stories/knownRun';
import { optionsFor, pictureFor } from '../../support/pictureFor';
import '../../support/handIn';

function ofStory(name: string, frame?: Parameters<typeof pictureFor>[1]) {
  const { trace } = runOfStory(name);
  const picture = pictureFor(trace, frame);
  const pies = picture.middle.filter((mark): mark is GlyphMark => mark.kind === 'glyph' && mark.shape === 'pie');
  const texts = [...picture.middle, ...picture.top].filter((mark): mark is TextMark => mark.kind === 'text');
  return { trace, picture, pies, said: texts.map(({ text }) => text).filter((text) => /^asks |^\d\/5$/.test(text)) };
}

/** Lines of one leg, in the whole picture. */
const lineCount = (marks: readonly Mark[], of: 'request' | 'reply'): number =>
  marks.reduce((sum, mark) => sum + (mark.kind === 'lines' && mark.of === of ? mark.points.length / 4 : 0), 0);

test('a narrow round of story 57 is one line there and one back, and says how it was answered', () => {
  const { picture, pies, said } = ofStory('57', { width: 836, height: 560 });
  expect(said).toContain('5/5');
  // One of a client's bundles explains the numbers.
  expect(said).toContain('asks 5: 0 yes');
  expect(new Set(said).size).toBeLessThan(said.length);
  // Two of the five are paused when client 1 asks for more time.
  expect(new Set(pies.map(({ share }) => share))).toEqual(new Set([0, 2 / 5, 1]));
  // Client 2 asks five times with a new value, and withdraws it each time, before it gets in; later it asks for more
  // time.
  expect(pies.filter(({ ink }) => ink === 'client-2').map(({ share }) => share)).toEqual([0, 0, 0, 0, 0, 1, 1]);
  const rows = picture.messages.rows.length;
  expect(lineCount(picture.middle, 'request') + lineCount(picture.middle, 'reply')).toBeLessThan(rows / 2);
});

test('zoomed in, it unfolds: each message has its own line again, and the pie stays', () => {
  const { trace, pies } = ofStory('57', { width: 836, height: 560 });
  expect(pies.length).toBeGreaterThan(3);
  const near = ofStory('57', { width: 836, height: 560, view: { from: 0, to: 400_000 } });
  const [first] = spansOf(trace).holds;
  const before = near.pies.filter(({ x }) => x < near.picture.axis.x(first?.acquiredAt ?? 0));
  expect(before.map(({ share }) => share)).toEqual([1]);
  const { messages } = spansOf(trace);
  const there = near.picture.messages.rows.filter(
    (row) => messages.leg(row) === 'request' && messages.sentAt(row) < (first?.acquiredAt ?? 0),
  );
  expect(lineCount(near.picture.middle, 'request')).toBeGreaterThanOrEqual(there.length);
});

test('on a phone, a lost reply of a bundled round keeps its cross, and does not count as a yes', () => {
  const { trace, picture, pies } = ofStory('12', { width: 390, height: 500 });
  const { messages } = spansOf(trace);
  const lost = picture.messages.rows.filter((row) => messages.fate(row) === 'lost');
  const crosses = picture.middle.filter((mark) => mark.kind === 'glyph' && mark.shape === 'cross');
  expect(crosses.length).toBe(lost.length);
  const [first] = pies;
  expect(first?.share).toBeLessThan(1);
  expect(first?.share).toBeGreaterThanOrEqual(3 / 5);
  expect(picture.handles.map(({ name }) => name).length).toBe(3);
});

test('a release has no pie: it asks for nothing', () => {
  const { trace, picture, pies } = ofStory('14', { width: 390, height: 500 });
  const [hold] = spansOf(trace).holds;
  const released = picture.axis.x(hold?.heldUntil ?? 0);
  expect(pies.length).toBeGreaterThan(0);
  expect(pies.filter(({ x, ink }) => ink === 'client-1' && x > released - 12)).toEqual([]);
});

test('each message of a bundle can still be pointed at', () => {
  const { trace, picture } = ofStory('57', { width: 836, height: 560 });
  const { rows, points } = picture.messages;
  const { messages } = spansOf(trace);
  const last = rows.findLastIndex((row) => messages.leg(row) === 'request' && messages.endAt(row) >= 0);
  const hit = hitTest(optionsFor(trace).run, picture, { x: points[last * 4 + 2] ?? 0, y: points[last * 4 + 3] ?? 0 });
  expect(hit?.kind).toBe('message');
});

test('a pie that is pointed at is its bundle, and the tooltip says in words what it holds', () => {
  const { trace, picture } = ofStory('39', { width: 836, height: 560 });
  const first = picture.messages.pies.find(({ bundle }) => trace.header.processes[bundle.process]?.id === 'client1');
  if (first === undefined) throw new Error('There is no pie.');
  const hit = hitTest(optionsFor(trace).run, picture, { x: first.x + 5, y: first.y - 5 });
  expect(hit).toEqual({ kind: 'bundle', bundle: first.bundle });
  if (hit?.kind !== 'bundle') return;
  const { title, lines } = describe(hit, { trace, words: { ...timelineWordsOf.en, ...pointedWords.en } });
  expect(title).toContain('asks 5: 4 yes');
  expect(lines).toContain('from 0.900 s');
});

test('a round over a node where nobody listens is one bundle, and its line is strong as far as the last yes', () => {
  const { picture, pies } = ofStory('39', { width: 836, height: 560 });
  // Four of five nodes are up, and client 1 asks them one after the other.
  expect(pies.find(({ ink }) => ink === 'client-1')?.share).toBe(4 / 5);
  expect(picture.middle.filter((mark) => mark.kind === 'glyph' && mark.shape === 'cross')).toEqual([]);
  const last = picture.lanes.all.find(({ id }) => id === 'nodeE');
  const strong = picture.middle.filter((mark) => mark.kind === 'lines' && mark.of === 'request' && mark.alpha === 1);
  expect(strong.some((mark) => mark.kind === 'lines' && mark.points[3] === last?.y)).toBe(true);
  expect(strong.length).toBe(pies.filter(({ share }) => share !== 0).length);
});

test.each(['55', '58', '59'])('no pie of story %s is cut by the left edge, or under a pause', (name) => {
  const { picture, pies } = ofStory(name, { width: 1000, height: 560 });
  const pauses = picture.top.filter((mark) => mark.kind === 'box' && mark.of === 'pause' && mark.style === 'outlined');
  for (const { x, y, size } of pies) {
    expect(x - size / 2).toBeGreaterThanOrEqual(picture.axis.left - 6);
    for (const pause of pauses)
      if (pause.kind === 'box' && pause.y < y && pause.y + pause.height > y)
        expect(x < pause.x || x > pause.x + pause.width).toBe(true);
  }
});

test.each([
  ['20', 660, 828, 1308],
  ['39', 390, 828, 1308],
  ['57', 660, 828, 1308],
])('story %s has the same pies at any width, and a zoom takes none', (name, ...widths) => {
  const sharesAt = (width: number) => ofStory(name, { width, height: 560 }).pies.map(({ share }) => share);
  const [first, ...others] = widths.map(sharesAt);
  expect(first?.length).toBeGreaterThan(1);
  for (const other of others) expect(other).toEqual(first);
  const { trace } = ofStory(name);
  const end = trace.header.endedAt;
  const parts = Array.from({ length: 8 }, (_, i) =>
    ofStory(name, { width: 828, height: 560, view: { from: (end * i) / 8, to: (end * (i + 1)) / 8 } }),
  );
  const shares = parts.flatMap(({ pies }) => pies.map(({ share }) => share));
  expect(new Set(shares)).toEqual(new Set(first));
});
