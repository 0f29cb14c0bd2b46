// The picture of a run: what is drawn where, at every size, and what can be grabbed.
import { describe, expect, test } from 'vitest';
import { lossCauses, processIndex } from '../../../src/core/model/trace/trace';
import { spansOf } from '../../../src/core/spans/spans';
import { hitTest, hitTestByFinger } from '../../../src/picture/layout/hitTest';
import { boxOf } from '../../../src/picture/layout/labels';
import { lanesOf } from '../../../src/picture/layout/lanes';
import { type GlyphMark, type Mark, roughMeasure, type TextMark, touches } from '../../../src/picture/layout/marks';
import { minimapBins } from '../../../src/picture/layout/minimap';
import { ghostOf, messagesMax } from '../../../src/picture/layout/picture';
import { pauseTrace } from '../../support/pauseTrace';
import { optionsFor, pictureFor } from '../../support/pictureFor';
import { traceOf } from '../../support/traceOf';

const trace = pauseTrace();
const picture = pictureFor(trace);

const isText = (mark: Mark): mark is TextMark => mark.kind === 'text';
const textsOf = ({ middle, top }: typeof picture): readonly string[] =>
  [...middle, ...top].filter(isText).map(({ text }) => text);

test('lanes stand in the order clients, nodes, storage, none over another', () => {
  expect(picture.lanes.all.map(({ id }) => id)).toEqual([
    'client1',
    'client2',
    'nodeA',
    'nodeB',
    'nodeC',
    'nodeD',
    'nodeE',
    'storage',
  ]);
  picture.lanes.all.forEach((lane, i) => {
    const next = picture.lanes.all[i + 1];
    if (next !== undefined) expect(lane.top + lane.height).toBeLessThanOrEqual(next.top);
  });
});

test.each([200, 400, 700, 1200])('lanes fill a room of %d pixels, or keep what can still be read', (height) => {
  const { bottom, all } = lanesOf(trace, { height });
  expect(bottom).toBeLessThanOrEqual(Math.max(height, 380));
  for (const lane of all) expect(lane.height).toBeGreaterThanOrEqual(18);
});

test('a replica is drawn under its master', () => {
  const header = {
    ...trace.header,
    processes: [...trace.header.processes, { id: 'replicaA1' as const, role: 'replica' as const, uncertainty: 0 }],
  };
  const ids = lanesOf({ ...trace, header }, { height: 700 }).all.map(({ id }) => id);
  expect(ids.indexOf('replicaA1')).toBe(ids.indexOf('nodeA') + 1);
});

test('says what the story is about', () => {
  const texts = textsOf(picture);
  for (const text of [
    '2 holders · 938 ms',
    'refused by 5 of 5',
    'stop-the-world pause · 2.9 s',
    'write 43 destroys 43',
    'valid until 2.405 s, still working',
  ])
    expect(texts).toContain(text);
});

describe.each([
  ['a wide page', 1000, 700],
  ['an embed', 700, 440],
  ['a phone', 390, 560],
])('on %s', (_name, width, height) => {
  test.each([false, true])('no text stands on another (even steps: %s)', (isEven) => {
    const { top } = pictureFor(trace, { width, height, isEven });
    const boxes = top.filter(isText).map((mark) => boxOf(mark, roughMeasure));
    expect(boxes.length).toBeGreaterThan(3);
    boxes.forEach((box, i) => {
      for (const other of boxes.slice(i + 1)) expect(touches(box, other)).toBe(false);
    });
  });
});

test('the loss of the update is always told, however small the picture', () => {
  const texts = textsOf(pictureFor(trace, { width: 320, height: 380 })).join('\n');
  expect(texts).toContain('2 holders');
  expect(texts).toContain('43');
});

test('a lost message stops part-way at a cross', () => {
  const cross = picture.middle.find((mark) => mark.kind === 'glyph' && mark.shape === 'cross');
  const [from, to] = [picture.lanes.of[processIndex(trace, 'nodeE')], picture.lanes.of[processIndex(trace, 'client1')]];
  if (cross?.kind !== 'glyph' || from === undefined || to === undefined) throw new Error('There is no cross.');
  expect(cross.y).toBe(from.top);
  expect(cross.y).toBeGreaterThan(to.y);
});

test.each([380, 560, 900])('a lost message never ends on the lane of another, in a picture %i high', (height) => {
  const hand = traceOf();
  let message = 0;
  for (const client of ['client1', 'client2'] as const)
    for (const node of ['nodeA', 'nodeB', 'nodeC', 'nodeD', 'nodeE'] as const)
      for (const cause of lossCauses.keys()) {
        hand.add(10, 'sent', client, { peer: node, message, text: 'SET', leg: 0 });
        hand.add(10, 'lost', client, { peer: node, message, cause });
        message += 2;
      }
  const { middle, lanes } = pictureFor(hand.trace(100), { width: 800, height });
  const crosses = middle.filter((mark) => mark.kind === 'glyph' && mark.shape === 'cross') as readonly GlyphMark[];
  expect(crosses).toHaveLength(message / 2);
  for (const { y } of crosses)
    for (const lane of lanes.all) expect(Math.abs(y - lane.y)).toBeGreaterThanOrEqual(lane.half + 4);
  // Losses on the way to different nodes can be told apart.
  expect(new Set(crosses.map(({ y }) => y)).size).toBeGreaterThanOrEqual(5);
});

test('what arrives during a pause ends at its edge', () => {
  const hand = traceOf();
  hand.add(0, 'paused', 'client1', { fault: -1 });
  hand.add(0, 'sent', 'nodeA', { peer: 'client1', message: 1, text: 'OK', leg: 1 });
  hand.add(50, 'arrived', 'client1', { peer: 'nodeA', message: 1 });
  hand.add(90, 'resumed', 'client1');
  hand.add(90, 'received', 'client1', { peer: 'nodeA', message: 1, ok: 1 });
  const { lanes, messages } = pictureFor(hand.trace(100));
  const lane = lanes.of[0];
  expect(messages.points[3]).toBe((lane?.y ?? 0) + (lane?.half ?? 0) + 1);
});

test('faults that struck can be taken hold of, at their place, with an end where they have a length', () => {
  const [pause, lost] = picture.handles;
  expect(picture.handles.map(({ name }) => name)).toEqual(['pause', 'lost']);
  expect(pause?.box.x).toBeCloseTo(picture.axis.x(615_000));
  expect((pause?.box.x ?? 0) + (pause?.box.width ?? 0)).toBeCloseTo(picture.axis.x(3_515_000));
  expect([pause?.hasEnd, lost?.hasEnd]).toEqual([true, false]);
});

test('zoomed to a stretch without the pause, its handle is gone and nothing is drawn outside', () => {
  const zoomed = pictureFor(trace, { view: { from: 3_530_000, to: 4_000_000 } });
  expect(zoomed.handles).toEqual([]);
  for (const mark of [...zoomed.middle, ...zoomed.top]) {
    if (mark.kind !== 'box') continue;
    expect(mark.x).toBeGreaterThanOrEqual(zoomed.axis.left - 8);
    expect(mark.x + mark.width).toBeLessThanOrEqual(zoomed.axis.right + 9);
  }
});

test('a belief is hatched from where the truth ended, from its beginning where it was never true', () => {
  const hatched = (hand: ReturnType<typeof traceOf>): readonly number[] => {
    const { middle, axis, lanes } = pictureFor(hand.trace(400));
    return middle.flatMap((mark) =>
      mark.kind === 'box' && mark.style === 'hatched' && mark.y > lanes.top ? [Math.round(axis.at(mark.x) / 1000)] : [],
    );
  };
  const lost = traceOf();
  lost.grant(0, 'client1', 1, { nodes: 'ABC' });
  lost.gone(200, 'C', 1);
  lost.read(400, 'client2');
  const never = traceOf();
  never.add(0, 'acquiring', 'client1', { hold: 1 });
  for (const node of 'ABC') never.set(10, 'client1', node, 50);
  never.gone(60, 'ABC', 1);
  never.add(100, 'acquired', 'client1', { hold: 1, validFor: 900_000, token: -1 });
  never.read(400, 'client2');
  const kept = traceOf();
  kept.grant(0, 'client1', 1);
  kept.gone(200, 'DE', 1);
  kept.read(400, 'client2');
  expect([hatched(lost), hatched(never), hatched(kept)]).toEqual([[200], [100], []]);
});

test('a ghost has lines and bars, no words', () => {
  const marks = ghostOf(optionsFor(trace));
  expect(marks.some(({ kind }) => kind === 'lines')).toBe(true);
  expect(marks.some(({ kind }) => kind === 'text' || kind === 'glyph')).toBe(false);
});

test('more messages than can be told apart are shown as density, and the picture says how many', () => {
  const hand = traceOf();
  for (let i = 0; i <= messagesMax; i++) {
    hand.add(i, 'sent', 'client1', { peer: 'nodeA', message: i * 2, text: 'GET', leg: 0 });
    hand.add(i, 'arrived', 'nodeA', { peer: 'client1', message: i * 2 });
  }
  const dense = pictureFor(hand.trace());
  expect(dense.dense).toBe(messagesMax + 1);
  expect(dense.middle.filter(({ kind }) => kind === 'lines')).toEqual([]);
  const shades = dense.middle.find((mark) => mark.kind === 'shades');
  expect(shades?.inks.map(({ ink, levels }) => [ink, Math.max(...levels)])).toEqual([['client-1', 2]]);
  expect(pictureFor(hand.trace(), { view: { from: 0, to: 100_000 } }).dense).toBe(0);
});

test('the count of nodes is one line from the first key of an owner to its last, as far as it is in sight', () => {
  const stepsOf = ({ middle }: typeof picture) => middle.flatMap((mark) => (mark.kind === 'path' ? [mark.points] : []));
  const { quorum, entries } = spansOf(trace);
  const row = picture.lanes.quorum as { readonly top: number; readonly bottom: number };
  const lines = stepsOf(picture).filter((points) => (points[1] as number) <= row.bottom);
  expect(lines.length).toBeGreaterThan(1);
  for (const points of lines) expect([points[1], points.at(-1)]).toEqual([row.bottom, row.bottom]);
  expect(Math.min(...lines.flatMap((points) => points.filter((_, i) => i % 2 === 1)))).toBe(row.top);
  const xs = lines.flatMap((points) => points.filter((_, i) => i % 2 === 0));
  expect(Math.min(...xs)).toBeCloseTo(picture.axis.x((quorum[0] as { at: number }).at), 0);
  // Nothing changes within a few microseconds in the middle of a key's life.
  const { from } = entries[0] as { from: number };
  const narrow = pictureFor(trace, { view: { from: from + 200_000, to: from + 210_000 } });
  expect(stepsOf(narrow).filter((points) => points.length > 6)).toEqual([]);
});

test('the pointer finds a message by its line and by its head, a key by its bar, a write by its sign', () => {
  const { points, rows } = picture.messages;
  const [x1, y1, x2, y2] = points.slice(0, 4) as [number, number, number, number];
  const options = optionsFor(trace);
  expect(hitTest(options.run, picture, { x: x2, y: y2 - 1 })).toMatchObject({ kind: 'message', isHead: true });
  expect(hitTest(options.run, picture, { x: (x1 + x2) / 2, y: (y1 + y2) / 2 })).toMatchObject({
    kind: 'message',
    row: rows[0],
    isHead: false,
  });
  const nodeC = picture.lanes.of[processIndex(trace, 'nodeC')];
  expect(hitTest(options.run, picture, { x: picture.axis.x(1_900_000), y: nodeC?.y ?? 0 })).toMatchObject({
    kind: 'entry',
  });
  const storage = picture.lanes.of[processIndex(trace, 'storage')];
  expect(hitTest(options.run, picture, { x: picture.axis.x(3_660_000), y: (storage?.y ?? 0) + 6 })).toMatchObject({
    kind: 'resource',
  });
  expect(hitTest(options.run, picture, { x: picture.axis.x(1_900_000), y: (nodeC?.y ?? 0) + 20 })).toBeNull();
});

test('a finger means the nearest within 22 px, where the pointer finds nothing', () => {
  const { run } = optionsFor(trace);
  const storage = picture.lanes.of[processIndex(trace, 'storage')];
  const write = spansOf(trace).resource.at(-1);
  const sign = { x: picture.axis.x(write?.at ?? 0), y: storage?.y ?? 0 };
  for (const [right, down] of [
    [20, 0],
    [21, 21],
  ] as const) {
    const point = { x: sign.x + right, y: sign.y + down };
    expect(hitTest(run, picture, point)).toBeNull();
    expect(hitTestByFinger(run, picture, point)).toMatchObject({ kind: 'resource', event: write });
  }
  expect(hitTestByFinger(run, picture, { x: sign.x + 60, y: sign.y + 30 })).toBeNull();
});

test('the strip below shows every event once, red where two are inside and after the loss', () => {
  const bins = minimapBins(trace, { width: 400, end: 4_100_000 });
  const broken = bins.filter(({ isBroken }) => isBroken).map(({ x }) => (x / 400) * 4_100_000);
  expect(Math.min(...broken)).toBeGreaterThan(2_600_000);
  expect(Math.max(...broken)).toBeGreaterThan(3_660_000);
  expect(bins.some(({ isBroken, x }) => !isBroken && x > 0)).toBe(true);
  expect(Math.max(...bins.map(({ share }) => share))).toBe(1);
});

test('a run without an event is a picture too', () => {
  const empty = pictureFor(traceOf().trace());
  expect(empty.lanes.all.length).toBe(8);
  expect(spansOf(traceOf().trace()).messages.count).toBe(0);
});
