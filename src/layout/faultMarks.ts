/**
 * Where the faults of the scenario can be taken hold of, and the bands of those that lie between lanes. Pauses, crashes and
 * jumps are drawn with what they do to a process; here they only get their handle.
 */
import type { Fault } from '../model/fault';
import type { FaultSpan } from '../model/faultSpans';
import type { ProcessId } from '../model/scenario';
import { processIndex } from '../model/trace';
import { rateText, rulerY, slewText } from './clockMarks';
import { length } from './format';
import type { Lane } from './lanes';
import type { Box } from './marks';
import type { DrawnMessages } from './messageMarks';
import { inView, type Layers, laneOf, type Scene, spanX } from './scene';

export interface Handle {
  readonly name: string;
  readonly fault: Fault;
  readonly box: Box;
  /** Further places of the same fault: the other links of a cut. */
  readonly others: readonly Box[];
  /** Whether its end can be dragged by itself. */
  readonly hasEnd: boolean;
  /** When it struck, in microseconds. */
  readonly at: number;
  /** When it ended, or null. */
  readonly to: number | null;
}

export function faultMarks(scene: Scene, layers: Layers, drawn: DrawnMessages): readonly Handle[] {
  const handles: Handle[] = [];
  for (const span of scene.spans.faults) {
    const boxes = boxesOf(scene, layers, span, drawn);
    const [box, ...others] = boxes;
    if (box === undefined || span.from === null) continue;
    handles.push({
      name: span.name,
      fault: span.fault,
      box,
      others,
      hasEnd: hasEnd(span.fault),
      at: span.from,
      to: span.to,
    });
  }
  return handles;
}

function hasEnd(fault: Fault): boolean {
  switch (fault.kind) {
    case 'pause':
    case 'suspend':
    case 'clock-slew':
      return true;
    case 'crash':
    case 'power-loss':
      return fault.restartAfter !== 'never';
    case 'cut':
    case 'slow':
    case 'clock-drift':
      return fault.for !== 'ever';
    default:
      return false;
  }
}

function boxesOf(scene: Scene, layers: Layers, span: FaultSpan, drawn: DrawnMessages): readonly Box[] {
  const { fault } = span;
  if (span.from === null) return [];
  switch (fault.kind) {
    case 'pause':
    case 'suspend':
      // One that the run did not outlast, or has not yet, reaches to its end.
      return onLane(scene, { ...span, to: span.to ?? scene.trace.header.endedAt }, fault.process, { least: 12 });
    case 'crash':
      if ('only' in fault) return threadDeath(scene, layers, span, fault.process);
      return onLane(scene, span, fault.process, { least: 12 });
    case 'power-loss':
      return onLane(scene, span, fault.process, { least: 12 });
    case 'restart':
    case 'failover':
    case 'clock-jump':
      return onLane(scene, { ...span, to: null }, fault.process, { least: 18 });
    case 'clock-slew':
    case 'clock-drift':
      return clockBand(scene, layers, span, fault);
    case 'cut':
    case 'slow':
      return linkBands(scene, layers, span, fault);
    case 'lose':
    case 'delay':
      return onMessage(scene, layers, span, drawn);
    default:
      return fault satisfies never;
  }
}

function onLane(
  scene: Scene,
  span: FaultSpan,
  process: ProcessId,
  { least }: { readonly least: number },
): readonly Box[] {
  const lane = laneOf(scene, processIndex(scene.trace, process));
  const from = span.from as number;
  const isEndless = span.to === null;
  if (lane === undefined || !inView(scene, from, span.to ?? from)) return [];
  const { x0, x1 } = spanX(scene, from, span.to ?? from);
  const half = lane.half + 3;
  const x = isEndless ? x0 - least / 2 : x0;
  return [{ x, y: lane.y - half, width: Math.max(least, x1 - x0), height: half * 2 }];
}

/** The process lives on, so there is no gap: a cross where the thread ended. */
function threadDeath(scene: Scene, layers: Layers, span: FaultSpan, process: ProcessId): readonly Box[] {
  const boxes = onLane(scene, { ...span, to: null }, process, { least: 18 });
  const [box] = boxes;
  if (box === undefined) return boxes;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  layers.top.push({ kind: 'glyph', shape: 'cross', x, y, size: 11, ink: 'ink', on: 'page', alpha: 1 });
  layers.taken.push(box);
  layers.labels.push({
    texts: [scene.words.threadDied],
    places: [
      { x: x + 14, y: box.y - 6, align: 'left' },
      { x: x + 14, y: box.y + box.height + 7, align: 'left' },
    ],
    ink: 'ink',
    weight: 600,
    priority: 70,
  });
  return boxes;
}

function clockBand(
  scene: Scene,
  layers: Layers,
  span: FaultSpan,
  fault: Extract<Fault, { kind: 'clock-slew' | 'clock-drift' }>,
): readonly Box[] {
  const lane = laneOf(scene, processIndex(scene.trace, fault.process));
  const to = span.to ?? scene.trace.header.endedAt;
  if (lane === undefined || span.from === null || !inView(scene, span.from, to)) return [];
  const { x0, x1 } = spanX(scene, span.from, to);
  const box = { x: x0, y: rulerY(lane) - 4, width: Math.max(8, x1 - x0), height: 11 };
  layers.ground.push({ kind: 'box', ...box, radius: 3, style: 'filled', ink: 'warning', alpha: 0.14 });
  layers.labels.push({
    texts: [fault.kind === 'clock-drift' ? rateText(scene, fault.ppm) : slewText(scene, fault.by)],
    places: [
      { x: x0 + 4, y: lane.y - lane.half - 10, align: 'left' },
      { x: x0 + 4, y: box.y + 18, align: 'left' },
      { x: x0 + 4, y: box.y - 7, align: 'left' },
    ],
    ink: 'warning',
    priority: 66,
  });
  return [box];
}

/** A light band beside the lane of each process at the far end of the link, so that untouched lanes stay untouched. */
function linkBands(
  scene: Scene,
  layers: Layers,
  span: FaultSpan,
  fault: Extract<Fault, { kind: 'cut' | 'slow' }>,
): readonly Box[] {
  const to = span.to ?? scene.axis.view.to;
  if (span.from === null || !inView(scene, span.from, to)) return [];
  const { x0, x1 } = spanX(scene, span.from, to);
  const far = farEnd(scene, fault);
  const boxes = far.map((lane) => {
    const height = Math.max(7, Math.min(13, (lane.height - lane.half * 2) / 2 - 4));
    return { x: x0, y: lane.y - lane.half - height - 3, width: Math.max(8, x1 - x0), height };
  });
  const ink = fault.kind === 'cut' ? 'muted' : 'warning';
  for (const box of boxes) {
    layers.ground.push({ kind: 'box', ...box, radius: 3, style: 'filled', ink, alpha: 0.12 });
    layers.ground.push({
      kind: 'box',
      ...box,
      radius: 3,
      style: fault.kind === 'cut' ? 'dashed' : 'outlined',
      ink,
      alpha: 0.6,
    });
  }
  const near = fault.to.length <= fault.from.length ? fault.from : fault.to;
  boxes.forEach((box, i) => {
    const lane = far[i] as Lane;
    const names = near
      .slice(0, 4)
      .map((id) => scene.words.processShort(id))
      .join(' ');
    const link = `${names}${near.length > 4 ? ' …' : ''} ${fault.bothWays ? '↔' : '→'} ${scene.words.processShort(lane.id)}`;
    const by = fault.kind === 'cut' ? null : length(fault.by * 1000);
    const text = by === null ? scene.words.cut(link) : scene.words.slow(link, by);
    const y = box.y + box.height / 2;
    const look = { ink, size: 10, priority: 64, on: box } as const;
    const room = x1 - x0 - 8;
    // A band that is too short for its words has a few beside it.
    layers.labels.push(
      scene.measure(link, { size: 10, weight: 400, font: 'sans' }) <= room
        ? {
            ...look,
            texts: [text, link],
            // Messages that end at the band may have the room at its beginning.
            places: [
              { x: Math.max(x0, scene.axis.left) + 5, y, align: 'left' },
              { x: (x0 + x1) / 2, y, align: 'center' },
              { x: Math.min(x1, scene.axis.right) - 5, y, align: 'right' },
            ],
            widthMax: room,
          }
        : {
            ...look,
            texts: [by === null ? link : `+${by}`],
            places: [
              { x: x1 + 3, y, align: 'left' },
              { x: x0 - 3, y, align: 'right' },
            ],
          },
    );
  });
  layers.shunned.push(...boxes);
  return boxes;
}

/** The lanes of the end with fewer processes: a client cut off from all shows on the client. */
function farEnd(scene: Scene, fault: Extract<Fault, { kind: 'cut' | 'slow' }>): readonly Lane[] {
  const ids = fault.to.length <= fault.from.length ? fault.to : fault.from;
  return ids.map((id) => laneOf(scene, processIndex(scene.trace, id))).filter((lane) => lane !== undefined);
}

function onMessage(scene: Scene, layers: Layers, span: FaultSpan, drawn: DrawnMessages): readonly Box[] {
  const i = drawn.rows.indexOf(span.row);
  if (span.row < 0 || i < 0) return [];
  const [x, y] = [drawn.points[i * 4 + 2] as number, drawn.points[i * 4 + 3] as number];
  if (span.fault.kind === 'delay') {
    layers.labels.push({
      texts: [scene.words.delayed(length(span.fault.by * 1000))],
      places: [
        // Beside the head, and clear of the box of a hold.
        { x: x + 8, y: y - 22, align: 'left' },
        { x: x - 8, y: y - 22, align: 'right' },
        { x: x + 8, y: y + 17, align: 'left' },
        { x: x - 8, y: y + 20, align: 'right' },
        { x: x - 8, y: y + 35, align: 'right' },
      ],
      ink: 'warning',
      priority: 66,
    });
  }
  return [{ x: x - 9, y: y - 9, width: 18, height: 18 }];
}
