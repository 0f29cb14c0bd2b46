/**
 * The strip above the lanes: who truly holds the lock. It is empty while the lock is free. Two holders at once are a
 * violation, so their colours are hatched and framed.
 */
import { type HolderSpan, holdersOf } from '../../core/spans/holderSpans';
import { type Drawing, inkOf, inView, type Layers, spanX, textInkOf } from './drawing';
import { centredAt, type Label, leftOf, rightOf } from './labels';
import type { Box, Mark } from './marks';

export function holderStripMarks(drawing: Drawing, layers: Layers): void {
  const { top, bottom } = drawing.lanes.holderStrip;
  const spans = holdersOf(drawing.trace);
  if (spans.length === 0) nobody(drawing, layers);
  for (const span of spans) {
    if (!inView(drawing, span.from, span.to)) continue;
    const { x0, x1 } = spanX(drawing, span.from, span.to);
    const box = { x: x0, y: top, width: Math.max(1, x1 - x0), height: bottom - top };
    stripes(drawing, layers, span, box);
    layers.avoided.push(box);
    if (box.width > letterMin || spans.length < crowdedFrom) layers.labels.push(letters(drawing, layers, span, box));
  }
}

/** An empty frame as long as the picture, for a run in which the lock is always free. */
function nobody({ axis, lanes, words }: Drawing, layers: Layers): void {
  const { top, bottom } = lanes.holderStrip;
  const box = { x: axis.left, y: top, width: axis.right - axis.left, height: bottom - top, radius: 3 };
  layers.ground.push({ kind: 'box', ...box, style: 'dashed', ink: 'faint', alpha: 0.9 });
  layers.labels.push({
    texts: [words.holder.none],
    positions: [centredAt((axis.left + axis.right) / 2, (top + bottom) / 2)],
    ink: 'muted',
    priority: 60,
  });
}

/** From this number of stretches on, a stretch narrower than its letter has no letter. */
const crowdedFrom = 60;
const letterMin = 16;

/** A stripe for each holder. */
function stripes(drawing: Drawing, layers: Layers, { processes, kind }: HolderSpan, box: Box): void {
  const height = box.height / processes.length;
  const isUnbacked = kind === 'unbacked';
  processes.forEach((process, i) => {
    const position = { ...box, y: box.y + height * i, height, radius: 0 };
    const ink = inkOf(drawing.trace, process);
    const look = isUnbacked ? ({ style: 'hatched', alpha: 0.7 } as const) : ({ style: 'filled', alpha: 0.88 } as const);
    layers.middle.push({ kind: 'box', of: 'holder', ...position, ...look, ink });
    if (isUnbacked) layers.middle.push({ kind: 'box', of: 'holder', ...position, style: 'outlined', ink, alpha: 0.8 });
  });
  if (kind !== 'two') return;
  layers.middle.push({ kind: 'box', ...box, radius: 0, style: 'hatched', ink: 'page', alpha: 0.9 });
  const frame = { ...box, y: box.y - 2, height: box.height + 4, radius: 2 };
  const inner = { x: box.x + 1, y: box.y - 1, width: Math.max(0, box.width - 2), height: box.height + 2, radius: 1 };
  for (const position of [frame, inner])
    layers.top.push({ kind: 'box', of: 'two', ...position, style: 'outlined', ink: 'broken', alpha: 1 });
}

/**
 * How much wider than its letters a stretch must be, in pixels, so that their plate fits and its own colour is seen
 * beside it.
 */
export const plateRoom = 14;

/** Letters on stripes and slanted lines are hard to read. */
const plate = (box: Box, { x, width }: { readonly x: number; readonly width: number }): Mark => ({
  kind: 'box',
  x: x - width / 2 - 4,
  y: box.y + 1,
  width: width + 8,
  height: box.height - 2,
  radius: 2,
  style: 'filled',
  ink: 'page',
  alpha: 0.85,
});

interface Letters {
  readonly text: string;
  readonly width: number;
}

/** The letters of the holders. */
export function lettersOf({ trace, words, measure }: Drawing, processes: readonly number[]): Letters {
  const names = processes.map((process) => {
    const id = trace.header.processes[process]?.id;
    return id === undefined ? '?' : words.processShort(id);
  });
  const text = names.join(' ');
  return { text, width: measure(text, { size: 11, weight: 600, font: 'sans' }) };
}

function letters(drawing: Drawing, layers: Layers, { processes, kind }: HolderSpan, box: Box): Label {
  const { axis, trace } = drawing;
  const [only = -1] = processes;
  const left = Math.max(axis.left, box.x);
  const right = Math.min(axis.right, box.x + box.width);
  const y = box.y + box.height / 2;
  const x = (left + right) / 2;
  const isPlain = kind === 'one';
  const { text, width } = lettersOf(drawing, processes);
  const fits = width + (isPlain ? 2 : plateRoom) <= right - left;
  if (!isPlain && fits) layers.middle.push(plate(box, { x, width }));
  return {
    texts: [text],
    // Beside a narrow stretch, the letters stand above it.
    positions: fits
      ? [centredAt(x, y), rightOf(left + 1, y), leftOf(right - 1, y)]
      : [
          centredAt(x, box.y - 8),
          rightOf(left, box.y - 8),
          leftOf(right, box.y - 8),
          // Hard to read on stripes, but better than nothing.
          ...(width + 2 <= right - left ? [centredAt(x, y)] : []),
        ],
    ink:
      fits && isPlain
        ? 'on-colour'
        : kind === 'two'
          ? 'broken'
          : isPlain || kind === 'unbacked'
            ? textInkOf(trace, only)
            : 'ink',
    halo: fits && isPlain ? null : 'page',
    weight: 600,
    // Damage at the resource comes before the letters of one holder. Those of two holders come first, if they have
    // room.
    priority: kind !== 'two' ? 93 : box.width > letterMin ? 101 : 94,
    on: box,
  };
}
