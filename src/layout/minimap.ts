/** The whole run in a strip: how much happens when, and where it is broken. */
import { bisectLeft } from 'd3-array';
import type { Trace } from '../model/trace';
import { spansOf } from '../spans/spans';

export interface MinimapBin {
  readonly x: number;
  /** 0 … 1 of the strip's height. */
  readonly share: number;
  /** Two are inside, or an update has been lost. */
  readonly isBroken: boolean;
}

/** Width of a bar and its gap, in pixels. */
export const binWidth = 4;

/** Bins with anything in them, from left to right. `end`: the time at the right edge. Cost: a search for each bin. */
export function minimapBins(
  trace: Trace,
  { width, end }: { readonly width: number; readonly end: number },
): readonly MinimapBin[] {
  const count = Math.max(1, Math.floor(width / binWidth));
  const sums = new Uint32Array(count);
  for (let bin = 0, from = 0; bin < count; bin++) {
    // Events are in the order of time; the last bin takes whatever is left.
    const to = bin === count - 1 ? trace.count : bisectLeft(trace.at, ((bin + 1) / count) * end, from, trace.count);
    sums[bin] = to - from;
    from = to;
  }
  // The highest few would flatten all others, so the height is that of the root.
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
