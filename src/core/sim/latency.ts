/** How long a message takes: a fixed time, or a distribution given by its quantiles and drawn from an integer table. */

import type { ProcessId } from '../model/scenario/processId';
import type { Latency, Settings } from '../model/scenario/scenario';
import { absent } from '../model/values/nth';
import { fromMs, type Micros } from '../model/values/time';

/** Converts a 32-bit draw to a duration in whole microseconds. */
export type Draw = (draw: number) => Micros;

/**
 * How far the exponential distribution has come between its median (0) and its 99th percentile (1000), at 33 equally
 * spaced probabilities. It is a table because logarithms differ between engines.
 */
const exponentialShape = [
  0, 8, 16, 25, 33, 42, 52, 62, 72, 82, 93, 105, 117, 130, 143, 157, 172, 188, 205, 223, 242, 263, 286, 312, 339, 371,
  407, 448, 498, 560, 642, 763, 1000,
] as const;

const median = 2 ** 31;
const percentile99 = Math.floor(0.99 * 2 ** 32);

/** The latency of a link in one direction: the link's own, its sender's, its receiver's, or the common one. */
export function latencyBetween(
  { own, latency }: Pick<Settings, 'own' | 'latency'>,
  from: ProcessId,
  to: ProcessId,
): Latency {
  return own?.[from]?.latencyTo?.[to] ?? own?.[from]?.latency ?? own?.[to]?.latency ?? latency;
}

/**
 * Makes the function that draws for a link. The table gives the curve between the median and the tail, where real
 * links are curved.
 */
export function latencyDraw(latency: Latency): Draw {
  if (typeof latency === 'number') {
    const fixed = fromMs(latency);
    return () => fixed;
  }
  const [min, p50, p99, max] = [fromMs(latency.min), fromMs(latency.p50), fromMs(latency.p99), fromMs(latency.max)];
  return (draw) => {
    if (draw < median) return min + Math.floor(((p50 - min) * draw) / median);
    if (draw >= percentile99) return p99 + Math.floor(((max - p99) * (draw - percentile99)) / (2 ** 32 - percentile99));
    const deviation = ((draw - median) * 32) / (percentile99 - median);
    const cell = Math.floor(deviation);
    const from = exponentialShape[cell] ?? absent(cell);
    const upTo = exponentialShape[cell + 1] ?? absent(cell + 1);
    const thousandths = from + (upTo - from) * (deviation - cell);
    return p50 + Math.floor(((p99 - p50) * thousandths) / 1000);
  };
}
