/** The keys on the nodes, and the times at which a replica received each key. */
import { shortTexts } from '../../core/model/trace/entryValue';
import type { Trace } from '../../core/model/trace/trace';
import { textOf } from '../../core/model/trace/traceReader';
import type { EntrySpan } from '../../core/spans/entrySpans';
import { type Drawing, inkOf, inView, type Layers, laneOf, spanX, textInkOf } from './drawing';
import { laneOfKey, laneOfKeys, namesLocked } from './keyLanes';
import { centredAt, leftOf, rightOf } from './labels';
import type { Lane } from './lanes';
import { type Box, type Ink, linesMark } from './marks';

/** Marks on the resource are drawn by `storageMarks`. */
export function entryMarks(drawing: Drawing, layers: Layers): void {
  const others = otherKeys(drawing);
  const names = namesLocked(drawing.spans.entries);
  const narrow: NarrowBars = new Map();
  for (const entry of drawing.spans.entries) {
    const whole = laneOf(drawing, entry.process);
    const to = entry.to ?? drawing.trace.header.endedAt;
    if (
      whole === undefined ||
      whole.role === 'storage' ||
      !inView(drawing, entry.from, Math.max(to, entry.expiresAt ?? to))
    )
      continue;
    const lane = laneOfKey(whole, names, entry);
    if (isBar(entry)) {
      queueBar(drawing, layers, entry, lane);
      const isNamed = names.length > 1;
      if (entry.front !== null) keyBar(drawing, layers, entry, { lane, from: entry.front.at, narrow, isNamed });
    } else thinBar(drawing, layers, { entry, lane: laneOfKeys(whole, names), index: others.indexOf(entry.entry) });
  }
  for (const [ink, points] of narrow) layers.middle.push({ kind: 'boxes', of: 'key', ink, alpha: barAlpha, points });
}

/** Whether it uses the whole height of its lane. Shared holders of the lock stand below one another. */
const isBar = ({ isLock, isSharedMode }: EntrySpan): boolean => isLock && !isSharedMode;

const barAlpha = 0.88;

/** Narrower bars are drawn together, without rounded corners. */
const narrowMax = 4;

/** By ink, in the form of `BoxesMark`. */
type NarrowBars = Map<Ink, number[]>;

interface KeyBar {
  readonly lane: Lane;
  /** When it started to represent the lock. */
  readonly from: number;
  readonly narrow: NarrowBars;
  /** The lock has several names, so the bar shows which one this is. */
  readonly isNamed: boolean;
}

function keyBar(drawing: Drawing, layers: Layers, entry: EntrySpan, { lane, from, narrow, isNamed }: KeyBar): void {
  const ink = inkOf(drawing.trace, entry.owner);
  const { x0, x1 } = spanX(drawing, from, entry.to ?? drawing.trace.header.endedAt);
  const [width, y, height] = [Math.max(1, x1 - x0), lane.y - lane.half, lane.half * 2];
  const bar = { x: x0, y, width, height };
  layers.avoided.push(bar);
  if (width < narrowMax) {
    const bars = narrow.get(ink) ?? [];
    narrow.set(ink, bars);
    bars.push(x0, y, width, height);
  } else layers.middle.push({ kind: 'box', of: 'key', ...bar, radius: 2, style: 'filled', ink, alpha: barAlpha });
  ownerLabels(drawing, layers, entry, { lane, bar, isNamed, ...shownOf(drawing, entry, { x0, x1 }) });
  expiry(drawing, layers, entry, lane);
}

interface Shown {
  readonly x0: number;
  readonly x1: number;
}

/** The wider part of a key's bar, beside the gap while its server is down. */
function shownOf({ spans, axis }: Drawing, { process, from, to }: EntrySpan, { x0, x1 }: Shown): Shown {
  const down = spans.outages.find(
    (outage) =>
      outage.process === process &&
      outage.kind !== 'paused' &&
      outage.from > from &&
      outage.from < (to ?? Number.POSITIVE_INFINITY),
  );
  if (down === undefined) return { x0, x1 };
  const before = { x0, x1: Math.min(x1, axis.x(down.from)) };
  if (down.to === null) return before;
  const after = { x0: Math.max(x0, axis.x(down.to) + startRoom), x1 };
  return after.x1 - after.x0 > before.x1 - before.x0 ? after : before;
}

/** Half the width of the sign of a start. */
const startRoom = 8;

/**
 * Above everything but damage, because the bar exists to show whose key it is. A bar narrower than its letter has it
 * beside it.
 */
const ownerPriority = 94;
/** From this number of keys on, bars have no letters, which would leave no room for other words. */
const crowdedFrom = 400;

const priorityOf = ({ spans }: Drawing): number => (spans.entries.length < crowdedFrom ? ownerPriority : 10);

/** Beside a bar narrower than this, a letter does not show which bar it means. */
const letteredMin = 6;

function ownerLabels(
  drawing: Drawing,
  layers: Layers,
  entry: EntrySpan,
  { lane, bar, x0, x1, isNamed }: Shown & Pick<KeyBar, 'lane' | 'isNamed'> & { readonly bar: Box },
): void {
  const id = drawing.trace.header.processes[entry.owner]?.id;
  const owner = id === undefined ? '?' : drawing.words.processShort(id);
  const left = Math.max(x0, drawing.axis.left);
  const room = Math.min(bar.width, x1 - left);
  const own = drawing.measure(owner, { size: 11, weight: 400, font: 'sans' });
  if (room < own + 2) {
    const isCrowded = drawing.spans.entries.length >= crowdedFrom;
    if (room >= letteredMin && !isCrowded) layers.labels.push(besideBar(drawing, entry, { owner, lane, bar }));
    return;
  }
  // A pause of its server, or what was done with the key, may cover the bar. Then the letter stands beside it.
  const apart = { group: `owner ${entry.seq}`, by: Number.POSITIVE_INFINITY };
  const mayBeside = drawing.spans.entries.length < manyKeys || isUnderPause(drawing, entry);
  if (mayBeside)
    layers.labels.push({ ...besideBar(drawing, entry, { owner, lane, bar }), apart, priority: ownerPriority - 0.5 });
  // Arrow heads end where the key was set, so the words start beside them.
  const x = left + Math.min(8, (room - own) / 2);
  const at = (share: number) => centredAt(left + room * share, lane.y);
  layers.labels.push({
    texts: [
      ...(isNamed ? [textOf(drawing.trace, entry.entry)] : valuesOf(drawing.trace, entry)).map(
        (text) => `${owner} · ${text}`,
      ),
      owner,
    ],
    positions: [
      // A name is longer than the space between the arrows.
      ...(isNamed ? [0.5, 0.35, 0.65, 0.25, 0.75].map(at) : []),
      rightOf(x, lane.y),
      at(0.5),
      leftOf(left + room - 4, lane.y),
      // A pause may soon cover the rest.
      rightOf(left + 3, lane.y),
    ],
    ink: 'on-colour',
    halo: null,
    priority: priorityOf(drawing),
    ...(mayBeside ? { apart } : {}),
    on: bar,
    widthMax: room - (x - left),
  });
}

const isUnderPause = ({ spans, trace }: Drawing, { process, from, to }: EntrySpan): boolean =>
  spans.outages.some(
    (outage) =>
      outage.process === process &&
      outage.kind === 'paused' &&
      outage.from < (to ?? trace.header.endedAt) &&
      (outage.to ?? trace.header.endedAt) > from,
  );

function besideBar(
  drawing: Drawing,
  entry: EntrySpan,
  { owner, lane, bar }: { readonly owner: string; readonly lane: Lane; readonly bar: Box },
): Layers['labels'][number] {
  const x = bar.x + bar.width / 2;
  // A mark on the bar, such as that of a write, is a little higher than the bar.
  const [above, below] = [lane.y - lane.half - 9, lane.y + lane.half + 9];
  return {
    texts: [owner],
    positions: [
      rightOf(bar.x + bar.width + 4, lane.y),
      centredAt(x, above),
      centredAt(x, below),
      leftOf(bar.x - 4, lane.y),
      rightOf(bar.x, above),
      rightOf(bar.x, below),
    ],
    ink: textInkOf(drawing.trace, entry.owner),
    priority: ownerPriority,
  };
}

/** Both languages use the service's own term. */
const valuesOf = (trace: Trace, { value, isClosed }: EntrySpan): readonly string[] =>
  isClosed ? ['lock-delay'] : shortTexts(textOf(trace, value));

/**
 * A place in the queue for the lock until it reaches the front: thin lines below the key, or above it if the key of
 * another name is below. The fewer places are ahead, the nearer is the line.
 */
function queueBar(drawing: Drawing, layers: Layers, entry: EntrySpan, lane: Lane): void {
  const end = entry.front?.at ?? entry.to ?? drawing.trace.header.endedAt;
  if (end <= entry.from) return;
  const leaving = drawing.spans.entries
    .filter(
      ({ lock, process, seq, to }) =>
        lock === entry.lock && process === entry.process && seq < entry.seq && (to ?? end) > entry.from,
    )
    .map(({ to }) => Math.min(to ?? end, end))
    .sort((a, b) => a - b);
  let from: number = entry.from;
  leaving.forEach((to, left) => {
    const apart = lane.half + 1 + (leaving.length - left - 1) * 4;
    const y = lane.y < lane.top + lane.height / 2 - 1 ? lane.y - apart - queueHeight : lane.y + apart;
    const { x0, x1 } = spanX(drawing, from, to);
    from = to;
    if (x1 <= x0 || y < lane.top || y > lane.top + lane.height - 2) return;
    const box = { x: x0, y, width: x1 - x0, height: queueHeight, radius: 0 };
    const ink = inkOf(drawing.trace, entry.owner);
    layers.middle.push({ kind: 'box', of: 'queue', ...box, style: 'filled', ink, alpha: 0.6 });
  });
}

const queueHeight = 3;

const manyKeys = 150;

/** A tick at the end of the TTL. It is hollow if the key was gone before that. */
function expiry(drawing: Drawing, layers: Layers, entry: EntrySpan, lane: Lane): void {
  if (entry.expiresAt === null || entry.cause === 'replaced') return;
  const x = drawing.axis.x(entry.expiresAt);
  if (x < drawing.axis.left || x > drawing.axis.right) return;
  const reached = entry.cause === 'expired';
  // A crowded picture leaves out expiries that did not happen.
  if (!reached && drawing.spans.entries.length > manyKeys) return;
  const ink = inkOf(drawing.trace, entry.owner);
  const points = [x, lane.y - lane.half - 4, x, lane.y + lane.half + 4];
  const end = entry.to === null ? x : drawing.axis.x(entry.to);
  const look = reached ? { width: 1.8 } : { alpha: 0.5 };
  layers.middle.push(linesMark({ of: 'expiry', ink, points, ...look }));
  if (x - end > 3) layers.middle.push(linesMark({ ink, alpha: 0.35, dash: [2, 3], points: [end, lane.y, x, lane.y] }));
  if (!reached) return;
  layers.labels.push({
    texts: [drawing.words.expires],
    positions: [
      leftOf(x + 1, lane.y - lane.half - 11),
      rightOf(x - 2, lane.y - lane.half - 11),
      leftOf(x + 1, lane.y + lane.half + 11),
    ],
    ink: textInkOf(drawing.trace, entry.owner),
    priority: 30 - lane.y / 1000,
    apart: { group: `expires ${entry.owner}`, by: 150 },
  });
}

/** Indices of the strings that name other keys than the lock's, such as counters and lists. */
function otherKeys(drawing: Drawing): readonly number[] {
  const keys = new Set<number>();
  for (const entry of drawing.spans.entries) if (!isBar(entry)) keys.add(entry.entry);
  return [...keys].sort((a, b) => a - b);
}

function thinBar(
  drawing: Drawing,
  layers: Layers,
  { entry, lane, index }: { readonly entry: EntrySpan; readonly lane: Lane; readonly index: number },
): void {
  const { x0, x1 } = spanX(drawing, entry.from, entry.to ?? drawing.trace.header.endedAt);
  const y = lane.y + lane.half + 4 + index * 4;
  if (y > lane.top + lane.height - 2) return;
  const ink = inkOf(drawing.trace, entry.owner);
  const box = { x: x0, y, width: Math.max(1, x1 - x0), height: 2, radius: 0 };
  const of = entry.isSharedMode ? 'key' : 'counter';
  layers.middle.push({ kind: 'box', of, ...box, style: 'filled', ink, alpha: 0.45 });
  const owner = drawing.trace.header.processes[entry.owner]?.id;
  const isShared = owner !== undefined && entry.isSharedMode;
  layers.labels.push({
    texts: isShared ? [drawing.words.shares(drawing.words.processShort(owner))] : thinTexts(drawing, entry, x1 - x0),
    positions: [
      rightOf(x0 + 3, y + 7),
      // A short one may end at the edge of the picture.
      ...(isShared || x1 - x0 < shortBar ? [leftOf(x1 - 3, y + 7)] : []),
    ],
    ink: isShared ? textInkOf(drawing.trace, entry.owner) : 'muted',
    font: isShared ? 'sans' : 'mono',
    priority: 6,
  });
}

/**
 * With its name, or alone. If a counter soon has its next value, the name would be in the way of that one. A number
 * alone means nothing unless another value has the name.
 */
function thinTexts(drawing: Drawing, { entry, value, cause, seq }: EntrySpan, width: number): readonly string[] {
  const alone = textOf(drawing.trace, value);
  const named = `${shortName(drawing, textOf(drawing.trace, entry))} ${alone}`;
  if (!/^\d+$/.test(alone)) return [named, alone];
  const isRoomy = drawing.measure(named, { size: 11, weight: 400, font: 'mono' }) + thinApart <= width;
  if (cause === 'replaced' && !isRoomy) return [alone];
  const isAmong = drawing.spans.entries.some((other) => other.entry === entry && other.seq !== seq);
  return isAmong ? [named, alone] : [named];
}

/** At the end of a bar longer than this, words would be far from its start. */
const shortBar = 100;

/** The least distance between two values under one bar, in pixels. */
const thinApart = 11;

/** A name without the parts that it shares with the key of the lock, because every name in the picture has them. */
function shortName({ trace, spans }: Drawing, name: string): string {
  const lock = spans.entries.find(({ isLock }) => isLock);
  const lockParts = lock === undefined ? [] : textOf(trace, lock.entry).split(':');
  const own = name.split(':').filter((part) => !lockParts.includes(part));
  return own.length > 0 ? own.join(':') : name;
}

/** A thin slanted line from each write on the master to the moment its replica had it. */
export function replicationMarks(drawing: Drawing, layers: Layers): void {
  const { entries, promotions } = drawing.spans;
  const points: number[] = [];
  for (const copy of entries) {
    if (drawing.trace.header.processes[copy.process]?.role !== 'replica') continue;
    // A key that a replica got after its promotion was set on the replica itself.
    if (promotions.some(({ replica, at }) => replica === copy.process && at <= copy.from)) continue;
    const original = originalOf(entries, drawing, copy);
    const [from, to] = [original && laneOf(drawing, original.process), laneOf(drawing, copy.process)];
    if (original === undefined || from === undefined || to === undefined || !inView(drawing, original.from, copy.from))
      continue;
    points.push(drawing.axis.x(original.from), from.y + from.half, drawing.axis.x(copy.from), to.y - to.half);
  }
  if (points.length > 0) layers.middle.push(linesMark({ of: 'copy', ink: 'muted', alpha: 0.9, width: 0.8, points }));
}

function originalOf(entries: readonly EntrySpan[], { trace }: Drawing, copy: EntrySpan): EntrySpan | undefined {
  const letter = trace.header.processes[copy.process]?.id.slice(7, 8);
  let original: EntrySpan | undefined;
  for (const entry of entries) {
    if (entry.seq >= copy.seq) break;
    const isMaster = trace.header.processes[entry.process]?.id === `node${letter}`;
    if (isMaster && entry.entry === copy.entry && entry.value === copy.value) original = entry;
  }
  return original;
}
