/**
 * The client's lane: what a client believes about its lock and what it does with it. Also the slab that shows two
 * holders at once.
 */
import { bisectLeft } from 'd3-array';
import { kindNumber } from '../../core/model/trace/trace';
import { column, instantAt, processAt, textOf } from '../../core/model/trace/traceReader';
import { actualExpiryOf } from '../../core/spans/actualExpiry';
import {
  type AcquiredHold,
  type HoldSpan,
  isAcquired,
  isWithoutLock,
  type OverlapSpan,
} from '../../core/spans/holdSpans';
import { spansOf } from '../../core/spans/spans';
import { type Drawing, inkOf, inView, type Layers, laneOf, lengthIn, spanX, textInkOf } from './drawing';
import { lettersOf, plateRoom } from './holderStripMarks';
import { centredAt, type Label, leftOf, rightOf } from './labels';
import type { Lane } from './lanes';
import { linesMark } from './marks';

/** The page's own style draws the bands of the lanes. This file draws what happens on them. */
export function clientMarks(drawing: Drawing, layers: Layers): void {
  const rooms = labelWidths(drawing);
  for (const hold of drawing.spans.holds) {
    const lane = laneOf(drawing, hold.process);
    if (lane === undefined) continue;
    if (isAcquired(hold)) holdMarks(drawing, layers, hold, { lane, labelWidth: rooms.get(hold) ?? 0 });
    else if (hold.end === 'refused') refusal(drawing, layers, hold, lane);
  }
}

/** The width for the words over each hold, so that they do not reach the client's next or previous hold. */
function labelWidths({ spans, axis }: Drawing): ReadonlyMap<HoldSpan, number> {
  const rooms = new Map<HoldSpan, number>();
  const before = new Map<number, AcquiredHold>();
  const held = spans.holds.filter(isAcquired);
  const startOf = ({ acquiredAt }: AcquiredHold): number => Math.max(axis.left, axis.x(acquiredAt));
  for (const hold of held) {
    const last = before.get(hold.process);
    if (last !== undefined) rooms.set(last, axis.x(hold.acquiredAt) - startOf(last) - labelGap);
    const from = last === undefined ? axis.left : axis.x(last.heldUntil);
    rooms.set(hold, axis.x(hold.heldUntil) - from - labelGap);
    before.set(hold.process, hold);
  }
  for (const hold of before.values()) rooms.set(hold, Math.max(rooms.get(hold) ?? 0, axis.right + 12 - startOf(hold)));
  return rooms;
}

const labelGap = 8;

/** The steps of a client's code, or the events of a sentinel, as far as there is room. Faults are tied to the names of steps. */
export function stepMarks(drawing: Drawing, layers: Layers): void {
  const { trace, axis } = drawing;
  const labels: Label[] = [];
  const first = bisectLeft(trace.at, axis.view.from);
  for (let seq = first; seq < trace.count && instantAt(trace, seq) <= axis.view.to; seq++) {
    const process = processAt(trace, seq);
    const lane = trace.kind[seq] === kindNumber.step ? laneOf(drawing, process) : undefined;
    if (lane?.role !== 'client' && lane?.role !== 'sentinel') continue;
    const step = textOf(trace, column.step.text(trace, seq)).replace(/ .*/, '');
    // A paper's symbol such as t1 means nothing without its formula.
    if (step.length < wordMin) continue;
    const x = axis.x(instantAt(trace, seq));
    const y = lane.y + lane.half;
    labels.push(stepLabel(step, process, { x, y }));
    if (labels.length > stepsMax) return;
  }
  layers.labels.push(...labels);
}

const wordMin = 3;

/** With more steps in view, there is no room for their names. */
const stepsMax = 120;

const stepLabel = (step: string, process: number, { x, y }: { readonly x: number; readonly y: number }): Label => ({
  texts: [step],
  positions: [
    rightOf(x - 1, y + 11),
    rightOf(x - 1, y + 22),
    // A sentinel does several things at almost the same time.
    ...(step[0] === '+' ? [rightOf(x - 1, y + 23), leftOf(x + 1, y + 11)] : []),
  ],
  ink: 'muted',
  font: 'mono',
  // Among the things that a sentinel does at almost the same time, who is elected matters most, and then the result.
  priority: step === '+elected-leader' ? 5 : step === '+switch-master' ? 4 : 3,
  // These words are the only sign of what a sentinel does.
  onlyClear: step[0] !== '+',
  apart: { group: `step ${process}`, by: 12 },
  tick: [x, y + 1, x, y + 4],
});

export function overlapMarks(drawing: Drawing, layers: Layers): void {
  // The longest first: it keeps its words if there is room for only one.
  const overlaps = [...drawing.spans.overlaps].sort((a, b) => b.to - b.from - (a.to - a.from));
  for (const overlap of overlaps) slab(drawing, layers, overlap);
}

interface Placed {
  readonly lane: Lane;
  /** The room for its words, in pixels. */
  readonly labelWidth: number;
}

function holdMarks(drawing: Drawing, layers: Layers, hold: AcquiredHold, { lane, labelWidth: room }: Placed): void {
  const drawn = holdBox(drawing, layers, hold, { lane, filled: 0.16, hatched: 0.55, outlined: 0.75 });
  if (drawn === null) return;
  const { x0, x1, ended } = drawn;
  validityTick(drawing, layers, hold, lane);
  if (ended !== null || x1 - x0 > labelledMin || hold.token !== null)
    layers.labels.push(holdLabel(drawing, hold, { lane, labelWidth: room }, { x0, x1, ended }));
}

interface HoldBox {
  readonly x0: number;
  readonly x1: number;
  /** When the lock truly ended, if the client still used it; null: it did not. */
  readonly ended: number | null;
}

interface HoldLook extends Readonly<Record<'filled' | 'hatched' | 'outlined', number>> {
  readonly lane: Lane;
}

/** A box for as long as a client holds the lock, hatched after the lock has truly ended. Null: it is out of view. */
export function holdBox(
  drawing: Drawing,
  { middle }: Layers,
  hold: AcquiredHold,
  { lane, filled, hatched, outlined }: HoldLook,
): HoldBox | null {
  if (!inView(drawing, hold.acquiredAt, hold.heldUntil)) return null;
  const ink = inkOf(drawing.trace, hold.process);
  const { x0, x1 } = spanX(drawing, hold.acquiredAt, hold.heldUntil);
  const ended = actualExpiryOf(drawing.trace, hold);
  const xTruth = ended === null ? x1 : Math.max(x0, Math.min(x1, drawing.axis.x(ended)));
  const box = { kind: 'box', ink, x: x0, y: lane.y - lane.half, height: lane.half * 2, radius: 4 } as const;
  middle.push({ ...box, of: 'inside', width: Math.max(1, xTruth - x0), style: 'filled', alpha: filled });
  const unbacked = { x: xTruth, width: x1 - xTruth };
  if (xTruth < x1) middle.push({ ...box, of: 'unbacked', ...unbacked, style: 'hatched', alpha: hatched });
  middle.push({ ...box, of: 'inside', width: Math.max(1, x1 - x0), style: 'outlined', alpha: outlined });
  return { x0, x1, ended };
}

/** A narrower belief has no words; its token is shown if it fits. */
const labelledMin = 26;

/** A tick where the hold ends by the client's own calculation, if the client is still inside then. */
function validityTick(drawing: Drawing, layers: Layers, hold: HoldSpan, lane: Lane): void {
  const until = hold.validities.at(-1)?.until ?? null;
  if (until === null || until > hold.heldUntil) return;
  const x = drawing.axis.x(until);
  const points = [x, lane.y - lane.half - 3, x, lane.y + lane.half + 3];
  const ink = inkOf(drawing.trace, hold.process);
  layers.middle.push(linesMark({ ink, width: 1.5, points }));
}

function holdLabel(
  drawing: Drawing,
  hold: HoldSpan,
  { lane, labelWidth: room }: Placed,
  { x0, x1, ended }: HoldBox,
): Layers['labels'][number] {
  const { axis, measure } = drawing;
  const isStale = ended !== null;
  const all = holdTexts(drawing, hold, ended);
  // Long words over a narrow box would seem to belong to its neighbour.
  const texts =
    isStale || hold.token === null || x1 - x0 > labelledMin
      ? all
      : [drawing.words.token(hold.token), String(hold.token)];
  const y = lane.y - lane.half - 9;
  const left = Math.max(x0, axis.left + 2);
  return {
    texts: texts.filter(
      (text, i) =>
        (isStale && i === texts.length - 1) || measure(text, { size: 11, weight: 400, font: 'sans' }) <= room,
    ),
    positions: [rightOf(left, y), leftOf(x1, y), rightOf(left, lane.y + lane.half + 9)],
    ink: textInkOf(drawing.trace, hold.process),
    priority: isStale ? 80 : 60,
  };
}

/** The possible texts, from long to short. */
function holdTexts(drawing: Drawing, hold: HoldSpan, ended: number | null): readonly string[] {
  const {
    words,
    times: { formatAt },
  } = drawing;
  const { until = null, endsWithSession = false } = hold.validities.at(-1) ?? {};
  const withoutExpiry = isWithoutLock(hold) ? words.withoutLock : words.holdsWithoutExpiry;
  const mode = (text: string): string => (hold.shared ? words.shares(text) : text);
  const token = hold.token === null ? [] : [mode(words.token(hold.token))];
  const long = until !== null ? words.holds(formatAt(until)) : endsWithSession ? words.holdsWithSession : withoutExpiry;
  const short = until === null ? [] : [words.validUntil(formatAt(until))];
  const past = endsWithSession ? pastSession(drawing, hold, ended) : withoutExpiry;
  const stale = until === null ? past : words.heldPast(formatAt(until));
  const withToken = (some: readonly string[]): readonly string[] =>
    some.flatMap((text) => token.map((tokenText) => `${text} · ${tokenText}`));
  if (ended !== null) return [...withToken([stale]), stale, ...token, words.heldPastShort];
  // The token says more than that the lock is held, which the box shows anyway. A reader's mode stands beside it.
  const plain = [long, ...short];
  return [...withToken(plain), ...(hold.shared ? [...token, ...plain] : [...plain, ...token])];
}

/** The words when a lock ended with its session, or when another client got it although the session still exists. */
function pastSession({ trace, words }: Drawing, hold: HoldSpan, ended: number | null): string {
  if (ended === hold.acquiredAt) return words.outOfTurn;
  const isTaken = spansOf(trace).entries.some(
    ({ isLock, owner, to, cause }) => isLock && owner === hold.process && to === ended && cause === 'replaced',
  );
  return isTaken ? words.heldPastShort : words.heldPastSession;
}

function refusal(drawing: Drawing, layers: Layers, hold: HoldSpan, lane: Lane): void {
  if (!inView(drawing, hold.acquiringAt, hold.heldUntil)) return;
  const [from, to] = [drawing.axis.x(hold.acquiringAt), drawing.axis.x(hold.heldUntil)];
  const x = (from + to) / 2;
  const y = lane.y - lane.half - 9;
  layers.labels.push({
    // Computed only when read, because few of many refusals are shown.
    get texts() {
      return refusalTexts(drawing, hold);
    },
    positions: [
      // A long attempt has its answer at its end, so the words stand there.
      to - from > 90 ? leftOf(to, y) : centredAt(x, y),
      rightOf(to, y),
    ],
    ink: textInkOf(drawing.trace, hold.process),
    priority: 40,
    apart: { group: `refused ${hold.process}`, by: 170 },
  });
}

export function refusalTexts({ spans, words }: Drawing, hold: HoldSpan): readonly string[] {
  const ownReason = words.notGot(hold.reason);
  if (ownReason !== null) return [ownReason];
  const { messages } = spans;
  const targets = new Set<number>();
  const refusing = new Set<number>();
  let text = -1;
  for (let row = messages.sentFrom(hold.acquiringSeq); row < messages.count; row++) {
    if (messages.sentSeq(row) > hold.heldUntilSeq) break;
    if (messages.from(row) !== hold.process) continue;
    // The first request of an acquisition asks for the lock. Later ones take the request back.
    if (text < 0) text = messages.text(row);
    if (messages.text(row) !== text) continue;
    targets.add(messages.to(row));
    const answer = messages.rowOf(messages.message(row) + 1);
    if (answer >= 0 && messages.ok(answer) === 0) refusing.add(messages.to(row));
  }
  const [no, of] = [refusing.size, targets.size];
  if (no === 0 && hold.reason === 'no-quorum') return [words.noQuorum];
  // With a single node, the count would add nothing.
  return no > 0 && of > 1 ? [words.refused(no, of), words.refusedShort] : [words.refusedShort];
}

function slab(drawing: Drawing, layers: Layers, overlap: OverlapSpan): void {
  if (!inView(drawing, overlap.from, overlap.to)) return;
  const { x0, x1 } = spanX(drawing, overlap.from, overlap.to);
  const { holderStrip, top, bottom } = drawing.lanes;
  const width = Math.max(2, x1 - x0);
  const box = { x: x0, y: top - 2, width, height: bottom - top + 2, radius: 2 };
  layers.ground.push({ kind: 'box', ...box, style: 'filled', ink: 'broken', alpha: 0.05 });
  layers.ground.push({ kind: 'box', of: 'two', ...box, style: 'hatched', ink: 'broken', alpha: 0.16 });
  layers.ground.push({ kind: 'box', of: 'two', ...box, style: 'outlined', ink: 'broken', alpha: 0.65 });
  // Above the slab, which is often narrower than these words, and above the holder strip.
  const y = holderStrip.top - 9;
  const length = lengthIn(drawing, overlap.from, overlap.to);
  const text = drawing.words.holders(overlap.processes.length, length);
  const look = { size: 12, weight: 600, font: 'sans' } as const;
  const fits = drawing.measure(text, look) + 4 <= width;
  // If the slab is too narrow, the letters of its holders are above it, with these words beside them.
  const letters = lettersOf(drawing, overlap.processes).width;
  const beside = Math.max(8, (letters - width) / 2 + 9);
  layers.labels.push({
    // Beside the letters of the holders, the length is enough.
    texts: [text, length],
    // The playhead starts at the left edge, or stands past the right one, and must not cross out these words.
    positions: [
      ...(fits ? [centredAt((x0 + x1) / 2, y)] : []),
      leftOf(x0 - beside, y),
      ...(letters + plateRoom > width ? [rightOf(x1 + beside, y)] : []),
      rightOf(x0 + 8, y),
      leftOf(x1 - 8, y),
    ],
    ink: 'broken',
    ...look,
    priority: 100,
  });
}
