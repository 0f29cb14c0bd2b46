/** Pauses and outages, on top of everything else: a hatched block, or a gap between a flat cap and a start. Also promotions. */
import { stillClocks } from '../../core/faults/program';
import { nth } from '../../core/model/values/nth';
import type { OutageSpan } from '../../core/spans/outageSpans';
import { type Drawing, inView, type Layers, laneOf, lengthIn, spanX } from './drawing';
import { leftOf, rightOf } from './labels';
import type { Lane } from './lanes';
import { glyphMark, linesMark, textMark } from './marks';

/** @param marginOf the pixels at the end of a fault's pause that stay free of words. Absent: none. */
export function outageMarks(drawing: Drawing, layers: Layers, marginOf: (fault: number) => number = () => 0): void {
  for (const outage of drawing.spans.outages) {
    const lane = laneOf(drawing, outage.process);
    const to = outage.to ?? drawing.trace.header.endedAt;
    if (lane === undefined || !inView(drawing, outage.from, to)) continue;
    if (outage.kind === 'paused') pause(drawing, layers, outage, { lane, margin: marginOf(outage.fault) });
    else crash(drawing, layers, outage, lane);
  }
}

export const isPausedAt = ({ spans }: Drawing, process: number, at: number): boolean =>
  spans.outages.some(
    ({ process: other, kind, from, to }) =>
      other === process && kind === 'paused' && from <= at && (to ?? Number.POSITIVE_INFINITY) > at,
  );

/**
 * Darkens a lane while its process is down. Drawn before the messages, because messages of other processes pass over
 * it.
 */
export function gapMarks(drawing: Drawing, layers: Layers): void {
  for (const outage of drawing.spans.outages) {
    const lane = laneOf(drawing, outage.process);
    if (outage.kind === 'paused' || lane === undefined) continue;
    if (!inView(drawing, outage.from, outage.to ?? drawing.trace.header.endedAt)) continue;
    const { x0, x1 } = spanX(drawing, outage.from, outage.to ?? drawing.axis.view.to);
    const half = lane.half + 3;
    const gap = { x: x0, y: lane.y - half, width: Math.max(1, x1 - x0), height: half * 2, radius: 0 };
    layers.middle.push({ kind: 'box', ...gap, style: 'filled', ink: 'page', alpha: 0.88 });
    const points = [x0 + 8, lane.y, x1 - 6, lane.y];
    layers.middle.push(linesMark({ ink: 'faint', dash: [1, 5], points }));
  }
}

function pause(
  drawing: Drawing,
  layers: Layers,
  outage: OutageSpan,
  { lane, margin }: { readonly lane: Lane; readonly margin: number },
): void {
  const to = outage.to ?? drawing.trace.header.endedAt;
  const { x0, x1 } = spanX(drawing, outage.from, to);
  const half = lane.half + 1;
  const box = { x: x0, y: lane.y - half, width: Math.max(2, x1 - x0), height: half * 2, radius: 3 };
  layers.top.push({ kind: 'box', ...box, style: 'filled', ink: 'page', alpha: 0.9 });
  layers.top.push({ kind: 'box', of: 'pause', ...box, style: 'hatched', ink: 'pause', alpha: 0.9 });
  layers.top.push({ kind: 'box', of: 'pause', ...box, style: 'outlined', ink: 'pause', alpha: 1 });
  layers.occupied.push(box);
  const { words, measure, axis } = drawing;
  const visiblePart = { left: Math.max(axis.left, x0), right: Math.min(axis.right, x1) - margin };
  const { left, right } = widestGap(drawing, outage, visiblePart);
  const size = Math.max(11, Math.min(12, half * 1.2));
  const still = stillClocks(Object.values(drawing.run.scenario.faults)[outage.fault], drawing.faults);
  const span = lengthIn(drawing, outage.from, to);
  const textOf = { none: words.paused, mono: words.asleep, both: words.stopped }[still];
  const text = [textOf(span), span].find(
    (wording) => measure(wording, { size, weight: 600, font: 'sans' }) + 30 < right - left,
  );
  if (text === undefined || half < 7) return;
  const width = measure(text, { size, weight: 600, font: 'sans' });
  const x = (left + right) / 2 + 6;
  const plate = { x: x - width / 2 - 20, y: lane.y - size * 0.8, width: width + 26, height: size * 1.6, radius: 3 };
  layers.captions.push({ kind: 'box', ...plate, style: 'filled', ink: 'page', alpha: 0.82 });
  layers.captions.push(glyphMark({ shape: 'pause', x: x - width / 2 - 10, y: lane.y, size: 11, ink: 'ink' }));
  layers.captions.push(textMark({ text, x, y: lane.y, size, weight: 600, align: 'center', ink: 'ink' }));
}

/** The place for words beside the other marks on the block: jumps of the clock, and the ring of a promotion. */
function widestGap(
  { spans, axis }: Drawing,
  { process }: OutageSpan,
  { left, right }: { readonly left: number; readonly right: number },
): { readonly left: number; readonly right: number } {
  const jumps = spans.clocks
    .filter((span) => span.process === process && span.jump !== 0)
    .map(({ from }) => axis.x(from));
  const rings = spans.promotions.filter(({ master }) => master === process).map(({ at }) => axis.x(at));
  const edges = [left, ...[...jumps, ...rings].filter((x) => x > left && x < right).sort((a, b) => a - b), right];
  let widest = { left, right: left };
  for (let i = 1; i < edges.length; i++) {
    const gap = { left: nth(edges, i - 1), right: nth(edges, i) };
    if (gap.right - gap.left > widest.right - widest.left) widest = gap;
  }
  return widest;
}

/** A gap narrower than this shows only its end, because there is no room for two signs. */
const gapMin = 20;

function crash(drawing: Drawing, layers: Layers, outage: OutageSpan, lane: Lane): void {
  const { x0, x1 } = spanX(drawing, outage.from, outage.to ?? drawing.axis.view.to);
  const isAtOnce = outage.to !== null && x1 - x0 < gapMin;
  if (!isAtOnce) crashSign(drawing, layers, outage, { lane, x0 });
  if (outage.to !== null) startSign(drawing, layers, outage, { lane, x1, isAtOnce });
}

function crashSign(
  { words }: Drawing,
  layers: Layers,
  outage: OutageSpan,
  { lane, x0 }: { readonly lane: Lane; readonly x0: number },
): void {
  const half = lane.half + 3;
  layers.top.push(glyphMark({ shape: 'cap', x: x0, y: lane.y, size: half * 2, ink: 'ink' }));
  // Words above the lane may stand over its cap.
  layers.occupied.push({ x: x0 - 2, y: lane.y - half + 4, width: 16, height: half * 2 - 8 });
  layers.labels.push({
    texts: [outage.kind === 'crashed' ? words.crashed : words.powerLost],
    positions: [rightOf(x0 + 19, lane.y), rightOf(x0 + 2, lane.y - half - 8), rightOf(x0 + 2, lane.y + half + 8)],
    ink: 'ink',
    weight: 600,
    priority: 70,
  });
}

function startSign(
  { words }: Drawing,
  layers: Layers,
  { kept }: OutageSpan,
  { lane, x1, isAtOnce }: { readonly lane: Lane; readonly x1: number; readonly isAtOnce: boolean },
): void {
  const half = lane.half + 3;
  layers.top.push(glyphMark({ shape: 'start', x: x1, y: lane.y, size: Math.min(15, half * 1.6), ink: 'ink' }));
  layers.occupied.push({ x: x1 - 6, y: lane.y - half, width: 14, height: half * 2 });
  const text = kept < 0 ? words.restarted : kept === 0 ? words.restartedEmpty : words.restartedKept(kept);
  layers.labels.push({
    texts: [isAtOnce ? words.restartedAtOnce(kept) : text],
    positions: [
      rightOf(x1 + (isAtOnce ? -4 : 13), lane.y - half - 8),
      rightOf(x1 + 13, lane.y + half + 6),
      leftOf(x1 - 10, lane.y - half - 8),
    ],
    ink: 'ink',
    ...(isAtOnce ? { weight: 600 as const } : {}),
    priority: 68,
  });
}

/** A promotion: a mark on both lanes with a line between them. */
export function promotionMarks(drawing: Drawing, layers: Layers): void {
  for (const promotion of drawing.spans.promotions) {
    const [replica, master] = [laneOf(drawing, promotion.replica), laneOf(drawing, promotion.master)];
    if (replica === undefined || master === undefined || !inView(drawing, promotion.at, promotion.at)) continue;
    const x = drawing.axis.x(promotion.at);
    layers.top.push(linesMark({ ink: 'ink', width: 1.2, dash: [2, 2], points: [x, master.y, x, replica.y] }));
    layers.top.push(glyphMark({ of: 'up', shape: 'ring', x, y: master.y, size: 11, ink: 'ink' }));
    layers.top.push(glyphMark({ shape: 'up', x, y: replica.y, size: 13, ink: 'ink' }));
    for (const { y } of [master, replica]) layers.occupied.push({ x: x - 8, y: y - 8, width: 16, height: 16 });
    const lost = promotion.lost > 0 ? ` · ${drawing.words.writesLost(promotion.lost)}` : '';
    const { promoted, process, processShort } = drawing.words;
    const [text, short] = [promoted(process(replica.id)), promoted(processShort(replica.id))];
    layers.labels.push({
      texts: [`${text}${lost}`, `${short}${lost}`, text, short],
      positions: [
        rightOf(x + 14, replica.y - replica.half - 8),
        rightOf(x + 14, replica.y + replica.half + 9),
        leftOf(x - 14, replica.y - replica.half - 8),
      ],
      ink: promotion.lost > 0 ? 'broken' : 'ink',
      weight: 600,
      priority: 72,
    });
  }
}
