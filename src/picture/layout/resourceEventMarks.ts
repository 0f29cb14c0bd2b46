/** One event at the resource: its sign, with its own shape for each kind, and the words under it. */

import { refusalChecks } from '../../core/model/trace/trace';
import { processId } from '../../core/model/trace/traceReader';
import type { ResourceEvent } from '../../core/spans/resourceEvents';
import { type Drawing, inkOf, type Layers, textInkOf } from './drawing';
import { centredAt, type Label, leftOf, rightOf } from './labels';
import type { Lane } from './lanes';
import type { GlyphMark } from './marks';

export interface EventPosition {
  readonly x: number;
  readonly lane: Lane;
}

/** The write destroyed another client's write or was mixed with it. */
export const isBroken = ({ destroyed, mixed }: ResourceEvent): boolean => destroyed.length > 0 || mixed !== null;

/** The same thing was already done before. */
const isRepeated = ({ kind, version, value }: ResourceEvent): boolean => kind === 'wrote' && version < 0 && value > 1;

export const isBad = (event: ResourceEvent): boolean =>
  event.kind === 'rejected' || isBroken(event) || isRepeated(event);

/** The position of its sign. A refusal is left of the harm that follows at once, because the harm would cover it. */
export function signX({ axis, spans }: Drawing, { kind, at, process }: ResourceEvent): number {
  const x = axis.x(at);
  const harm = spans.resource.find(
    (other) => isBroken(other) && other.process === process && other.at >= at && axis.x(other.at) - x < 20,
  );
  return kind === 'rejected' && harm !== undefined ? axis.x(harm.at) - 22 : x;
}

export function resourceEventMarks(drawing: Drawing, layers: Layers, event: ResourceEvent, where: EventPosition): void {
  const { x, lane } = where;
  const reach = isBad(event) ? 12 : 9;
  layers.occupied.push({ x: x - reach, y: lane.y - reach, width: reach * 2, height: reach * 2 });
  layers.middle.push({ kind: 'glyph', ...signOf(drawing, event), x, y: lane.y, on: 'page', alpha: 1 });
  if (event.kind === 'rejected') bounce(drawing, layers, event, where);
  const label = labelOf(drawing, event);
  if (label === null) return;
  const at = event.kind === 'part' && !isBroken(event) ? { lane, x: middleOf(drawing, rowOf(drawing, event)) } : where;
  layers.labels.push({ positions: positionsOf(drawing, at, event, label), ...label });
}

function signOf(drawing: Drawing, event: ResourceEvent): Pick<GlyphMark, 'shape' | 'size' | 'ink'> {
  const ink = inkOf(drawing.trace, event.client);
  if (isBroken(event)) return { shape: 'diamond', size: 20, ink: 'broken' };
  switch (event.kind) {
    case 'wrote':
      return { shape: 'check', size: 17, ink: isRepeated(event) ? 'warning' : 'good' };
    case 'rejected':
      return { shape: 'shield', size: 22, ink: 'good' };
    case 'marked':
      return { shape: 'ring', size: 11, ink };
    case 'part':
      return { shape: 'square', size: 11, ink };
    case 'read':
      return { shape: 'dot', size: 11, ink };
    case 'adopted':
      return { shape: 'square', size: 11, ink };
    default:
      return event.kind satisfies never;
  }
}

/** The arrow of a rejected write, which bounces off the shield. Near the right edge it bounces to the left. */
function bounce(drawing: Drawing, layers: Layers, event: ResourceEvent, { x, lane }: EventPosition): void {
  const side = x + 16 > drawing.axis.right + 8 ? -1 : 1;
  // In a low lane it stays short, because it would cover the keys of the lane above.
  const reach = Math.max(24, Math.min(34, lane.y - lane.top + 7));
  const [tipX, tipY] = [x + 10 * side, lane.y - reach];
  const look = { ink: inkOf(drawing.trace, event.client), alpha: 1 } as const;
  const points = [x + 2 * side, lane.y - 12, tipX - 3 * side, tipY + 8];
  layers.middle.push({ kind: 'lines', ...look, width: 2.4, dash: null, points });
  layers.middle.push({ kind: 'heads', ...look, filled: true, size: 11, points: [tipX, tipY, 0.34 * side, -0.94] });
  layers.occupied.push({ x: Math.min(x, tipX - 3), y: tipY, width: 13, height: reach - 12 });
}

type Wording = Omit<Label, 'positions'>;

function labelOf(drawing: Drawing, event: ResourceEvent): Wording | null {
  const { words } = drawing;
  switch (event.kind) {
    case 'rejected':
      return rejection(drawing, event);
    case 'wrote':
      return isBroken(event) ? damage(drawing, event) : acceptance(drawing, event);
    case 'part':
      return isBroken(event) ? damage(drawing, event) : partsOfWrite(drawing, event);
    case 'read':
      return reading(drawing, event);
    case 'adopted':
      return { texts: [words.adopted(event.version)], ink: 'muted', priority: 40 };
    case 'marked':
      return readWith(drawing, event) === undefined ? { texts: [words.marked], ink: 'muted', priority: 20 } : null;
    default:
      return event.kind satisfies never;
  }
}

/** The other event of a request that both reads and leaves its mark: the two share a place and are named together. */
const readWith = ({ spans }: Drawing, { kind, at, client, process }: ResourceEvent): ResourceEvent | undefined =>
  spans.resource.find(
    (other) =>
      other.at === at &&
      other.client === client &&
      other.process === process &&
      other.kind === (kind === 'read' ? 'marked' : 'read'),
  );

/** The words of one chunk would cover the signs of the next, so the first names all of them. */
function partsOfWrite(drawing: Drawing, event: ResourceEvent): Wording | null {
  const row = rowOf(drawing, event);
  if (row[0]?.seq !== event.seq) return null;
  const last = row.at(-1) ?? event;
  const { words } = drawing;
  const text = row.length === 1 ? words.part(event.part) : words.parts(event.part, last.part);
  return { texts: [text], ink: 'muted', priority: 30 };
}

/** Chunks of one write that are closer than this, in pixels, stand in a row. */
const rowApart = 48;

/** The chunks in the same row as the given one, in their order. */
function rowOf({ spans, axis }: Drawing, event: ResourceEvent): readonly ResourceEvent[] {
  const chunks = spans.resource.filter(
    (other) =>
      other.kind === 'part' && other.process === event.process && other.client === event.client && !isBroken(other),
  );
  const isNext = (i: number): boolean => {
    const [before, here] = [chunks[i - 1], chunks[i]];
    if (before === undefined || here === undefined) return false;
    return here.part > before.part && axis.x(here.at) - axis.x(before.at) < rowApart;
  };
  let from = chunks.findIndex(({ seq }) => seq === event.seq);
  let to = from + 1;
  while (isNext(from)) from--;
  while (isNext(to)) to++;
  return chunks.slice(from, to);
}

const middleOf = ({ axis }: Drawing, row: readonly ResourceEvent[]): number =>
  (axis.x(row[0]?.at ?? 0) + axis.x(row.at(-1)?.at ?? 0)) / 2;

function reading(drawing: Drawing, event: ResourceEvent): Wording {
  const { words } = drawing;
  const { value, version, loose } = event;
  if (loose > 0) return { texts: [words.readHalf(value, loose)], ink: 'warning', weight: 600, priority: 78 };
  const text = version < 0 ? words.looked(value === 1) : words.read(value);
  const isMarked = readWith(drawing, event) !== undefined;
  return { texts: [...(isMarked ? [`${text} · ${words.marked}`] : []), text], ink: 'muted', priority: 35 };
}

function rejection(drawing: Drawing, event: ResourceEvent): Wording {
  const { words } = drawing;
  const look = { ink: textInkOf(drawing.trace, event.client), weight: 600, size: 12, priority: 94 } as const;
  const tokens = (): Wording => ({
    ...look,
    texts: [comparedTokens(event)],
    font: 'mono',
    // Large signs side by side would need two rows, and a low lane has one.
    size: isNextToOther(drawing, event, 60) ? 12 : 15,
  });
  const check = refusalChecks[event.check] ?? 'token';
  switch (check) {
    case 'token':
      return tokens();
    case 'holder':
      return { ...look, texts: [words.anothersToken(event.token), words.rejected] };
    case 'version':
      // The words of several refusals would stand under each other's signs.
      return isNextToOther(drawing, event, 100)
        ? tokens()
        : { ...look, texts: [words.versionPassed(event.token, event.against), words.rejected] };
    case 'owner':
      return { ...look, texts: [words.notMarked, words.rejected] };
    case 'mode':
      return { ...look, texts: [words.shares('sequencer'), words.rejected] };
    case 'sequencer':
      return { ...look, texts: [words.notHolder, words.rejected] };
    default:
      return check satisfies never;
  }
}

/** Whether another refusal on the lane is nearer than this many pixels, so that there is no room for both texts. */
const isNextToOther = ({ spans, axis }: Drawing, { at, process, seq }: ResourceEvent, room: number): boolean =>
  spans.resource.some(
    (other) =>
      other.kind === 'rejected' &&
      other.process === process &&
      other.seq !== seq &&
      Math.abs(axis.x(other.at) - axis.x(at)) < room,
  );

/** `33 < 34`, or `33 = 33` if only a greater token is accepted. */
export const comparedTokens = ({ token, against }: ResourceEvent): string =>
  `${token} ${token === against ? '=' : '<'} ${against}`;

function acceptance({ words }: Drawing, event: ResourceEvent): Wording {
  // An event without versions cannot be overwritten. What matters is whether it is repeated.
  if (isRepeated(event)) return { texts: [words.doneAgain(event.value)], ink: 'warning', weight: 600, priority: 80 };
  const text = event.version < 0 ? words.done : words.wrote(event.value);
  const token = event.token >= 0 ? [`${text} · ${words.token(event.token)}`] : [];
  return { texts: [...token, text], ink: 'muted', priority: 45 };
}

function damage({ trace, words }: Drawing, event: ResourceEvent): Wording {
  const look = { ink: 'broken', weight: 600, priority: 95 } as const;
  const gone = event.destroyed.at(-1);
  if (gone !== undefined) {
    const strikethrough = String(gone.value);
    return {
      ...look,
      priority: 96,
      texts: [`${words.overwrote(event.value)} ${strikethrough}`, strikethrough],
      strikethrough,
    };
  }
  const other = event.mixed === null ? '' : words.processShort(processId(trace, event.mixed.client));
  // Every chunk is mixed with the same write, so the words appear only once.
  return { ...look, texts: [words.mixedWith(other)], apart: { group: `mixed ${other}`, by: 120 } };
}

/** The words touch the sign at any size. */
function positionsOf(
  drawing: Drawing,
  { x, lane }: EventPosition,
  event: ResourceEvent,
  wording: Wording,
): Label['positions'] {
  const { size = 11 } = wording;
  const y = lane.y + (isBad(event) ? Math.ceil(12.2 + size * 0.62) : 20);
  // Large words in the first row leave this much to other large ones.
  const next = Math.ceil(size * 1.24);
  const width = drawing.measure(wording.texts[0] ?? '', {
    size,
    weight: wording.weight ?? 400,
    font: wording.font ?? 'sans',
  });
  const end = drawing.axis.x(drawing.trace.header.endedAt);
  const isAtEnd = x < end && x + width / 2 > end - 3;
  // The playhead rests at what went wrong, or at the end of the run, and must not cross out the words there.
  const clear = restsAt(drawing, event)
    ? besideSign(drawing, { x, lane }, event, { y, width })
    : isAtEnd
      ? [leftOf(Math.max(x - 6, end - 5), y)]
      : [];
  const positions: Label['positions'] = [
    ...clear,
    centredAt(x, y),
    // Side by side with the words of the next sign.
    ...(isBad(event) ? [] : [2, 7]).flatMap((aside) => [leftOf(x - aside, y), rightOf(x + aside, y)]),
    centredAt(x, y + 15),
    leftOf(x + 9, y + 15),
    rightOf(x - 9, y + 15),
    centredAt(x, y + 30),
    leftOf(x + 9, y + 30),
    ...(next > 15 ? [centredAt(x, y + next), leftOf(x + 9, y + next)] : []),
  ];
  return positionsWithin(lane, positions);
}

/** The playhead rests at the first of several rejected writes, and at those of other lanes at about the same time. */
function restsAt({ spans, axis }: Drawing, event: ResourceEvent): boolean {
  if (event.kind !== 'rejected') return isBad(event);
  const first = spans.resource.find(({ kind }) => kind === 'rejected');
  return first !== undefined && axis.x(event.at) - axis.x(first.at) < 12;
}

/**
 * Words about a failure start or end beside its sign. They come before all others: if other signs stand above them,
 * they leave the first row to the words of these.
 */
function besideSign(
  { spans, axis }: Drawing,
  { x }: EventPosition,
  event: ResourceEvent,
  { y, width }: { readonly y: number; readonly width: number },
): Label['positions'] {
  const isAmong = spans.resource.some(({ process, seq, at }) => {
    const gap = x - axis.x(at);
    return process === event.process && seq !== event.seq && gap > 6 && gap < width + 6;
  });
  const rows = isAmong ? [y + 15, y] : [y, y + 15];
  if (event.kind === 'rejected') return [rightOf(x + 6, y), ...rows.map((row) => leftOf(x - 6, row))];
  return rows.flatMap((row) => [leftOf(x - 6, row), rightOf(x + 6, row)]);
}

/** A low lane has room for fewer rows, because the next lane starts below it. The first row always stays. */
export function positionsWithin({ top, height }: Lane, positions: Label['positions']): Label['positions'] {
  const first = Math.min(...positions.map(({ y }) => y));
  return positions.filter(({ y }) => y === first || y + 7 <= top + height + 2);
}
