/**
 * Messages as slanted lines with heads, or as density if there are more messages than pixels. The shape separates
 * requests from replies and shows what happened to them. The colour only shows the client.
 */
import type { LossCause, Trace } from '../../core/model/trace/trace';
import type { Messages } from '../../core/spans/messageSpans';
import { bundleMarks, bundlesOf, isAfterTimeout, type Pie } from './bundleMarks';
import { type Drawing, inkOf, type Layers, laneOf } from './drawing';
import { centredAt, type Label, leftOf, rightOf } from './labels';
import type { Lane } from './lanes';
import { glyphMark, type HeadsMark, type LinesMark, linesMark, type Mark } from './marks';
import { isPausedAt } from './outageMarks';

/** The position of each drawn message, for the pointer: one row per message, in the order of sending. */
export interface DrawnMessages {
  readonly rows: readonly number[];
  /** x1, y1, x2, y2 for each row. */
  readonly points: readonly number[];
  readonly pies: readonly Pie[];
}

interface Batch {
  readonly lines: { -readonly [K in keyof LinesMark]: LinesMark[K] } & { points: number[] };
  readonly heads: { -readonly [K in keyof HeadsMark]: HeadsMark[K] } & { points: number[] };
}

/**
 * Dashes cost the canvas several times as much as a solid line. Above this many replies, thinner and paler solid lines
 * replace them.
 */
const dashedMax = 500;

interface Options {
  /** Rows in view, as `visibleRows` finds them. */
  readonly rows: readonly number[];
  /** Rows of requests that did damage. They are drawn conspicuously. */
  readonly broken: ReadonlySet<number>;
}

/** The rows of messages that are at least partly in view. */
export function visibleRows({ spans, axis }: Drawing): readonly number[] {
  const { messages } = spans;
  const rows: number[] = [];
  for (let row = 0; row < messages.count; row++) {
    if (messages.sentAt(row) > axis.view.to) break;
    const end = messages.endAt(row);
    if (end < 0 || end >= axis.view.from) rows.push(row);
  }
  return rows;
}

/** Draws each message separately. Cost: linear in the rows. */
export function messageMarks(drawing: Drawing, layers: Layers, { rows, broken }: Options): DrawnMessages {
  const batches = new Map<string, Batch>();
  const drawn: { rows: number[]; points: number[] } = { rows: [], points: [] };
  const signs: Mark[] = [];
  const flight = usualFlight(drawing.spans.messages);
  const isDense = rows.length > dashedMax;
  const bundles = bundlesOf(drawing, { rows, single: broken, flight });
  const bundled = new Set(
    bundles.flatMap(({ isFolded, requests, replies }) => (isFolded ? [...requests, ...replies] : [])),
  );
  for (const row of rows) {
    const line = lineOf(drawing, row, flight);
    if (line === null) continue;
    // Each message of a bundle can still be pointed at.
    drawn.rows.push(row);
    drawn.points.push(line.x1, line.y1, line.x2, line.y2);
    if (bundled.has(row)) continue;
    const batch = batchFor(batches, drawing, { row, isBroken: broken.has(row), isDense });
    batch.lines.points.push(line.x1, line.y1, line.x2, line.y2);
    if (!isDense) layers.crossings.push([line.x1, line.y1, line.x2, line.y2]);
    if (drawing.spans.messages.isStalled(row) && !isWatch(drawing, row))
      stall(drawing, layers, { row, flight, batch, signs });
    if (!isDense && drawing.spans.messages.resends(row) > 0) layers.labels.push(resendLabel(drawing, row, line));
    end(drawing, layers, { row, line, batch, signs, isDense });
  }
  for (const { lines, heads } of batches.values()) {
    layers.middle.push(lines);
    if (heads.points.length > 0) layers.middle.push(heads);
  }
  layers.middle.push(...signs);
  return { ...drawn, pies: bundleMarks(drawing, layers, bundles) };
}

interface Line {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** The line from sending to end; a lost message stops on the way. */
function lineOf(drawing: Drawing, row: number, flight: number): Line | null {
  const { messages } = drawing.spans;
  const from = laneOf(drawing, messages.from(row));
  const to = laneOf(drawing, messages.to(row));
  if (from === undefined || to === undefined) return null;
  const sentAt = messages.sentAt(row);
  const endAt = messages.endAt(row);
  const fate = messages.fate(row);
  const isShort = fate === 'lost' || fate === 'flying';
  const hasWaited = messages.isStalled(row) && messages.resentAt(row) < 0;
  const whole = endAt > sentAt && fate !== 'flying' && !hasWaited ? endAt : sentAt + flight;
  const resentAt = messages.resentAt(row);
  if (resentAt >= 0 && !isShort) {
    const y2 = to.y - Math.sign(to.y - from.y) * edgeOf(drawing, to.process, endAt);
    return { x1: drawing.axis.x(resentAt), y1: Math.max(from.top, to.top), x2: drawing.axis.x(endAt), y2 };
  }
  const x1 = drawing.axis.x(sentAt);
  const down = to.y > from.y ? 1 : -1;
  const y2 = isShort ? shortOf(drawing, row, from, to) : to.y - down * edgeOf(drawing, to.process, endAt);
  const share = isShort ? (y2 - from.y) / (to.y - from.y) : 1;
  const x2 = x1 + (drawing.axis.x(whole) - x1) * share;
  return { x1, y1: from.y + down * edgeOf(drawing, from.process, sentAt), x2, y2 };
}

interface Stalled {
  readonly row: number;
  readonly flight: number;
  readonly batch: Batch;
  readonly signs: Mark[];
}

/** A message stopped by a cut. It stands at the edge of the lower lane until it is resent or its connection ends. */
function stall(drawing: Drawing, layers: Layers, { row, flight, batch, signs }: Stalled): void {
  const { messages } = drawing.spans;
  const from = laneOf(drawing, messages.from(row));
  const to = laneOf(drawing, messages.to(row));
  if (from === undefined || to === undefined) return;
  const sentAt = messages.sentAt(row);
  const resentAt = messages.resentAt(row);
  const y = Math.max(from.top, to.top);
  const x1 = drawing.axis.x(sentAt);
  const x2 = x1 + (drawing.axis.x(sentAt + flight) - x1) * ((y - from.y) / (to.y - from.y));
  if (resentAt >= 0) batch.lines.points.push(x1, from.y, x2, y);
  const gone = messages.endAt(row);
  // A message that waits until the end of the run gets a short line, because many would merge into one bar.
  const waitedTo = resentAt >= 0 ? resentAt : gone;
  const points = [x2, y, waitedTo >= 0 ? Math.max(x2, drawing.axis.x(waitedTo)) : x2 + openWait, y];
  signs.push(linesMark({ ink: batch.lines.ink, alpha: 0.9, dash: [1, 3], points }));
  if (messages.fate(row) !== 'lost') layers.labels.push(lossLabel(drawing, 'cut', { x2, y2: y }));
}

/** The length of that line, in pixels, for a message whose end the run does not show. */
const openWait = 16;

/** The gap between the sign of a lost message and what is drawn on a lane, in pixels. */
const signRoom = 8;

/**
 * Where a lost message stops. A message to a machine without power, or to a closed port, reaches the process. A message
 * that the link dropped stops at the edge of the lower lane, where it meets no message of another server and no message
 * on another lane.
 */
function shortOf({ spans }: Drawing, row: number, from: Lane, to: Lane): number {
  const cause = spans.messages.cause(row);
  const door = to.y - Math.sign(to.y - from.y) * (to.half + signRoom);
  return cause === 'down' || cause === 'gone' ? door : Math.max(from.top, to.top);
}

/** A message to a paused process ends at the edge of the pause; any other ends on the line of the lane. */
function edgeOf(drawing: Drawing, process: number, at: number): number {
  const lane = laneOf(drawing, process);
  return lane !== undefined && isPausedAt(drawing, process, at) ? lane.half + 1 : 0;
}

interface Ending {
  readonly row: number;
  readonly line: Line;
  readonly batch: Batch;
  readonly signs: Mark[];
  readonly isDense: boolean;
}

function end(drawing: Drawing, layers: Layers, { row, line, batch, signs, isDense }: Ending): void {
  const { messages } = drawing.spans;
  const fate = messages.fate(row);
  const { x1, y1, x2, y2 } = line;
  if (fate === 'flying' || isWatch(drawing, row)) return;
  if (fate === 'lost') {
    // The connection of a waiting message ended there, not where the message stood.
    const x = messages.isStalled(row) ? Math.max(x2, drawing.axis.x(messages.endAt(row))) : x2;
    signs.push(glyphMark({ shape: 'cross', x, y: y2, size: 11, ink: batch.lines.ink }));
    layers.labels.push(lossLabel(drawing, causeOf(drawing, row), { x2: x, y2 }));
    layers.occupied.push({ x: x - 6, y: y2 - 6, width: 12, height: 12 });
    return;
  }
  if (fate === 'late') {
    signs.push(glyphMark({ of: 'late', shape: 'square', x: x2, y: y2, size: 11, ink: batch.lines.ink }));
    // A reply that was no longer needed is late as well. Only a late reply after a timeout has words.
    if (isAfterTimeout(drawing, row)) layers.labels.push(lateLabel(drawing, line, batch.lines.ink));
    return;
  }
  const size = Math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2) || 1;
  batch.heads.points.push(x2, y2, (x2 - x1) / size, (y2 - y1) / size);
  if (!isDense && messages.leg(row) === 'reply') sign(drawing, layers, { row, line, batch, signs });
  wait(drawing, row, line, signs, batch);
}

/** A + or − beside the head of a reply: whether the request was granted. */
function sign(drawing: Drawing, layers: Layers, { row, line, batch, signs }: Omit<Ending, 'isDense'>): void {
  const { messages } = drawing.spans;
  const { x2, y1, y2 } = line;
  const ok = messages.ok(row);
  const here = drawing.axis.x(messages.receivedAt(row));
  if (
    ok < 0 ||
    signs.some((other) => other.kind === 'glyph' && Math.abs(other.y - y2) < 16 && Math.abs(other.x - here - 7) < 16)
  )
    return;
  const y = y2 + (y1 > y2 ? 12 : -12);
  const shape = ok === 1 ? 'plus' : 'minus';
  signs.push(glyphMark({ shape, x: x2 + 7, y, size: 11, ink: batch.lines.ink }));
  layers.avoided.push({ x: x2 + 1, y: y - 6, width: 12, height: 12 });
}

/** A message to a paused process waits along the edge of the pause until the code reads it. */
function wait(drawing: Drawing, row: number, { x2, y2 }: Line, signs: Mark[], batch: Batch): void {
  const { messages } = drawing.spans;
  const endAt = messages.endAt(row);
  const takenAt = messages.receivedAt(row);
  if (takenAt <= endAt || !isPausedAt(drawing, messages.to(row), endAt)) return;
  const points = [x2, y2, drawing.axis.x(takenAt), y2];
  signs.push(linesMark({ ink: batch.lines.ink, alpha: 0.9, dash: [1, 3], points }));
}

function batchFor(
  batches: Map<string, Batch>,
  drawing: Drawing,
  { row, isBroken, isDense }: { row: number; isBroken: boolean; isDense: boolean },
): Batch {
  const { messages } = drawing.spans;
  const leg = messages.leg(row);
  const ink = isBroken ? 'broken' : inkOfMessage(drawing.trace, messages, row);
  const isRefused = isRefusal(messages, row);
  const isFaint = isWatch(drawing, row);
  const toStorage = isStorage(drawing.trace, messages.to(row));
  const key = `${ink} ${leg} ${isRefused} ${toStorage} ${isFaint}`;
  const earlierBatch = batches.get(key);
  if (earlierBatch !== undefined) return earlierBatch;
  const isReply = leg === 'reply';
  const alpha = isFaint ? 0.3 : isRefused ? 0.5 : isReply && isDense ? 0.45 : isReply ? 0.85 : 1;
  const width = isBroken ? 2 : isDense || isReply || isRefused ? 1 : toStorage ? 1.7 : 1.4;
  const batch: Batch = {
    lines: { kind: 'lines', of: leg, ink, alpha, width, dash: isReply && !isDense ? [3.5, 2.5] : null, points: [] },
    heads: { kind: 'heads', of: leg, ink, alpha, filled: !isReply, size: isDense ? 4 : 6, points: [] },
  };
  batches.set(key, batch);
  return batch;
}

/** Messages between a sentinel and another process. They are frequent, so they are faint; those to clients are rare. */
function isWatch({ trace, spans: { messages } }: Drawing, row: number): boolean {
  const [from, to] = [messages.from(row), messages.to(row)].map((process) => trace.header.processes[process]?.role);
  return (from === 'sentinel' && to !== 'client') || to === 'sentinel';
}

/** A request is as pale as its answer if the answer was no. */
function isRefusal(messages: Messages, row: number): boolean {
  if (messages.leg(row) === 'reply') return messages.ok(row) === 0;
  const answer = messages.rowOf(messages.message(row) + 1);
  return answer >= 0 && messages.ok(answer) === 0;
}

const isStorage = (trace: Trace, process: number): boolean => trace.header.processes[process]?.role === 'storage';

/** The color of the client at either end. */
export function inkOfMessage(trace: Trace, messages: Messages, row: number): string {
  const ink = inkOf(trace, messages.from(row));
  return ink === 'muted' ? inkOf(trace, messages.to(row)) : ink;
}

const causeOf = ({ spans }: Drawing, row: number): LossCause => spans.messages.cause(row) ?? 'dropped';

function lossLabel(drawing: Drawing, cause: LossCause, { x2, y2 }: Pick<Line, 'x2' | 'y2'>): Label {
  return {
    texts: [drawing.words.lost(cause)],
    positions: [
      rightOf(x2 + 11, y2),
      // Keeps clear of the signs of other messages in the same row.
      centredAt(x2, y2 + 14),
      centredAt(x2, y2 - 14),
    ],
    ink: 'muted',
    priority: 20,
    // The band of a cut link already says so.
    apart: cause === 'cut' ? { group: 'cut', by: 400 } : { group: `lost ${cause} ${Math.round(y2)}`, by: 160 },
  };
}

/** Beside the upper part of its line, so that two sendings of one command can be distinguished. */
function resendLabel({ spans: { messages }, trace, words }: Drawing, row: number, { x1, y1, x2, y2 }: Line): Label {
  const nth = messages.resends(row);
  const ink = inkOfMessage(trace, messages, row);
  const positions = [0.35, 0.6, 0.2].flatMap((share) => {
    const [x, y] = [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
    return [rightOf(x + 5, y), leftOf(x - 5, y)];
  });
  // The first one explains the numbers of the others.
  const texts = [...(nth === 1 ? [words.resentByLibrary(nth)] : []), `${nth + 1}×`];
  return { texts, positions, ink: ink === 'muted' ? ink : `${ink}-text`, priority: 22 };
}

function lateLabel(drawing: Drawing, { x2, y2, y1 }: Line, ink: string): Label {
  const y = y2 + (y1 > y2 ? 13 : -13);
  const positions = [rightOf(x2 + 6, y), leftOf(x2 - 6, y)];
  const apart = { group: `late ${ink}`, by: 260 };
  return { texts: [drawing.words.late], positions, ink: ink === 'muted' ? ink : `${ink}-text`, priority: 18, apart };
}

/** The median flight time of the first messages that arrived: how far a lost message would have come. */
export function usualFlight(messages: Messages): number {
  const flights: number[] = [];
  for (let row = 0; row < messages.count && flights.length < 31; row++) {
    const flight = messages.endAt(row) - messages.sentAt(row);
    if (messages.fate(row) !== 'lost' && !messages.isStalled(row) && flight > 0) flights.push(flight);
  }
  flights.sort((a, b) => a - b);
  return flights[flights.length >> 1] ?? 10_000;
}
