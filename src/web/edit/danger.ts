/**
 * What would happen at every place to which a fault could be dragged. It is simulated in idle moments while the fault
 * is held. Not for runs of more than 4,000 events or on real Redis.
 */

import type { Scenario } from '../../core/model/scenario/scenario';
import type { Verdict } from '../../core/model/trace/verdict';
import { nth } from '../../core/model/values/nth';
import type { TimeAxis } from '../../picture/layout/timeAxis';
import type { DangerZone } from '../state/edition';
import { simulateNow } from '../state/longRun';

/** How a run ended with the fault at one place. */
export type Facts = Pick<Verdict, 'lock' | 'data'>;

interface Options {
  readonly axis: TimeAxis;
  /** The scenario with the fault at this instant; null if it cannot be there. */
  readonly at: (micros: number) => Scenario | null;
  readonly show: (dangers: readonly DangerZone[]) => void;
}

/** Pixels between two tried places. */
const stride = 8;

/** The strip begins after this time: a shorter drag is not worth the work. */
const delayMs = 150;

/** Shorter idle moments are not used: one run must fit into one. */
const idleMin = 5;

/** If the machine is not idle for this long, one run is made anyway. */
const restMs = 200;

/** Tries the places from left to right, in coarse steps first, and shows the results. Returns a function that stops. */
export function exploreDanger({ axis, at, show }: Options): () => void {
  const count = Math.floor((axis.right - axis.left) / stride);
  const samples = order(count);
  const factsByPlace: (Facts | null)[] = Array.from({ length: count }, () => null);
  let handle = 0;
  let next = 0;
  let triedMs = performance.now();
  const isDue = (): boolean => performance.now() - triedMs > restMs;
  const work = (deadline: IdleDeadline): void => {
    while (next < samples.length && (deadline.timeRemaining() > idleMin || isDue())) {
      const { index, width } = nth(samples, next++);
      const scenario = at(axis.at(axis.left + (index + 0.5) * stride));
      if (scenario !== null) {
        const { lock, data } = simulateNow(scenario).verdict;
        factsByPlace.fill({ lock, data }, index, index + width);
      }
      triedMs = performance.now();
    }
    show(stretches(factsByPlace, axis.left));
    if (next < samples.length) handle = requestIdleCallback(work, { timeout: restMs });
  };
  // A browser without idle callbacks shows no strip. The drag works without it.
  if (typeof requestIdleCallback === 'undefined') return () => {};
  const timer = setTimeout(() => {
    handle = requestIdleCallback(work, { timeout: restMs });
  }, delayMs);
  return () => {
    clearTimeout(timer);
    cancelIdleCallback(handle);
  };
}

/** Joins neighbours with the same facts. */
export function stretches(factsByPlace: readonly (Facts | null)[], left: number): readonly DangerZone[] {
  const dangers: DangerZone[] = [];
  factsByPlace.forEach((facts, index) => {
    const before = dangers.at(-1);
    const x = left + index * stride;
    if (facts === null) return;
    const isSame = before?.lock === facts.lock && before.data === facts.data;
    if (isSame && before.x + before.width === x)
      dangers[dangers.length - 1] = { ...before, width: before.width + stride };
    else dangers.push({ x, width: stride, ...facts });
  });
  return dangers;
}

interface Sample {
  readonly index: number;
  /** The number of places that it stands for until they are tried themselves. */
  readonly width: number;
}

/**
 * 0, 8, 16 … then 4, 12 … then the rest. The whole track gets a rough answer at once, and later results are drawn over
 * it.
 */
export function order(count: number): readonly Sample[] {
  const samples: Sample[] = [];
  for (const width of [8, 4, 2, 1]) {
    for (let index = 0; index < count; index += width)
      if (width === 8 || index % (width * 2) !== 0) samples.push({ index, width });
  }
  return samples;
}
