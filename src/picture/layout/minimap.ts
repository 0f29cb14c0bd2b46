/** The whole run in a strip: how much happens at each time, and where it breaks. */
import { bisectLeft } from 'd3-array';
import type { Trace } from '../../core/model/trace/trace';
import { spansOf } from '../../core/spans/spans';

export interface MinimapBin {
  readonly x: number;
  /** The share of the strip's height, from 0 to 1. */
  readonly share: number;
  /** Two clients hold the lock, or an update was lost. */
  readonly isBroken: boolean;
}

/** The width of a bar with its gap, in pixels. */
export const binWidth = 4;

/** The bins that are not empty, from left to right. `end` is the time at the right edge. Cost: one search per bin. */
export function minimapBins(
  trace: Trace,
  { width, end }: { readonly width: number; readonly end: number },
): readonly MinimapBin[] {
  const count = Math.max(1, Math.floor(width / binWidth));
  const sums = new Uint32Array(count);
  for (let bin = 0, from = 0; bin < count; bin++) {
    // Events are in time order. The last bin takes the rest.
    const to = bin === count - 1 ? trace.count : bisectLeft(trace.at, ((bin + 1) / count) * end, from, trace.count);
    sums[bin] = to - from;
    from = to;
  }
  // A few very high bars would flatten the others, so the height is the square root.
  const most = Math.sqrt(sums.reduce((a, b) => Math.max(a, b), 1));
  const broken = brokenStretches(trace);
  const bins: MinimapBin[] = [];
  sums.forEach((sum, i) => {
    if (sum === 0) return;
    const [from, to] = [(i / count) * end, ((i + 1) / count) * end];
    const isBroken = broken.some((stretch) => stretch.from < to && stretch.to > from);
    bins.push({ x: (i / count) * width, share: Math.sqrt(sum) / most, isBroken });
  });
  return bins;
}

function brokenStretches(trace: Trace): readonly { readonly from: number; readonly to: number }[] {
  const { overlaps, resource } = spansOf(trace);
  const lost = resource.find(({ destroyed }) => destroyed.length > 0);
  const after = lost === undefined ? [] : [{ from: lost.at, to: Number.POSITIVE_INFINITY }];
  return [...overlaps, ...after];
}
