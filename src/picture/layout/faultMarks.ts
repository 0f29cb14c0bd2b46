/**
 * The handles of the scenario's faults, and the bands of faults between lanes. `outageMarks.ts` draws pauses and
 * crashes from what happened to the process, and `clockMarks.ts` draws clocks. Here they only get a handle, whose box
 * comes from the span of the fault.
 */
import type { FaultMark } from '../../core/faults/program';
import type { Fault, OnLink } from '../../core/model/scenario/fault';
import { kindOf, lengthOf } from '../../core/model/scenario/faultKind';
import type { ProcessId } from '../../core/model/scenario/processId';
import { processIndex } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import type { Ms } from '../../core/model/values/time';
import type { FaultSpan } from '../../core/spans/faultSpans';
import { rateText, rulerY, slewText } from './clockMarks';
import { type Drawing, inView, type Layers, laneOf, spanX } from './drawing';
import { centredAt, leftOf, rightOf } from './labels';
import type { Lane } from './lanes';
import { type Box, glyphMark } from './marks';
import type { DrawnMessages } from './messageMarks';

export interface Handle {
  readonly name: string;
  readonly fault: Fault;
  readonly box: Box;
  /** The other places of the same fault, such as the other links of a cut. */
  readonly others: readonly Box[];
  /** Other places where its end can be dragged. Absent: none. */
  readonly ends?: readonly Box[];
  readonly shape: FaultMark['shape'];
  /** Whether its end can be dragged separately. */
  readonly hasEnd: boolean;
  /** When it took effect, in microseconds. */
  readonly at: number;
  /** When it ended, or null. */
  readonly to: number | null;
}

export function faultMarks(drawing: Drawing, layers: Layers, drawn: DrawnMessages): readonly Handle[] {
  const handles: Handle[] = [];
  for (const span of drawing.spans.faults) {
    const boxes = boxesOf(drawing, layers, span, drawn);
    const [box, ...others] = boxes;
    if (box === undefined || span.from === null) continue;
    handles.push({
      name: span.name,
      fault: span.fault,
      box,
      others,
      shape: kindOf(span.fault, drawing.faults).mark(span.fault).shape,
      hasEnd: lengthOf(span.fault, kindOf(span.fault, drawing.faults)) !== null,
      at: span.from,
      to: span.to,
    });
  }
  return handles;
}

function boxesOf(drawing: Drawing, layers: Layers, span: FaultSpan, drawn: DrawnMessages): readonly Box[] {
  const { fault } = span;
  if (span.from === null) return [];
  const mark = kindOf(fault, drawing.faults).mark(fault);
  if ('message' in fault) return mark.shape === 'message' ? onMessage(drawing, layers, span, drawn, mark.by) : [];
  if ('from' in fault) return mark.shape === 'link' ? linkBands(drawing, layers, span, { fault, by: mark.by }) : [];
  const { process } = fault;
  switch (mark.shape) {
    case 'stretch':
      // A fault that has not ended reaches to the end of the run.
      return onLane(drawing, { ...span, to: span.to ?? drawing.trace.header.endedAt }, process, { least: 12 });
    case 'gap':
      return onLane(drawing, span, process, { least: 12 });
    case 'thread-death':
      return cross(drawing, layers, span, { process, text: drawing.words.threadDied });
    case 'cross':
      return cross(drawing, layers, span, { process, text: drawing.words.faultDoes(fault) });
    case 'moment':
      return onLane(drawing, { ...span, to: null }, process, { least: 18 });
    case 'clock':
      return clockBand(drawing, layers, span, { process, says: mark.says });
    case 'band':
      return laneBand(drawing, layers, span, process);
    case 'link':
    case 'message':
      throw new Error(`A fault of one process is no ${mark.shape}.`);
    default:
      return mark satisfies never;
  }
}

function onLane(
  drawing: Drawing,
  span: FaultSpan,
  process: ProcessId,
  { least }: { readonly least: number },
): readonly Box[] {
  const lane = laneOf(drawing, processIndex(drawing.trace, process));
  const { from } = span;
  const isEndless = span.to === null;
  if (lane === undefined || from === null || !inView(drawing, from, span.to ?? from)) return [];
  const { x0, x1 } = spanX(drawing, from, span.to ?? from);
  const half = lane.half + 3;
  const x = isEndless ? x0 - least / 2 : x0;
  return [{ x, y: lane.y - half, width: Math.max(least, x1 - x0), height: half * 2 }];
}

/** The process keeps running, so there is no gap. A cross marks the place where the thread ended. */
function cross(
  drawing: Drawing,
  layers: Layers,
  span: FaultSpan,
  { process, text }: { readonly process: ProcessId; readonly text: string },
): readonly Box[] {
  const boxes = onLane(drawing, { ...span, to: null }, process, { least: 18 });
  const [box] = boxes;
  if (box === undefined) return boxes;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  layers.top.push(glyphMark({ of: 'dead', shape: 'cross', x, y, size: 11, ink: 'ink' }));
  layers.occupied.push(box);
  layers.labels.push({
    texts: [text],
    positions: [rightOf(x + 14, box.y - 6), rightOf(x + 14, box.y + box.height + 7)],
    ink: 'ink',
    weight: 600,
    priority: 70,
  });
  return boxes;
}

function clockBand(
  drawing: Drawing,
  layers: Layers,
  span: FaultSpan,
  {
    process,
    says,
  }: { readonly process: ProcessId; readonly says: Extract<FaultMark, { readonly shape: 'clock' }>['says'] },
): readonly Box[] {
  const lane = laneOf(drawing, processIndex(drawing.trace, process));
  const to = span.to ?? drawing.trace.header.endedAt;
  if (lane === undefined || span.from === null || !inView(drawing, span.from, to)) return [];
  const { x0, x1 } = spanX(drawing, span.from, to);
  const box = { x: x0, y: rulerY(lane) - 4, width: Math.max(8, x1 - x0), height: 11 };
  layers.ground.push({ kind: 'box', ...box, radius: 3, style: 'filled', ink: 'warning', alpha: 0.14 });
  layers.labels.push({
    texts: ['rate' in says ? rateText(drawing, says.rate) : slewText(drawing, says.slew)],
    positions: [rightOf(x0 + 4, lane.y - lane.half - 10), rightOf(x0 + 4, box.y + 18), rightOf(x0 + 4, box.y - 7)],
    ink: 'warning',
    priority: 66,
  });
  return [box];
}

/** A place above the lane, so that the events on the lane stay visible. */
function bandAbove(lane: Lane, { x0, x1 }: { readonly x0: number; readonly x1: number }): Box {
  const height = Math.max(11, Math.min(13, (lane.height - lane.half * 2) / 2 - 4));
  if (lane.isStrip) return { x: x0, y: lane.y - height / 2, width: Math.max(8, x1 - x0), height };
  return { x: x0, y: lane.y - lane.half - height - 3, width: Math.max(8, x1 - x0), height };
}

/** A light band beside the lane, with the name of the fault. */
function laneBand(drawing: Drawing, layers: Layers, span: FaultSpan, process: ProcessId): readonly Box[] {
  const lane = laneOf(drawing, processIndex(drawing.trace, process));
  const to = span.to ?? drawing.trace.header.endedAt;
  if (lane === undefined || span.from === null || !inView(drawing, span.from, to)) return [];
  const { x0, x1 } = spanX(drawing, span.from, to);
  const box = bandAbove(lane, { x0, x1 });
  layers.ground.push({ kind: 'box', ...box, radius: 3, style: 'filled', ink: 'warning', alpha: 0.14 });
  layers.ground.push({ kind: 'box', ...box, radius: 3, style: 'outlined', ink: 'warning', alpha: 0.6 });
  const y = box.y + box.height / 2;
  layers.labels.push({
    texts: [drawing.words.fault(span.fault.kind)],
    positions: [rightOf(Math.max(x0, drawing.axis.left) + 5, y), rightOf(x1 + 3, y), leftOf(x0 - 3, y)],
    ink: 'warning',
    priority: 66,
    on: box,
  });
  layers.avoided.push(box);
  return [box];
}

/** A light band beside the lane of each process at the far end of the link. Lanes of other processes stay clear. */
function linkBands(
  drawing: Drawing,
  layers: Layers,
  span: FaultSpan,
  { fault, by: longer }: { readonly fault: OnLink; readonly by: Ms | null },
): readonly Box[] {
  const to = span.to ?? drawing.axis.view.to;
  if (span.from === null || !inView(drawing, span.from, to)) return [];
  const { x0, x1 } = spanX(drawing, span.from, to);
  const far = farEnd(drawing, fault);
  const boxes = far.map((lane) => bandAbove(lane, { x0, x1 }));
  const ink = longer === null ? 'muted' : 'warning';
  const style = longer === null ? 'dashed' : 'outlined';
  for (const box of boxes) {
    layers.ground.push({ kind: 'box', of: 'link', ...box, radius: 3, style: 'filled', ink, alpha: 0.12 });
    layers.ground.push({ kind: 'box', of: 'link', ...box, radius: 3, style, ink, alpha: 0.6 });
  }
  const near = fault.to.length <= fault.from.length ? fault.from : fault.to;
  boxes.forEach((box, i) => {
    const lane = nth(far, i);
    const names = near
      .slice(0, 4)
      .map((id) => drawing.words.processShort(id))
      .join(' ');
    const isOne = fault.from.length === 1 || fault.to.length === 1;
    const other = lane.isStrip && !isOne ? drawing.words.scene.lock : drawing.words.processShort(lane.id);
    const link = `${names}${near.length > 4 ? ` +${near.length - 4}` : ''} ${fault.bothWays ? '↔' : '→'} ${other}`;
    const by = longer === null ? null : drawing.times.formatLength(longer * 1000);
    const text = by === null ? drawing.words.cut(link) : drawing.words.slow(link, by);
    const y = box.y + box.height / 2;
    const look = { ink, priority: 64, on: box } as const;
    const room = x1 - x0 - 8;
    // A band that is too short for its words has a shorter text beside it.
    layers.labels.push(
      drawing.measure(link, { size: 11, weight: 400, font: 'sans' }) <= room
        ? {
            ...look,
            texts: [text, link],
            // Messages that end at the band may take the room at its start.
            positions: [
              rightOf(Math.max(x0, drawing.axis.left) + 5, y),
              centredAt((x0 + x1) / 2, y),
              leftOf(Math.min(x1, drawing.axis.right) - 5, y),
            ],
            widthMax: room,
          }
        : {
            ...look,
            texts: [by === null ? link : `+${by}`],
            positions: [rightOf(x1 + 3, y), leftOf(x0 - 3, y)],
          },
    );
  });
  layers.avoided.push(...boxes);
  return boxes;
}

/** The lanes at the end with fewer processes: a client cut off from all servers shows the cut on its own lane. */
function farEnd(drawing: Drawing, fault: OnLink): readonly Lane[] {
  const ids = fault.to.length <= fault.from.length ? fault.to : fault.from;
  const lanes = ids.map((id) => laneOf(drawing, processIndex(drawing.trace, id))).filter((lane) => lane !== undefined);
  const strip = lanes.find(({ isStrip }) => isStrip);
  return lanes.filter((lane) => !lane.isStrip || lane === strip);
}

function onMessage(
  drawing: Drawing,
  layers: Layers,
  span: FaultSpan,
  drawn: DrawnMessages,
  later: Ms | null,
): readonly Box[] {
  const i = drawn.rows.indexOf(span.row);
  if (span.row < 0 || i < 0) return [];
  const [x, y] = [nth(drawn.points, i * 4 + 2), nth(drawn.points, i * 4 + 3)];
  if (later !== null) {
    const text = drawing.words.delayed(drawing.times.formatLength(later * 1000));
    layers.labels.push({
      texts: [text],
      positions: [
        // Beside the head, outside the box of a hold.
        rightOf(x + 8, y - 22),
        leftOf(x - 8, y - 22),
        rightOf(x + 8, y + 17),
        leftOf(x - 8, y + 20),
        leftOf(x - 8, y + 35),
      ],
      ink: 'warning',
      priority: 66,
      // Side by side, each would push the words of the next farther from its message.
      apart: { group: `${text} ${y}`, by: 60 },
    });
  }
  return [{ x: x - 9, y: y - 9, width: 18, height: 18 }];
}
