// The judge and the picture know the course of a trace only by its spans. Each kind of span is derived from a
// handwritten run.
import { expect, test } from 'vitest';
import { processIndex } from '../../../src/core/model/trace/trace';
import { textOf } from '../../../src/core/model/trace/traceReader';
import { instant } from '../../../src/core/model/values/time';
import { clockOffset } from '../../../src/core/spans/clockSpans';
import type { MessageFate } from '../../../src/core/spans/messageSpans';
import { holds, overlaps, spansOf } from '../../../src/core/spans/spans';
import { pauseTrace } from '../../support/pauseTrace';
import { traceOf } from '../../support/traceOf';

const trace = pauseTrace();
const spans = spansOf(trace);
const index = (id: Parameters<typeof processIndex>[1]): number => processIndex(trace, id);

test('a message lasts from its sending to its arrival, and its reply is the next number', () => {
  const { messages } = spans;
  const row = messages.rowOf(0);
  expect(messages.sentAt(row)).toBe(250_000);
  expect(messages.endAt(row)).toBe(320_000);
  expect(messages.from(row)).toBe(index('client1'));
  expect(messages.to(row)).toBe(index('nodeA'));
  const reply = messages.rowOf(1);
  expect(messages.from(reply)).toBe(index('nodeA'));
  expect(messages.ok(reply)).toBe(1);
  expect(messages.rowOf(100_000)).toBe(-1);
});

test('every message of the run has a row, and the lost reply is the only lost one', () => {
  const { messages } = spans;
  const rows = Array.from({ length: messages.count }, (_, row) => row);
  const lost = rows.filter((row) => messages.fate(row) === 'lost');
  expect(lost).toHaveLength(1);
  expect(messages.count).toBe([...trace.kind].filter((kind) => kind === 0).length);
  const sentAt = rows.map((row) => messages.sentAt(row));
  expect(sentAt).toEqual([...sentAt].sort((a, b) => a - b));
});

test('late, timed out and still flying are told apart', () => {
  const { add, trace: finish } = bound(traceOf());
  add(0, 'sent', 'client1', { peer: 'nodeA', message: 0, text: 'SET', leg: 0 });
  add(0, 'sent', 'client1', { peer: 'nodeB', message: 2, text: 'SET', leg: 0 });
  add(5, 'arrived', 'nodeA', { peer: 'client1', message: 0 });
  add(5, 'received', 'nodeA', { peer: 'client1', message: 0, ok: 1 });
  add(5, 'sent', 'nodeA', { peer: 'client1', message: 1, text: 'OK', leg: 1 });
  add(50, 'timedOut', 'client1', { peer: 'nodeA', message: 0 });
  add(60, 'arrived', 'client1', { peer: 'nodeA', message: 1 });
  add(60, 'late', 'client1', { peer: 'nodeA', message: 1 });
  const { messages } = spansOf(finish(100));
  const fateOf = (message: number): MessageFate => messages.fate(messages.rowOf(message));
  expect([fateOf(0), fateOf(1), fateOf(2)]).toEqual(['received', 'late', 'flying']);
  expect(messages.timedOutAt(messages.rowOf(0))).toBe(50_000);
  expect(messages.endAt(messages.rowOf(2))).toBe(-1);
});

test('a key lasts until it expires, and says whose it was and when it would have gone', () => {
  const own = spans.entries.filter(({ process }) => process === index('nodeA'));
  expect(own.map(({ owner, from, to, cause }) => ({ owner, from, to, cause }))).toEqual([
    { owner: index('client1'), from: 320_000, to: 2_320_000, cause: 'expired' },
    { owner: index('client2'), from: 2_430_000, to: 3_700_000, cause: 'deleted' },
  ]);
  expect(own[1]?.expiresAt).toBe(4_430_000);
  expect(own[1]?.removedBy).toBe(index('client2'));
});

test('a key that is set anew replaces the old one without a gap', () => {
  const hand = traceOf();
  hand.set(0, 'client1', 'A', 1000, 'x');
  hand.set(400, 'client1', 'A', 1000, 'x');
  const { entries, quorum } = spansOf(hand.trace(500));
  expect(entries.map(({ to, cause }) => ({ to, cause }))).toEqual([
    { to: 400_000, cause: 'replaced' },
    { to: null, cause: null },
  ]);
  expect(quorum.map(({ count }) => count)).toEqual([1, 1]);
});

test('a clock that leaps forward takes the rest of the life of a key', () => {
  const hand = traceOf();
  hand.set(0, 'client1', 'A', 1000);
  hand.add(300, 'clockSet', 'nodeA', { by: 500_000, ppm: 0 });
  expect(spansOf(hand.trace(400)).entries[0]?.expiresAt).toBe(500_000);
});

test('the quorum is counted by owner: five, then none, then five for the other', () => {
  const counts = (owner: number): readonly number[] =>
    spans.quorum.filter((step) => step.owner === owner).map(({ count }) => count);
  expect(counts(index('client1'))).toEqual([1, 2, 3, 4, 5, 4, 3, 2, 1, 0]);
  expect(counts(index('client2'))).toEqual([1, 2, 3, 4, 5, 4, 3, 2, 1, 0]);
});

test('a hold is inside from acquired to the call of release, not to its return', () => {
  const [first, refused, second] = holds(trace);
  expect(first).toMatchObject({ acquiredAt: 500_000, heldUntil: 3_720_000, end: 'released', reason: 'not-owner' });
  expect(first?.validities[0]?.until).toBe(2_405_000);
  expect(refused).toMatchObject({ acquiredAt: null, end: 'refused', heldUntil: 1_480_000 });
  expect(second).toMatchObject({ acquiredAt: 2_662_000, heldUntil: 3_600_000, releasedAt: 3_980_000 });
});

test('a crash ends the hold, and a hold that never ends lasts as long as the run', () => {
  const hand = traceOf();
  hand.grant(0, 'client1', 1);
  hand.add(100, 'crashed', 'client1', { fault: -1, power: 0 });
  hand.grant(200, 'client2', 2, { ttl: -1 });
  const [crashed, open] = holds(hand.trace(900));
  expect(crashed).toMatchObject({ end: 'crashed', heldUntil: 100_000 });
  expect(open).toMatchObject({ end: 'open', heldUntil: 900_000, heldUntilSeq: -1 });
  expect(open?.validities[0]?.until).toBeNull();
});

test('two are inside at once exactly between the second acquired and the first end', () => {
  expect(spans.overlaps).toHaveLength(1);
  expect(spans.overlaps[0]).toMatchObject({ from: 2_662_000, to: 3_600_000, processes: [0, 1] });
});

test('handing over in the same instant is no overlap, and one client twice inside is none either', () => {
  const hand = traceOf();
  hand.grant(0, 'client1', 1);
  hand.release(100, 'client1', 1);
  hand.grant(80, 'client2', 2);
  const twice = traceOf();
  twice.grant(0, 'client1', 1);
  twice.grant(50, 'client1', 2);
  twice.release(100, 'client1', 2);
  expect(overlaps(holds(hand.trace()))).toEqual([]);
  expect(overlaps(holds(twice.trace()))).toEqual([]);
});

test('a third holder makes a stretch of its own', () => {
  const hand = traceOf({ settings: { clients: 3 } });
  hand.grant(0, 'client1', 1);
  hand.grant(100, 'client2', 2);
  hand.grant(200, 'client3', 3);
  hand.release(300, 'client2', 2);
  const found = overlaps(holds(hand.trace(400))).map(({ from, to, processes }) => ({
    from,
    to,
    count: processes.length,
  }));
  expect(found).toEqual([
    { from: 120_000, to: 220_000, count: 2 },
    { from: 220_000, to: 300_000, count: 3 },
    { from: 300_000, to: 400_000, count: 2 },
  ]);
});

test('a pause lasts until the process goes on, and knows its fault', () => {
  expect(spans.outages).toMatchObject([{ kind: 'paused', process: 0, fault: 0, from: 615_000, to: 3_515_000 }]);
  expect(spans.faults.map(({ name, from, to }) => ({ name, from, to }))).toEqual([
    { name: 'pause', from: 615_000, to: 3_515_000 },
    { name: 'lost', from: 444_000 + 4_000, to: 448_000 },
  ]);
});

test('a crash during a pause ends the pause, and a restart says what was kept', () => {
  const hand = traceOf();
  hand.add(0, 'paused', 'nodeA', { fault: -1 });
  hand.add(10, 'crashed', 'nodeA', { fault: -1, power: 1 });
  hand.add(30, 'started', 'nodeA', { kept: 2 });
  expect(spansOf(hand.trace()).outages).toMatchObject([
    { kind: 'paused', to: 10_000 },
    { kind: 'power-loss', from: 10_000, to: 30_000, kept: 2 },
  ]);
});

test('a clock is read from its offset, its rate and its jumps; the scenario sets its beginning', () => {
  const hand = traceOf({ settings: { own: { nodeA: { clock: { offset: 40, ppm: 100_000 } } } } });
  hand.add(1000, 'clockSet', 'nodeA', { by: 8_000_000, ppm: 0 });
  const made = hand.trace(2000);
  const { clocks } = spansOf(made);
  const nodeA = processIndex(made, 'nodeA');
  expect(clockOffset(clocks, nodeA, instant(0))).toBe(40_000);
  expect(clockOffset(clocks, nodeA, instant(500_000))).toBe(90_000);
  expect(clockOffset(clocks, nodeA, instant(1_500_000))).toBe(8_140_000);
  expect(clockOffset(clocks, processIndex(made, 'nodeB'), instant(500_000))).toBe(0);
});

test('a clock that is set to a part of a millionth runs at the whole rate at which every run has it', () => {
  const own = { nodeA: { clock: { ppm: 100_000.6 } }, nodeB: { clock: { ppm: 0.4 } } };
  const { clocks } = spansOf(traceOf({ settings: { own } }).trace(2000));
  expect(clocks.map(({ ppm }) => ppm)).toEqual([100_001]);
});

test('a write that replaces what its writer had not seen destroys it', () => {
  const writes = spans.resource.filter(({ kind }) => kind === 'wrote');
  expect(writes.map(({ client, destroyed }) => ({ client, destroyed: destroyed.map(({ value }) => value) }))).toEqual([
    { client: index('client2'), destroyed: [] },
    { client: index('client1'), destroyed: [43] },
  ]);
});

test('the highest token seen never falls, and a rejection does not raise it', () => {
  const hand = traceOf();
  hand.write(10, 'client1', { basedOn: 0, value: 1, token: 33 });
  hand.write(20, 'client2', { basedOn: 1, value: 2, token: 34 });
  hand.add(30, 'rejected', 'storage', { peer: 'client1', message: -1, token: 33, against: 34, value: 3 });
  expect(spansOf(hand.trace()).resource.map(({ tokenMax }) => tokenMax)).toEqual([33, 34, 34]);
});

test('a read that shows its token leaves none, a mark does', () => {
  const hand = traceOf();
  hand.write(10, 'client1', { basedOn: 0, value: 1, token: 33 });
  hand.add(20, 'read', 'storage', { peer: 'client2', message: -1, version: 1, token: 34, value: 1 });
  hand.add(30, 'marked', 'storage', { peer: 'client2', token: 34 });
  expect(spansOf(hand.trace()).resource.map(({ tokenMax }) => tokenMax)).toEqual([33, 33, 34]);
});

test('texts of messages are those of the string table', () => {
  expect(textOf(trace, spans.messages.text(0))).toBe('SET');
});

function bound(hand: ReturnType<typeof traceOf>) {
  return { add: hand.add.bind(hand), trace: hand.trace.bind(hand) };
}
