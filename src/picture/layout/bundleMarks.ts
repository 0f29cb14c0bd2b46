/**
 * A round of requests has a pie of its answers, with their number, at any zoom and width. A round that is too narrow
 * for its messages is drawn as one bundle; zoomed in, it unfolds by itself. A message that was lost, came too late,
 * did damage or has a fault is always drawn.
 */

import { isGoing } from '../../core/model/trace/trace';
import { textOf } from '../../core/model/trace/traceReader';
import { nth } from '../../core/model/values/nth';
import type { Messages } from '../../core/spans/messageSpans';
import { votersOf } from '../../core/spans/voters';
import { type Drawing, inkOf, type Layers, laneOf, textInkOf } from './drawing';
import { centredAt, leftOf, rightOf } from './labels';
import { glyphMark } from './marks';
import { isPausedAt } from './outageMarks';

/** A round narrower than this, in pixels, is drawn as one bundle. */
const roundMin = 40;
/**
 * The longest pause between two messages of a round. A client that gets no answer notices a little later than its
 * request was lost.
 */
const pauseMax = 8;
/** The least number of messages in a bundle. Fewer can be distinguished. */
const askedMin = 3;
/** How many messages before and after the view are read, so that a round at the edge is counted in full. */
const neighborsMax = 64;

export interface Bundle {
  /** The client, as an index into `header.processes`. */
  readonly process: number;
  /** Whether it asks for the lock or for more time. A release asks for nothing. */
  readonly isAsking: boolean;
  /** How many nodes were asked, how many said yes in time, and how many answers came after the others had decided. */
  readonly requestCount: number;
  readonly yes: number;
  readonly late: number;
  /** The run goes on, so the count may still grow. */
  readonly isOpen: boolean;
  /** Too narrow for one line for each message, so its messages are drawn as one. */
  readonly isFolded: boolean;
  readonly requests: readonly number[];
  readonly replies: readonly number[];
}

/** A bundle with its pie, which can be pointed at. */
export interface Pie {
  readonly bundle: Bundle;
  readonly x: number;
  readonly y: number;
}

interface Round {
  readonly text: number;
  readonly rowsByNode: Map<number, number>;
  from: number;
  to: number;
}

/**
 * The rounds: one client sends the same request to several processes, and sends each before all earlier ones are
 * over, or soon after. Cost: linear in the rows.
 * @param rows the rows in view
 * @param single rows that are always drawn separately
 * @param flight how long a message usually travels, in µs
 */
export function bundlesOf(
  drawing: Drawing,
  {
    rows,
    single,
    flight,
  }: { readonly rows: readonly number[]; readonly single: ReadonlySet<number>; readonly flight: number },
): readonly Bundle[] {
  const { messages, faults } = drawing.spans;
  const apart = new Set([...single, ...faults.map(({ row }) => row)]);
  const open = new Map<number, Round>();
  const bundles: Bundle[] = [];
  const inSight = new Set(rows);
  const close = (process: number, round: Round): void => {
    if (![...round.rowsByNode.values()].some((row) => inSight.has(row))) return;
    const bundle = bundleOf(drawing, process, round, apart);
    if (bundle !== null) bundles.push(bundle);
  };
  for (const row of withNeighbors(messages, rows)) {
    const process = messages.from(row);
    if (messages.leg(row) !== 'request' || drawing.trace.header.processes[process]?.role !== 'client') continue;
    const before = open.get(process);
    const [text, to, sentAt] = [messages.text(row), messages.to(row), messages.sentAt(row)];
    const answer = messages.rowOf(messages.message(row) + 1);
    const end = Math.max(messages.endAt(row), messages.timedOutAt(row), answer < 0 ? -1 : messages.receivedAt(answer));
    const isNext = before !== undefined && before.text === text && !before.rowsByNode.has(to);
    const isSoon = (to: number): boolean =>
      sentAt - to <= flight * 2 || drawing.axis.x(sentAt) - drawing.axis.x(to) <= pauseMax;
    if (isNext && isSoon(before.to)) {
      before.rowsByNode.set(to, row);
      before.to = Math.max(before.to, end);
      continue;
    }
    if (before !== undefined) close(process, before);
    open.set(process, { text, rowsByNode: new Map([[to, row]]), from: sentAt, to: Math.max(end, sentAt) });
  }
  for (const [process, round] of open) close(process, round);
  return bundles;
}

function withNeighbors({ count }: Messages, rows: readonly number[]): readonly number[] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [from, to] = [Math.max(0, first - neighborsMax), Math.min(count, last + 1 + neighborsMax)];
  const before = Array.from({ length: first - from }, (_, i) => from + i);
  const after = Array.from({ length: to - last - 1 }, (_, i) => last + 1 + i);
  return [...before, ...rows, ...after];
}

/** null: the round asks too few processes. */
function bundleOf(drawing: Drawing, process: number, round: Round, apart: ReadonlySet<number>): Bundle | null {
  const { axis, spans } = drawing;
  const { messages } = spans;
  if (round.rowsByNode.size < askedMin) return null;
  // A late reply is plain if no client waited for it any more, but not if it came after a timeout.
  const isPlain = (row: number): boolean => {
    const fate = messages.fate(row);
    const isUsual = fate === 'arrived' || fate === 'received' || (fate === 'late' && !isAfterTimeout(drawing, row));
    // A server that is down has a gap in its lane instead.
    if (fate === 'lost' && messages.cause(row) === 'gone') return !apart.has(row);
    return isUsual && !apart.has(row) && !messages.isStalled(row) && messages.resends(row) <= 0;
  };
  const requestRows = [...round.rowsByNode.values()];
  const answers = requestRows.map((row) => messages.rowOf(messages.message(row) + 1)).filter((row) => row >= 0);
  const plain = requestRows.filter(isPlain);
  const isFolded = axis.x(round.to) - axis.x(round.from) < roundMin && plain.length >= askedMin;
  const [requests, replies] = isFolded ? [plain, answers.filter(isPlain)] : [requestRows, answers];
  const yes = answers.filter((row) => messages.ok(row) === 1 && messages.receivedAt(row) >= 0).length;
  const late = answers.filter((row) => messages.fate(row) === 'late').length;
  const isAsking = asksForLock(drawing, process, nth(requestRows, 0));
  const isOpen =
    isGoing(drawing.trace) && answers.filter((row) => messages.receivedAt(row) >= 0).length < requestRows.length;
  return { process, isAsking, requestCount: requestRows.length, yes, late, isOpen, isFolded, requests, replies };
}

export function isAfterTimeout({ spans: { messages } }: Drawing, row: number): boolean {
  const request = messages.rowOf(messages.message(row) ^ 1);
  return request >= 0 && messages.timedOutAt(request) >= 0;
}

/**
 * While the client holds the lock every request asks, except those of the release; before that, the requests with the
 * first command of the attempt.
 */
function asksForLock({ trace, spans: { holds, messages } }: Drawing, process: number, row: number): boolean {
  const seq = messages.sentSeq(row);
  const command = (of: number): string | undefined => textOf(trace, messages.text(of)).split(' ', 1)[0];
  const hold = holds.findLast((other) => other.process === process && other.acquiringSeq < seq);
  if (hold === undefined) return false;
  if (hold.acquiredSeq >= 0 && hold.acquiredSeq < seq) return hold.heldUntilSeq < 0 || seq < hold.heldUntilSeq;
  for (let first = messages.sentFrom(hold.acquiringSeq); first <= row; first++)
    if (messages.from(first) === process) return command(first) === command(row);
  return false;
}

/** Separates the two legs of a bundle, and the accepted requests from the rest. */
interface TrunkLook {
  readonly leg: 'request' | 'reply';
  readonly width: number;
  readonly alpha: number;
  readonly hasHeads: boolean;
}

const requestLook: TrunkLook = { leg: 'request', width: 1.2, alpha: 0.4, hasHeads: false };
const granted: TrunkLook = { leg: 'request', width: 2.4, alpha: 1, hasHeads: true };
const answered: TrunkLook = { leg: 'reply', width: 1.2, alpha: 0.75, hasHeads: true };

/**
 * A folded round has one line out, strong as far as the farthest process that said yes and faint beyond it, and one
 * line back. The pie stands before them, or before the lines of the messages, on the client's lane. A release is one
 * faint line.
 * @returns the pies that are drawn.
 */
export function bundleMarks(drawing: Drawing, layers: Layers, bundles: readonly Bundle[]): readonly Pie[] {
  const { messages } = drawing.spans;
  const pies: Pie[] = [];
  const isCrowded = bundles.filter(({ isAsking }) => isAsking).length >= crowdedFrom;
  for (const bundle of bundles) {
    const { isAsking, isFolded, requests } = bundle;
    const toStorage = laneOf(drawing, messages.to(nth(requests, 0)))?.role === 'storage';
    if (isFolded) trunk(drawing, layers, requests, requestLook);
    if (isFolded && (isAsking || toStorage)) trunks(drawing, layers, bundle);
    if (!isAsking || toStorage) continue;
    const drawn = pie(drawing, layers, bundle, isCrowded);
    if (drawn !== null) pies.push(drawn);
  }
  return pies;
}

/** One line to the processes that said yes, and one back. */
function trunks(drawing: Drawing, layers: Layers, { requests, replies }: Bundle): void {
  const { messages } = drawing.spans;
  const yes = replies.filter((row) => messages.ok(row) === 1);
  const to = new Set(yes.map((row) => messages.from(row)));
  const grantedBy = requests.filter((row) => to.has(messages.to(row)));
  trunk(drawing, layers, grantedBy, granted);
  trunk(drawing, layers, yes.length > 0 ? yes : replies, answered);
}

/** The line goes to the farthest lane, with a head at the edge of each lane where a message arrives. */
function trunk(
  drawing: Drawing,
  layers: Layers,
  rows: readonly number[],
  { leg, width, alpha, hasHeads }: TrunkLook,
): void {
  const { axis, spans, trace } = drawing;
  const { messages } = spans;
  const isReply = leg === 'reply';
  const lines = rows.flatMap((row) => {
    const [from, to] = [laneOf(drawing, messages.from(row)), laneOf(drawing, messages.to(row))];
    if (from === undefined || to === undefined || messages.endAt(row) < 0) return [];
    return [{ x1: axis.x(messages.sentAt(row)), y1: from.y, x2: axis.x(messages.endAt(row)), to }];
  });
  const [first] = lines;
  if (first === undefined) return;
  const far = lines.reduce((a, b) => (Math.abs(b.to.y - b.y1) > Math.abs(a.to.y - a.y1) ? b : a), first);
  const row = nth(rows, 0);
  const ink = inkOf(trace, isReply ? messages.to(row) : messages.from(row));
  const { x1, y1, x2, to } = far;
  const points = [x1, y1, x2, to.y];
  layers.crossings.push(points);
  layers.middle.push({ kind: 'lines', of: leg, ink, alpha, width, dash: isReply ? [3.5, 2.5] : null, points });
  if (!hasHeads) return;
  const down = to.y > y1 ? 1 : -1;
  const tips = isReply ? [to] : lines.map((line) => line.to);
  const heads = tips.flatMap((lane) => {
    // The edge of a key's bar: a head on the bar would hide the owner's letter.
    const y = isReply ? lane.y : lane.y - down * (lane.half + 1);
    return [x1 + ((x2 - x1) * (y - y1)) / (to.y - y1), y, 0, down];
  });
  layers.middle.push({ kind: 'heads', of: leg, ink, alpha, filled: !isReply, size: 6, points: heads });
}

const pieSize = 14;
/** Equal counts of one client stand at least this far apart. */
const countApart = 36;
/** From this number of pies on, a count without a clear place is left out. Each pie can still be pointed at. */
const crowdedFrom = 24;

/** null: it is out of view. */
function pie(drawing: Drawing, layers: Layers, bundle: Bundle, isCrowded: boolean): Pie | null {
  const { process, yes, late, requests } = bundle;
  const { axis, spans, trace, words } = drawing;
  const lane = laneOf(drawing, process);
  if (lane === undefined) return null;
  const sentAt = spans.messages.sentAt(nth(requests, 0));
  const line = axis.x(sentAt);
  if (line < axis.left - 6 || line > axis.right) return null;
  const beside = pieSize / 2 + 4;
  // At the left edge it would be cut, and a pause before the round would cover it.
  const isCovered = line - beside - pieSize / 2 < axis.left - 6 || isPausedAt(drawing, process, axis.at(line - beside));
  const x = isCovered ? line + beside : line - beside;
  const { y } = lane;
  const isEnough = yes >= votersOf(trace, process).need;
  const look = { share: yes / bundle.requestCount, alpha: isEnough ? 1 : 0.75, ink: inkOf(trace, process) };
  layers.middle.push(glyphMark({ shape: 'pie', x, y, size: pieSize, ...look }));
  layers.occupied.push({ x: x - pieSize / 2, y: y - pieSize / 2, width: pieSize, height: pieSize });
  const below = isCovered ? rightOf(x - pieSize / 2, y + lane.half + 10) : leftOf(x + pieSize / 2, y + lane.half + 10);
  const next = isCovered ? rightOf(x + pieSize / 2 + 3, y) : leftOf(x - pieSize / 2 - 3, y);
  const count = `${yes}/${bundle.requestCount}`;
  const summary = words.bundle(bundle.requestCount, yes, late);
  const under = centredAt(x, below.y);
  const over = y - lane.half - 8;
  // The next round may stand right beside a folded round.
  const behind = [rightOf(line + 4, below.y), rightOf(line + 4, over)];
  layers.labels.push({
    texts: bundle.isOpen ? [words.untilNow(summary)] : [summary, count],
    positions: [next, below, { ...below, y: over }, under, { ...under, y: over }, ...(bundle.isFolded ? [] : behind)],
    ink: textInkOf(trace, process),
    priority: 26,
    once: `bundle ${process}`,
    // Close together, equal counts would scatter above and below their pies.
    apart: { group: `bundle ${process} ${count}`, by: countApart },
    onlyClear: true,
    // A pie shows its number only by its count, so the count may cross a line. In a crowd it would cross too many.
    ...(isCrowded ? {} : { otherwise: count }),
  });
  return { bundle, x, y };
}
