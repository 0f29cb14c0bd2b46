/** The lane of the storage in a scene: its value as a bar, and the operations on it as signs on the edge of the bar. */

import { refusalChecks } from '../../core/model/trace/trace';
import { withColon } from '../../core/model/values/joinedTexts';
import { firstValue, type ResourceEvent } from '../../core/spans/resourceEvents';
import { inkOf, inView, spanX, textInkOf } from './drawing';
import { centredAt, type Label, leftOf, type Position, rightOf } from './labels';
import type { Lane } from './lanes';
import type { Box, GlyphMark, Ink } from './marks';
import { comparedTokens, isBad, isBroken, signX } from './resourceEventMarks';
import { type SceneDrawing, valueGap, valueSize } from './sceneDrawing';

export function valueMarks(scene: SceneDrawing): void {
  const { drawing } = scene;
  for (const lane of drawing.lanes.all) {
    if (lane.role !== 'storage') continue;
    const events = drawing.spans.resource.filter(({ process }) => process === lane.process);
    values(scene, lane, events);
    // Harm is drawn on top.
    const drawnOrder = [...events.filter((event) => !isBad(event)), ...events.filter(isBad)];
    const positions = new Map<string, number>();
    for (const event of drawnOrder) resourceEventMark(scene, lane, event, positions);
  }
}

interface Value {
  readonly from: number;
  readonly text: string;
  readonly ink: Ink | null;
  readonly seq: number;
  readonly isBroken: boolean;
}

/** The values as bars. An action without a value, such as a mail, has a bar without words. */
function values(scene: SceneDrawing, lane: Lane, events: readonly ResourceEvent[]): void {
  const { drawing, layers, bars } = scene;
  const writes = events.filter(({ kind, version }) => (kind === 'wrote' || kind === 'part') && version >= -1);
  const { playedTo, restsAt } = scene.look;
  const lostBy = (at: number): ReadonlySet<number> =>
    new Set(drawing.spans.resource.flatMap((event) => (event.at > at ? [] : event.destroyed.map(({ seq }) => seq))));
  const [lost, lostAtLast] = [lostBy(playedTo ?? Number.POSITIVE_INFINITY), lostBy(Number.POSITIVE_INFINITY)];
  const first: Value = {
    from: 0,
    text: String(firstValue(events) ?? ''),
    ink: null,
    seq: -1,
    isBroken: false,
  };
  const all: readonly Value[] = [
    first,
    ...writes.filter(({ kind }) => kind === 'wrote').map((event) => writtenValue(scene, event)),
  ];
  const end = drawing.trace.header.endedAt;
  const axisRight = drawing.axis.right;
  const restX = restsAt === undefined ? Number.POSITIVE_INFINITY : drawing.axis.x(restsAt);
  const signs = [
    { x: restX, reach: 1 },
    ...events.map((event) => ({ x: signX(drawing, event), reach: signOf(scene, event).size / 2 + 1 })),
  ];
  all.forEach((value, i) => {
    const to = all[i + 1]?.from ?? Math.max(end, drawing.axis.view.to);
    if (!inView(drawing, value.from, to)) return;
    const { x0, x1 } = spanX(drawing, value.from, to);
    const left = Math.max(drawing.axis.left, x0);
    const box = { x: left, y: lane.y - lane.half, width: Math.max(1, x1 - left), height: lane.half * 2, radius: 0 };
    const isLost = lost.has(value.seq);
    const fill = isLost && value.ink !== null ? value.ink : value.isBroken ? 'broken' : (value.ink ?? 'faint');
    const layer = i === 0 ? scene.startMarks : layers.middle;
    layer.push({ kind: 'box', ...box, style: 'filled', ink: fill, alpha: value.ink === null ? 0.35 : 0.14 });
    layer.push({ kind: 'box', ...box, style: 'outlined', ink: fill, alpha: 0.8 });
    layers.occupied.push(box);
    const width = drawing.measure(value.text, valueType) + valueGap;
    const isLostAtLast = lostAtLast.has(value.seq);
    const isMain = isLostAtLast || i === all.length - 1;
    // The words on a bar stop at its edge, so a value of a short time stands over its bar.
    if (i > 0 && width > x1 - left)
      layers.labels.push(valueOver(value, { lane, box, restX, axisRight, isLost, isMain, isLostAtLast }));
    bars.push({
      texts: value.text === '' ? [] : [value.text],
      x0: left,
      x1,
      y: lane.y,
      ink: isLost || value.isBroken ? 'broken' : 'ink',
      size: valueSize,
      weight: 600,
      isStrikethrough: isLost,
      signs,
      // The first value is shown from the start.
      ...(i === 0 ? { isKnown: true } : {}),
    });
  });
}

const valueType = { size: valueSize, weight: 600, font: 'sans' } as const;

interface Short {
  readonly lane: Lane;
  /** Its bar. */
  readonly box: Box;
  /** Where the playhead rests. */
  readonly restX: number;
  readonly axisRight: number;
  readonly isLost: boolean;
  /** Whether it is lost or stays in the end. This decides the place, which stays the same as the run plays. */
  readonly isMain: boolean;
  readonly isLostAtLast: boolean;
}

function valueOver(
  { text, from, isBroken }: Value,
  { lane, box, restX, axisRight, isLost, isLostAtLast, isMain }: Short,
): Label {
  const [left, x1] = [box.x, box.x + box.width];
  const [above, below] = [lane.y - lane.half - 9, lane.y + lane.half + 10];
  const middle = (left + x1) / 2;
  const under = [centredAt(middle, below), leftOf(left - 7, below)];
  const over = [leftOf(left - 7, above - 8), rightOf(x1 + 12, above - 8)];
  return {
    texts: [text],
    at: from,
    positions: [
      ...(left < restX && restX < x1 ? [rightOf(restX + 5, below)] : []),
      leftOf(left - 7, above),
      rightOf(x1 + 12, above),
      centredAt(middle, above - 8),
      // Words on a rejected write stand under the value that stays.
      ...(isLostAtLast ? [...under, ...over] : [...over, ...under]),
      centredAt(middle, above - 24),
      rightOf(x1 + 12, below),
      rightOf(x1 + 12, above - 24),
      leftOf(left - 7, above - 24),
      leftOf(axisRight + 5, below),
      // Where two writes are a moment apart, their arrows and the first value have the nearer places.
      ...[26, 44].flatMap((by) => [leftOf(left - by, above), leftOf(left - by, above - 18)]),
    ],
    leadsTo: box,
    ...(isLost ? { strikethrough: text } : {}),
    ink: isLost || isBroken ? 'broken' : 'ink',
    weight: 600,
    size: 12.5,
    priority: isMain ? 101 : 58,
    apart: { group: `value ${isMain}`, by: isMain ? 0 : 40 },
  };
}

const writtenValue = ({ drawing, words }: SceneDrawing, event: ResourceEvent): Value => ({
  from: event.at,
  text: event.version < 0 ? words.times(event.value) : String(event.value),
  ink: inkOf(drawing.trace, event.client),
  seq: event.seq,
  isBroken: isBroken(event),
});

/** Two signs of one sort closer than this, in pixels, are drawn as one. */
const signsApart = 5;

function resourceEventMark(
  scene: SceneDrawing,
  lane: Lane,
  event: ResourceEvent,
  positions: Map<string, number>,
): void {
  const { drawing, layers } = scene;
  if (!inView(drawing, event.at, event.at)) return;
  const x = signX(drawing, event);
  const y = lane.y - lane.half;
  const key = `${event.kind} ${event.client}`;
  if (!isBad(event) && x - (positions.get(key) ?? Number.NEGATIVE_INFINITY) < signsApart) return;
  positions.set(key, x);
  const sign = signOf(scene, event);
  // The playhead rests on a failure, and must not cover half of it.
  const layer = isBad(event) ? layers.top : layers.middle;
  layer.push({ kind: 'glyph', ...sign, x, y, alpha: 1 });
  const reach = sign.size / 2 + 1;
  layers.occupied.push({ x: x - reach, y: y - reach, width: reach * 2, height: reach * 2 });
  const label = wordsOf(scene, event);
  if (label === null) return;
  layers.labels.push({ ...label, at: event.at, positions: positionsOf(lane, x, isBad(event)) });
}

function positionsOf(lane: Lane, x: number, isBeside: boolean): readonly Position[] {
  const y = lane.y + lane.half + 9;
  const beside = [rightOf(x + 7, y), leftOf(x - 7, y)];
  // Where the bars are low, the value that stays is under the sign.
  return isBeside ? [...beside, centredAt(x, y), leftOf(x - 56, y)] : [centredAt(x, y), ...beside];
}

function signOf({ drawing }: SceneDrawing, event: ResourceEvent): Pick<GlyphMark, 'shape' | 'size' | 'ink' | 'on'> {
  const ink = inkOf(drawing.trace, event.client);
  if (isBroken(event)) return { shape: 'diamond', size: 18, ink: 'broken', on: 'page' };
  switch (event.kind) {
    case 'rejected':
      return { shape: 'shield', size: 20, ink: 'good', on: 'page' };
    case 'wrote':
      return isBad(event)
        ? { shape: 'check', size: 13, ink: 'warning', on: 'page' }
        : { shape: 'dot', size: 10, ink, on: ink };
    case 'part':
    case 'adopted':
      return { shape: 'square', size: 8, ink, on: ink };
    case 'read':
    case 'marked':
      return { shape: 'dot', size: 10, ink, on: 'page' };
    default:
      return event.kind satisfies never;
  }
}

function wordsOf(scene: SceneDrawing, event: ResourceEvent): Omit<Label, 'positions'> | null {
  const { drawing, words } = scene;
  const { words: usual, trace } = drawing;
  const ink = textInkOf(trace, event.client);
  const gone = event.destroyed.at(-1);
  if (gone !== undefined)
    return {
      texts: [words.lost(gone.value)],
      ink: 'broken',
      weight: 600,
      priority: 100,
      apart: { group: 'lost', by: 50 },
    };
  if (event.mixed !== null) {
    const who = trace.header.processes[event.mixed.client];
    const text = usual.mixedWith(who === undefined ? '?' : usual.processShort(who.id));
    return { texts: [text], ink: 'broken', weight: 600, priority: 97, apart: { group: text, by: 4000 } };
  }
  switch (event.kind) {
    case 'rejected': {
      const text = event.value < 0 ? usual.rejected : words.refused(event.value);
      return {
        texts: [...whyRejected(scene, event, text), text, usual.rejected],
        ink: 'good',
        weight: 600,
        priority: 98,
      };
    }
    case 'read': {
      if (event.loose > 0)
        return {
          texts: [usual.readHalf(event.value, event.loose), words.reads(event.value)],
          ink: 'warning',
          weight: 600,
          priority: 78,
        };
      const text = event.version < 0 ? usual.looked(event.value === 1) : words.reads(event.value);
      return { texts: [text], ink, priority: 30, apart: { group: `${text} ${event.client}`, by: 100 } };
    }
    case 'wrote':
      if (event.version >= 0) return null;
      return isBad(event)
        ? { texts: [usual.doneAgain(event.value)], ink: 'warning', weight: 600, priority: 96 }
        : { texts: [usual.done], ink, priority: 34 };
    case 'part':
      return { texts: [usual.part(event.part)], ink, priority: 24, apart: { group: 'part', by: 90 } };
    case 'marked':
      return { texts: [usual.marked], ink, priority: 26, apart: { group: 'mark', by: 60 } };
    case 'adopted':
      return { texts: [usual.adopted(event.version)], ink: 'muted', priority: 25 };
    default:
      return event.kind satisfies never;
  }
}

/** With the numbers that were compared, the longest first. The numbers of a version are not in the picture. */
function whyRejected({ drawing, words }: SceneDrawing, event: ResourceEvent, text: string): readonly string[] {
  const { token, against } = event;
  if (token < 0 || against < 0) return [];
  const check = refusalChecks[event.check] ?? 'token';
  const reasons =
    check === 'version'
      ? [words.basedOn(token, against), words.basedOnShort(token, against)]
      : [check === 'holder' ? drawing.words.anothersToken(token) : comparedTokens(event)];
  return reasons.map((why) => withColon(text, why));
}
