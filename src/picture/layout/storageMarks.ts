/** The events at the resource: reads, accepted writes, writes that destroyed another, rejected writes. */
import { textOf } from '../../core/model/trace/traceReader';
import type { EntrySpan } from '../../core/spans/entrySpans';
import type { Messages } from '../../core/spans/messageSpans';
import type { ResourceEvent } from '../../core/spans/resourceEvents';
import { type Drawing, inkOf, inView, type Layers, laneOf, spanX, textInkOf } from './drawing';
import { centredAt, leftOf, rightOf } from './labels';
import type { Lane } from './lanes';
import type { Ink } from './marks';
import { type EventPosition, isBad, isBroken, positionsWithin, resourceEventMarks, signX } from './resourceEventMarks';

export function storageMarks(drawing: Drawing, layers: Layers): void {
  const { left, right, x: xOf } = drawing.axis;
  const visibleEvents = drawing.spans.resource.filter(({ at }) => xOf(at) > left - 10 && xOf(at) < right + 10);
  const isDense = visibleEvents.length * chipRoom > right - left;
  const ticks = new Map<Ink, number[]>();
  // Harm is drawn on top.
  const inOrder = [...visibleEvents.filter((event) => !isBad(event)), ...visibleEvents.filter(isBad)];
  for (const event of inOrder) {
    const lane = laneOf(drawing, event.process);
    const x = signX(drawing, event);
    if (lane === undefined) continue;
    const isPlain = event.kind !== 'rejected' && !isBroken(event);
    if (isDense && isPlain) tick(ticks, event, { x, lane }, inkOf(drawing.trace, event.client));
    else resourceEventMarks(drawing, layers, event, { x, lane });
  }
  for (const [ink, points] of ticks) layers.middle.push({ kind: 'boxes', ink, alpha: 0.8, points });
  for (const entry of drawing.spans.entries) {
    const lane = laneOf(drawing, entry.process);
    if (lane?.role === 'storage') markBar(drawing, layers, entry, lane);
  }
  if (!isDense) unsaidRequests(drawing, layers);
  tokenLines(drawing, layers);
}

/** Requests that left no sign at the storage, such as a recognized repeat: their arrows name what they asked. */
function unsaidRequests(drawing: Drawing, layers: Layers): void {
  const { axis, spans, trace } = drawing;
  const { messages } = spans;
  for (let row = 0; row < messages.count && messages.sentAt(row) <= axis.view.to; row++) {
    const lane = laneOf(drawing, messages.to(row));
    const at = messages.endAt(row);
    if (lane?.role !== 'storage' || messages.leg(row) !== 'request' || !hasArrived(messages, row)) continue;
    if (
      at < axis.view.from ||
      isShown(spans, { process: lane.process, client: messages.from(row), from: at, to: nextFrom(messages, row) })
    )
      continue;
    const x = axis.x(at);
    const command = textOf(trace, messages.text(row)).replace(/ .*/, '');
    layers.labels.push({
      texts: [command],
      apart: { group: `${command} ${lane.process}`, by: 80 },
      positions: positionsWithin(
        lane,
        [20, 35].flatMap((down) => [
          centredAt(x, lane.y + down),
          rightOf(x - 9, lane.y + down),
          leftOf(x + 9, lane.y + down),
        ]),
      ),
      ink: 'muted',
      font: 'mono',
      priority: 7,
    });
  }
}

interface Answered {
  readonly process: number;
  readonly client: number;
  /** From its arrival until the next request from the same sender arrives. */
  readonly from: number;
  readonly to: number;
}

/**
 * Whether a sign or the edge of a bar shows it. A real storage takes a moment, so its event is later than the
 * arrival.
 */
const isShown = ({ resource, entries }: Drawing['spans'], { process, client, from, to }: Answered): boolean =>
  resource.some((event) => event.process === process && event.client === client && event.at >= from && event.at < to) ||
  resource.some((event) => event.process === process && event.at === from) ||
  entries.some((entry) => entry.process === process && (entry.from === from || entry.to === from));

/** When the next request of the same sender arrives at the same process. */
function nextFrom(messages: Messages, row: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (let other = row + 1; other < messages.count && messages.sentAt(other) < next; other++) {
    if (messages.from(other) !== messages.from(row) || messages.to(other) !== messages.to(row)) continue;
    if (messages.leg(other) === 'request' && hasArrived(messages, other)) next = Math.min(next, messages.endAt(other));
  }
  return next;
}

const hasArrived = (messages: Messages, row: number): boolean =>
  messages.fate(row) === 'received' || messages.fate(row) === 'arrived';

/** How long a client's mark stays on the resource: a bar over the lane's line, with the owner of the mark. */
function markBar(drawing: Drawing, layers: Layers, entry: EntrySpan, lane: Lane): void {
  const to = entry.to ?? drawing.trace.header.endedAt;
  const id = drawing.trace.header.processes[entry.owner]?.id;
  if (id === undefined || !inView(drawing, entry.from, to)) return;
  const { x0, x1 } = spanX(drawing, entry.from, to);
  const [y, height, width] = [lane.y - 19, 5, Math.max(1, x1 - x0)];
  const ink = inkOf(drawing.trace, entry.owner);
  // In a low lane, the words would cover the keys of the lane above.
  const isLow = y - 14 < lane.top - 4;
  layers.middle.push({ kind: 'box', x: x0, y, width, height, radius: 1, style: 'filled', ink, alpha: 0.6 });
  const left = Math.max(x0, drawing.axis.left);
  const right = Math.min(x1, drawing.axis.right);
  const row = isLow ? y + 11 : y - 8;
  layers.labels.push({
    texts: [drawing.words.markStands(drawing.words.processShort(id))],
    // Signs may stand at the start of the bar.
    positions: [rightOf(left + 3, row), centredAt((left + right) / 2, row), leftOf(right - 3, row)],
    ink: textInkOf(drawing.trace, entry.owner),
    priority: 29,
    widthMax: width,
  });
}

/** The room that a sign and its words need, in pixels. With less room, a successful event is only a tick. */
const chipRoom = 15;

/** The tick of a write crosses the line of the lane; the tick of a read stays below it. */
function tick(ticks: Map<Ink, number[]>, { kind }: ResourceEvent, { x, lane }: EventPosition, owner: Ink): void {
  const ink = kind === 'wrote' ? 'good' : owner;
  const points = ticks.get(ink) ?? [];
  ticks.set(ink, points);
  points.push(x - 0.75, kind === 'wrote' ? lane.y - 7 : lane.y + 2, 1.5, kind === 'wrote' ? 14 : 5);
}

/** The rows of the requests that destroyed another client's write. */
export function brokenRows({ spans }: Drawing): ReadonlySet<number> {
  const rows = new Set<number>();
  for (const event of spans.resource) {
    const { message } = event;
    // A request and its reply belong to one call. Only the request did the damage.
    if (isBroken(event) && message >= 0) rows.add(spans.messages.rowOf(message - (message % 2)));
  }
  return rows;
}

/** The highest token that each storage process has seen, as a step line along the top of its lane. */
function tokenLines(drawing: Drawing, layers: Layers): void {
  for (const lane of drawing.lanes.all) {
    if (lane.role !== 'storage') continue;
    let before = -1;
    const steps = drawing.spans.resource.filter(({ process, tokenMax }) => {
      if (process !== lane.process || tokenMax <= before) return false;
      before = tokenMax;
      return true;
    });
    if (steps.length > 0) tokenLine(drawing, layers, { lane, steps });
  }
}

function tokenLine(
  drawing: Drawing,
  layers: Layers,
  { lane, steps }: { readonly lane: Lane; readonly steps: readonly ResourceEvent[] },
): void {
  const points: number[] = [];
  const room = lane.y - 13 - (lane.top + 3);
  steps.forEach((event, i) => {
    const y = lane.y - 13 - (room * (i + 1)) / (steps.length + 1);
    const x = drawing.axis.x(event.at);
    const next = drawing.axis.x(steps[i + 1]?.at ?? drawing.trace.header.endedAt);
    points.push(x, y, next, y);
    layers.avoided.push({ x, y: y - 1, width: Math.max(1, next - x), height: 2 });
    layers.labels.push({
      texts: [drawing.words.tokenMax(event.tokenMax), String(event.tokenMax)],
      positions: [
        rightOf(x + 4, y - 7),
        // A key of the lane above, or a sign, may stand where the step starts.
        ...[0.25, 0.5].map((share) => centredAt(x + (next - x) * share, y - 7)),
        leftOf(next - 4, y - 7),
      ],
      ink: 'muted',
      priority: 28,
      widthMax: next - x,
    });
  });
  layers.middle.push({ kind: 'path', of: 'token', ink: 'muted', alpha: 0.9, width: 1.2, dash: null, points });
}
