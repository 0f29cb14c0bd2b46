// The places in the pictures of the stories: words stand beside what they name, and not on a border.
import { expect, test } from 'vitest';
import { spansOf } from '../../../src/core/spans/spans';
import { boxOf } from '../../../src/picture/layout/labels';
import { roughMeasure, touches } from '../../../src/picture/layout/marks';
import { pictureFor } from '../../support/pictureFor';
import { named, pictureOfStory } from '../../support/pictureOfStory';

test.each(['27', '33b', '46'])('how long two were inside stands over the slab of story %s', (name) => {
  const { picture, texts } = pictureOfStory(name);
  const [words] = named(texts, 'holders');
  const slab = picture.ground.find((mark) => mark.kind === 'box' && mark.ink === 'broken');
  if (words === undefined || slab?.kind !== 'box') throw new Error('There is no slab.');
  const box = boxOf(words, roughMeasure);
  expect(box.y + box.height).toBeLessThanOrEqual(slab.y);
});

test('on a phone, words stand over the longest of the slabs of story 75b', () => {
  const { texts } = pictureOfStory('75b', { width: 390, height: 500 });
  expect(named(texts, 'holders').map(({ text }) => text)).toEqual(['3 holders · 964 ms']);
});

test('beside the cross of a key that vanishes stands what happened to it', () => {
  const { texts } = pictureOfStory('76d');
  const said = named(texts, 'key-vanishes').map(({ text }) => text);
  expect(said.toSorted()).toEqual(['nodeA', 'nodeB', 'nodeC'].map((node) => `key-vanishes on ${node}`));
});

test('by how much the answer in story 48 is late stands over the hold into which it comes', () => {
  const { picture, texts } = pictureOfStory('48');
  const [words] = named(texts, 'delayed by');
  const hold = picture.middle.find((mark) => mark.kind === 'box' && mark.style === 'outlined');
  if (words === undefined || hold?.kind !== 'box') throw new Error('There is no hold.');
  const box = boxOf(words, roughMeasure);
  expect(box.y + box.height).toBeLessThanOrEqual(hold.y);
});

test('that chunks were mixed is said once for one write', () => {
  const { texts } = pictureOfStory('31');
  expect(named(texts, 'mixed with').length).toBe(1);
  expect(named(texts, 'destroys').length).toBe(1);
});

test('what was done a second time stands beside the playhead, which is there', () => {
  const { picture, trace, texts } = pictureOfStory('33');
  const [words] = named(texts, 'done 2 times');
  const again = spansOf(trace).resource.findLast(({ kind }) => kind === 'wrote');
  if (words === undefined || again === undefined) throw new Error('Nothing was done twice.');
  const { x, width } = boxOf(words, roughMeasure);
  const at = picture.axis.x(again.at);
  expect(at < x || at > x + width).toBe(true);
});

test.each(['28', '31', '49', '53'])('in half the height nothing of story %s stands below its last lane', (name) => {
  const { picture, texts } = pictureOfStory(name, { width: 820, height: 320 });
  for (const mark of texts) {
    const { y, height } = boxOf(mark, roughMeasure);
    expect(y + height).toBeLessThanOrEqual(picture.lanes.bottom + 2);
  }
});

test('two runs of nine lanes fit one above the other on a screen', () => {
  const { picture } = pictureOfStory('53', { width: 820, height: 320 });
  expect(picture.lanes.bottom).toBeLessThanOrEqual(352);
});

test('words over short holds do not reach over the next: each says its token', () => {
  const { texts } = pictureOfStory('32');
  const over = texts.filter(({ ink, text }) => ink.startsWith('client-') && /token \d$/.test(text));
  expect(
    over
      .map(({ text }) => text.slice(-1))
      .sort()
      .join(''),
  ).toBe('11223344');
  // The last one of client 1 has enough space.
  expect(named(over, 'holds the lock').map(({ text }) => text.slice(-7))).toEqual(['token 4']);
});

test('where there is no lock, nobody is said to hold one', () => {
  const { texts } = pictureOfStory('34');
  expect(named(texts, 'holds the lock').map(({ text }) => text)).toEqual(['nobody holds the lock']);
  expect(named(texts, 'works without a lock').length).toBe(9);
});

test('a node that is up again at once has one sign and says so in one place', () => {
  const { picture, texts } = pictureOfStory('35b2');
  expect(named(texts, 'restarts, empty').length).toBe(1);
  expect(named(texts, 'crashed')).toEqual([]);
  const shapes = picture.top.flatMap((mark) => (mark.kind === 'glyph' ? [mark.shape] : []));
  expect(shapes).toContain('start');
  expect(shapes).not.toContain('cap');
});

test.each([
  ['75', ['token 1, shared', 'token 1, shared', 'token 2']],
  ['75e', Array.from({ length: 6 }, () => 'token 1, shared')],
  ['75d:fix', ['sequencer, shared']],
])('story %s says who reads and who writes: %j', (name, said) => {
  const { picture, texts } = pictureOfStory(name);
  for (const each of new Set(said)) {
    const ends = texts.filter(({ text }) => text.endsWith(each));
    expect(ends.length).toBeGreaterThanOrEqual(said.filter((other) => other === each).length);
  }
  // Shared holds stand below the lane, and the bar of full height belongs to a writer.
  const lane = picture.lanes.all.find(({ id }) => id === 'service');
  expect(named(texts, '1, shared').some(({ y }) => lane !== undefined && y > lane.y + lane.half)).toBe(true);
  const bars = picture.middle.filter(
    (mark) => mark.kind === 'box' && mark.style === 'filled' && mark.y + mark.height / 2 === lane?.y,
  );
  for (const bar of bars) expect(bar).toMatchObject({ ink: 'client-3' });
});

test('a command that a client library sent again says so beside its line', () => {
  const { picture, trace, texts } = pictureOfStory('54');
  const { messages } = spansOf(trace);
  const again = Array.from({ length: messages.count }, (_, row) => row).filter((row) => messages.resends(row) > 0);
  const [mark, ...others] = named(texts, 'resend 1 by the client library');
  expect([again.length, others.length]).toEqual([1, 0]);
  const place = picture.messages.rows.indexOf(again[0] ?? -1) ?? -1;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = picture.messages.points.slice(place * 4, place * 4 + 4) ?? [];
  if (mark === undefined) throw new Error('Nothing is said to be sent again.');
  expect(mark.x).toBeGreaterThan(Math.min(x1, x2) - 6);
  expect(mark.x).toBeLessThan(Math.max(x1, x2) + 6);
  expect(mark.y).toBeGreaterThan(Math.min(y1, y2));
  expect(mark.y).toBeLessThan(Math.max(y1, y2));
  expect(named(pictureOfStory('54c').texts, 'resend')).toEqual([]);
});

test('who crashed inside is still said to have held the lock', () => {
  expect(named(pictureOfStory('47').texts, 'holds the lock, no expiry').length).toBe(1);
});

test.each([
  ['50:fix', 'too little validity left'],
  ['35d', 'gives up: an error'],
  ['35', 'token outdated'],
  ['39b', 'no quorum'],
  ['27', 'refused by'],
])('story %s: who did not get the lock says why: %s', (name, reason) => {
  expect(named(pictureOfStory(name).texts, reason).length).toBeGreaterThan(0);
});

test.each([
  ['50', 'machine asleep · 2.45 s'],
  ['50b', 'machine stopped · 2.45 s'],
  ['20', 'stop-the-world pause · 2.9 s'],
])('story %s says what stood still: %s', (name, words) => {
  expect(named(pictureOfStory(name).texts, words).length).toBe(1);
});

test('where clients have lists of nodes of their own, votes are counted of these', () => {
  const { picture, texts } = pictureOfStory('49');
  const counts = texts.filter(({ text }) => /^\d\/\d$/.test(text)).map(({ text }) => text);
  expect([...new Set(counts)].sort()).toEqual(['2/3', '3/3']);
  expect(picture.lanes.quorum).not.toBeNull();
});

test('a lock of one node has no quorum to draw, though its tokens are counted on another', () => {
  expect(pictureOfStory('35b').picture.lanes.quorum).toBeNull();
});

test.each([
  ['37', '×2'],
  ['43', '2 · 2'],
  ['52', 'session 1'],
  ['64', 'lock-delay'],
  ['66', 'lock-delay'],
  ['67', 'lock-delay'],
  ['75f', 'lock-delay'],
  ['20', '4116eed3'],
])('story %s: on the bar of a key stands what tells its value from others', (name, part) => {
  const { texts } = pictureOfStory(name);
  const onBars = texts.filter(({ ink }) => ink === 'on-colour');
  expect(named(onBars, part).length).toBeGreaterThan(0);
  expect(named(onBars, '{').concat(named(onBars, 'stock'))).toEqual([]);
});

test.each([
  ['32c', 0],
  ['9b', 1],
])('story %s: as many slanted lines as writes came to the replica before it took over', (name, count) => {
  const { picture } = pictureOfStory(name);
  const hair = picture.middle.flatMap((mark) =>
    mark.kind === 'lines' && mark.width === 0.8 ? [mark.points.length / 4] : [],
  );
  expect(hair).toEqual(count === 0 ? [] : [count]);
});

test('every band of a cut link says whose link it is, also where messages end on it', () => {
  const { texts } = pictureOfStory('53b', { width: 836, height: 560 });
  expect(named(texts, 'cut:').length).toBe(3);
});

test.each([700, 820, 1100])('%d pixels wide, story 82 says of both bars that the member leads', (width) => {
  expect(named(pictureOfStory('82', { width, height: 560 }).texts, 'leads').length).toBe(2);
});

test.each(['84', '85'])('on the lanes of sentinels, story %s says when one is down, elected and replaced', (name) => {
  const { texts, picture } = pictureOfStory(name, { width: 836, height: 560 });
  for (const step of ['+sdown', '+elected-leader', '+switch-master'])
    expect(named(texts, step).length, step).toBeGreaterThan(0);
  const sentinels = picture.lanes.all.filter(({ role }) => role === 'sentinel');
  const elected = named(texts, '+elected-leader').map(({ y }) => sentinels.findLast((lane) => lane.y < y)?.id);
  expect(elected).toEqual(['sentinel2']);
});

test('the ring of a promotion does not stand on the words of the pause that led to it', () => {
  const { picture, texts } = pictureOfStory('84d', { width: 836, height: 560 });
  const [words] = named(texts, '4 s');
  const rings = picture.top.flatMap((mark) => (mark.kind === 'glyph' && mark.shape === 'ring' ? [mark] : []));
  if (words === undefined || rings[0] === undefined) throw new Error('There is no pause or no ring.');
  const { x, width } = boxOf(words, roughMeasure);
  expect(rings[0].x + 5 < x || rings[0].x - 5 > x + width).toBe(true);
});

test.each([
  ['20:fix', '1 < 2', 15],
  ['9', 'version 1, now 2', 12],
])('story %s: the refused write is as strong a mark as a lost one, and says %s', (name, said, size) => {
  const { picture, trace, texts } = pictureOfStory(name);
  const refused = spansOf(trace).resource.find(({ kind }) => kind === 'rejected');
  const shield = picture.middle.find((mark) => mark.kind === 'glyph' && mark.shape === 'shield');
  const diamond = pictureOfStory('20').picture.middle.find((mark) => mark.kind === 'glyph' && mark.shape === 'diamond');
  if (refused === undefined || shield?.kind !== 'glyph' || diamond?.kind !== 'glyph') throw new Error('There is none.');
  expect(shield.x).toBeCloseTo(picture.axis.x(refused.at));
  expect(shield.size).toBeGreaterThanOrEqual(diamond.size);
  const [words] = named(texts, said);
  expect(words?.size).toBe(size);
  expect(words?.weight).toBe(600);
  // The arrow leaves the edge of the shield upwards.
  const arrow = picture.middle.findLast((mark) => mark.kind === 'heads' && mark.points.length === 4);
  if (arrow?.kind !== 'heads') throw new Error('Nothing bounces off.');
  const [x = 0, y = 0, , dy] = arrow.points;
  expect(dy).toBeLessThan(-0.7);
  expect(Math.abs(x - shield.x)).toBeLessThan(14);
  expect(shield.y - shield.size / 2 - y).toBeGreaterThan(10);
});

test('near the right edge the refused write bounces to the left, and stays in the picture', () => {
  const { trace } = pictureOfStory('20:fix');
  const refused = spansOf(trace).resource.find(({ kind }) => kind === 'rejected');
  const { middle, axis } = pictureFor(trace, { view: { from: 0, to: refused?.at ?? 0 } });
  const arrow = middle.findLast((mark) => mark.kind === 'heads' && mark.points.length === 4);
  expect(arrow?.kind === 'heads' ? arrow.points[0] : 0).toBeLessThan(axis.right);
});

test('on a phone, neither the ring of a promotion nor the other refusal covers words', () => {
  const phone = { width: 390, height: 560 };
  const { picture, texts } = pictureOfStory('84', phone);
  const [words] = named(texts, 'crashed');
  const ring = picture.top.find((mark) => mark.kind === 'glyph' && mark.shape === 'ring');
  if (words === undefined || ring?.kind !== 'glyph') throw new Error('There is none.');
  const box = { x: ring.x - 5, y: ring.y - 5, width: 10, height: 10 };
  expect(touches(boxOf(words, roughMeasure), box)).toBe(false);
  const refused = named(pictureOfStory('53', phone).texts, ' < 6').map(({ text }) => text);
  expect(refused).toEqual(['3 < 6', '4 < 6']);
});

const sheet = { width: 1000, height: 560, scale: 1.45 };

test.each(['24', '67'])(
  'in story %s the letters of two at once stand above a stretch narrower than they are',
  (name) => {
    const { picture, texts } = pictureOfStory(name, { width: 560, height: 560 });
    const [letters] = texts.filter(({ text }) => text === '1 2');
    const stretch = picture.top.find((mark) => mark.kind === 'box' && mark.of === 'two');
    if (letters === undefined || stretch?.kind !== 'box') throw new Error('There is none.');
    const { x, width } = boxOf(letters, roughMeasure);
    expect(letters.y).toBeLessThan(stretch.y);
    expect(x < stretch.x + stretch.width && x + width > stretch.x).toBe(true);
  },
);

test('letters on stripes stand on a plate, and the stripes are seen at both of its sides', () => {
  const { picture, texts } = pictureOfStory('75', sheet);
  const letters = texts.find(({ text }) => text === '1 2');
  const { top, bottom } = picture.lanes.holderStrip;
  const plates = picture.middle.filter((mark) => mark.kind === 'box' && mark.ink === 'page' && mark.y > top);
  const [plate] = plates.filter((mark) => mark.kind === 'box' && mark.y + mark.height < bottom);
  const stripes = picture.middle.filter((mark) => mark.kind === 'box' && mark.of === 'holder');
  if (letters === undefined || plate?.kind !== 'box') throw new Error('There is none.');
  const under = stripes.filter(
    (mark) => mark.kind === 'box' && mark.x < plate.x - 4 && mark.x + mark.width > letters.x,
  );
  expect(under.length).toBe(2);
  expect(letters.x).toBeCloseTo(plate.x + plate.width / 2);
});

test.each([
  ['75', ['chunks 1–4']],
  ['31', ['chunks 1–2']],
])('story %s names the chunks of one write together', (name, said) => {
  const { texts } = pictureOfStory(name, sheet);
  expect(named(texts, 'chunk').flatMap(({ text }) => (/^chunks? \d/.test(text) ? [text] : []))).toEqual(said);
});

test('chunks that are far from each other are named one by one', () => {
  const { texts } = pictureOfStory('75', { ...sheet, view: { from: 2_550_000, to: 2_850_000 } });
  expect(named(texts, 'chunk ').length).toBeGreaterThan(1);
  expect(named(texts, 'chunks ')).toEqual([]);
});

test('every short hold of story 32 has its token over it, and every value of the counter is under its bar', () => {
  const { picture, texts } = pictureOfStory('32', sheet);
  const of = (id: string) => {
    const lane = picture.lanes.all.find((each) => each.id === id);
    if (lane === undefined) throw new Error(`No lane of ${id}.`);
    return lane;
  };
  for (const id of ['client1', 'client2']) {
    const { top, y } = of(id);
    const over = texts.filter((mark) => mark.y > top - 8 && mark.y < y && mark.ink.startsWith('client-'));
    expect(
      over
        .map(({ text }) => text.slice(-1))
        .sort()
        .join(''),
    ).toBe('1234');
  }
  const { y, half, top, height } = of('nodeA');
  const under = texts.filter((mark) => mark.font === 'mono' && mark.y > y + half && mark.y < top + height + 8);
  expect(
    under
      .map(({ text }) => text.slice(-1))
      .sort()
      .join(''),
  ).toBe('11223344');
});

test('in a low picture the arrow of a refused write leaves the keys above it their letters', () => {
  const { picture, texts } = pictureOfStory('53', { width: 700, height: 420 });
  const last = picture.lanes.all.find(({ id }) => id === 'nodeE');
  const letters = texts.filter(({ ink, y, text }) => ink === 'on-colour' && y === last?.y && text.startsWith('4'));
  expect(letters.length).toBe(2);
});

test('a list that stands alone says its name, however short its bar is', () => {
  expect(named(pictureOfStory('26h', sheet).texts, 'lock-signal [1]').length).toBe(1);
});

test('a key that outlives a restart at once says after it whose it is', () => {
  const { picture, texts } = pictureOfStory('88', sheet);
  const lane = picture.lanes.all.find(({ role }) => role === 'service');
  const start = picture.top.find((mark) => mark.kind === 'glyph' && mark.shape === 'start');
  const [owner] = texts.filter(({ ink, y, text }) => ink === 'on-colour' && y === lane?.y && text.startsWith('1'));
  if (owner === undefined || start?.kind !== 'glyph') throw new Error('There is none.');
  expect(owner.x).toBeGreaterThan(start.x + 6);
});

test('where many commands are lost side by side, words above their signs say why', () => {
  expect(named(pictureOfStory('80', sheet).texts, 'nobody there').length).toBeGreaterThan(1);
});

test('a resend is told in words where they find a place nearer to its client', () => {
  expect(named(pictureOfStory('54', sheet).texts, 'resend 1 by the client library').length).toBe(1);
});

test('of three answers that come late side by side, one says by how much', () => {
  expect(named(pictureOfStory('57', { width: 1000, height: 560 }).texts, 'delayed by').length).toBe(1);
});
