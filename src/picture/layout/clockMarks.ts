/**
 * The ruler under the lane of a process whose clock is off. The spacing of its ticks shows the rate, and a folded
 * tick shows a jump.
 */
import { speedOf } from '../../core/model/values/clock';
import { formatSigned } from '../../core/model/values/format';
import { instant } from '../../core/model/values/time';
import { type ClockSpan, offsetAt } from '../../core/spans/clockSpans';
import { type Drawing, inView, type Layers, laneOf } from './drawing';
import { centredAt, type Label, leftOf, rightOf } from './labels';
import type { Lane } from './lanes';
import { linesMark } from './marks';

export function clockMarks(drawing: Drawing, layers: Layers): void {
  const step = tickStep(drawing);
  for (const span of drawing.spans.clocks) {
    const lane = laneOf(drawing, span.process);
    if (lane === undefined || !inView(drawing, span.from, span.to)) continue;
    if (drawing.lanes.isFolded) aheadOrBehind(drawing, layers, { span, lane });
    else if (span.offset !== 0 || span.ppm !== 0) ruler(drawing, layers, { span, lane, step });
    if (span.jump !== 0 && span.seq >= 0 && span.from > 0) jump(drawing, layers, { span, lane });
  }
}

/** The vertical position of a lane's ruler. */
export const rulerY = (lane: Lane): number => Math.min(lane.y + lane.half + 7, lane.top + lane.height - 7);

const tickStep = ({ axis }: Drawing): number => {
  const [first, second] = axis.ticks;
  return first !== undefined && second !== undefined ? Math.max(1, Math.round(second.at - first.at) / 2) : 100_000;
};

interface Ruled {
  readonly span: ClockSpan;
  readonly lane: Lane;
  readonly step: number;
}

function ruler(drawing: Drawing, layers: Layers, { span, lane, step }: Ruled): void {
  const { axis } = drawing;
  const y = rulerY(lane);
  const from = Math.max(span.from, axis.view.from);
  const to = Math.min(span.to, axis.view.to);
  const speed = speedOf(span.ppm);
  if (speed <= 0 || to <= from) return;
  const points = [axis.x(from), y, axis.x(to), y];
  const localFrom = from + offsetAt(span, instant(from));
  const localTo = to + offsetAt(span, instant(to));
  for (let i = Math.ceil(localFrom / step); i * step <= localTo && points.length < 4000; i++) {
    const at = span.from + (i * step - span.from - span.offset) / speed;
    const x = axis.x(at);
    const isLong = i % 2 === 0;
    points.push(x, y, x, y + (isLong ? 5 : 3));
    if (isLong) layers.labels.push(...tickLabels(lane, { x, y, text: localText(i * step, step) }));
  }
  layers.ground.push(linesMark({ of: 'clock', ink: 'muted', alpha: 0.8, points }));
}

const localText = (at: number, step: number): string =>
  `${(at / 1e6).toFixed(step >= 5e5 ? 0 : step >= 5e4 ? 1 : 2).replace('-', '−')} s`;

/** Labels the ticks whose words cross no message. If every tick of a long stretch crosses one, one of them is labelled. */
function tickLabels(
  { id }: Lane,
  { x, y, text }: { readonly x: number; readonly y: number; readonly text: string },
): readonly Label[] {
  const label: Label = {
    texts: [text],
    positions: [rightOf(x + 3, y + 7), leftOf(x - 3, y + 7)],
    ink: 'muted',
    font: 'mono',
    priority: 4,
    onlyClear: true,
    apart: { group: `clock ${id}`, by: 64 },
  };
  return [label, { ...label, priority: 3.5, onlyClear: false, apart: { group: `clock ${id}`, by: 200 } }];
}

/** A scene has no rulers. It shows how far a clock is off at the start. */
function aheadOrBehind({ axis, words }: Drawing, layers: Layers, { span, lane }: Omit<Ruled, 'step'>): void {
  if (span.offset === 0 || span.seq >= 0) return;
  const y = lane.y - lane.half - 8;
  layers.labels.push({
    texts: [words.clockBy(formatSigned(span.offset)), formatSigned(span.offset)],
    positions: [rightOf(axis.left + 3, y), leftOf(axis.right, y)],
    ink: 'muted',
    priority: 54,
  });
}

function jump(drawing: Drawing, layers: Layers, { span, lane }: Omit<Ruled, 'step'>): void {
  const x = drawing.axis.x(span.from);
  const [top, bottom] = [lane.y - lane.half - 5, lane.y + lane.half + 7];
  const middle = (top + bottom) / 2;
  // A folded tick: time is missing here, or happens twice.
  const points = [x, top, x, middle - 5, x + 5, middle - 2, x - 5, middle + 2, x, middle + 5, x, bottom];
  layers.top.push({ kind: 'path', ink: 'page', alpha: 1, width: 5, dash: null, points });
  layers.top.push({ kind: 'path', of: 'clock', ink: 'ink', alpha: 1, width: 1.8, dash: null, points });
  layers.occupied.push({ x: x - 6, y: top, width: 12, height: bottom - top });
  layers.labels.push({
    texts: [drawing.words.clockBy(formatSigned(span.jump)), formatSigned(span.jump)],
    positions: [rightOf(x + 11, top - 3), leftOf(x - 11, top - 3), centredAt(x, top - 9), rightOf(x + 11, bottom + 4)],
    ink: 'ink',
    weight: 600,
    priority: 74,
  });
}

/** Words for a clock that drifts or slews. */
export function rateText(drawing: Drawing, ppm: number): string {
  return drawing.words.clockRate(
    `${ppm > 0 ? '+' : '−'}${Math.abs(ppm) >= 10_000 ? `${Math.abs(ppm) / 10_000} %` : `${Math.abs(ppm)} ppm`}`,
  );
}

export const slewText = (drawing: Drawing, byMs: number): string =>
  drawing.words.clockSlews(`${byMs < 0 ? '−' : '+'}${drawing.times.formatLength(Math.abs(byMs) * 1000)}`);
