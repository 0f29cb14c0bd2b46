/** Cycles of acquire and release, so many at a time, and how often they go round. */
import { percentile } from '../support/sideBySide';
import type { Acquire } from './contenders';

export interface Cycles {
  readonly count: number;
  readonly tookMs: number;
  readonly timesMs: readonly number[];
}

/** Each of those in flight has resources of its own. */
export async function runCycles(
  acquire: Acquire,
  { inFlight, forMs, prefix }: { readonly inFlight: number; readonly forMs: number; readonly prefix: string },
): Promise<Cycles> {
  const startedAt = performance.now();
  const timesMs: number[] = [];
  const goRound = async (which: number): Promise<void> => {
    for (let round = 0; performance.now() - startedAt < forMs; round++) {
      const before = performance.now();
      const release = await acquire(`${prefix}:${which}:${round}`);
      await release();
      timesMs.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, which) => goRound(which)));
  return { count: timesMs.length, tookMs: performance.now() - startedAt, timesMs };
}

interface Measured {
  readonly cyclesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Runs all in turn, round after round; bursts of the first rounds do not count. */
export async function pairUp(runs: Readonly<Record<string, () => Promise<Cycles>>>, roundCount: number) {
  const names = Object.keys(runs);
  const bursts = new Map<string, Cycles[]>(names.map((name) => [name, []]));
  for (let round = -2; round < roundCount; round++) {
    // Whoever goes first differs from round to round: what one leaves to the next is nobody's in particular.
    const from = (round + 2) % names.length;
    for (const name of [...names.slice(from), ...names.slice(0, from)]) {
      const burst = await runs[name]?.();
      if (round >= 0 && burst) bursts.get(name)?.push(burst);
    }
  }
  const speeds = (name: string): number[] =>
    (bursts.get(name) ?? []).map(({ count, tookMs }) => (count / tookMs) * 1000);
  const each = Object.fromEntries(names.map((name) => [name, summary(speeds(name), bursts.get(name) ?? [])]));
  /** The median of the ratios of bursts that ran in the same round. */
  const ratio = (of: string, to: string): number => {
    const others = speeds(to);
    return median(speeds(of).map((speed, i) => speed / (others[i] ?? Number.NaN)));
  };
  return { each, ratio };
}

function summary(speeds: readonly number[], bursts: readonly Cycles[]): Measured {
  const times = bursts.flatMap(({ timesMs }) => timesMs).sort((a, b) => a - b);
  return { cyclesPerSecond: median(speeds), p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}

const median = (numbers: readonly number[]): number =>
  percentile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  );
