/** Counts cycles of acquire and release, with several of them at a time. */
import { median, percentile } from '../support/sideBySide';
import type { Acquire } from './contenders';

export interface Cycles {
  readonly count: number;
  readonly tookMs: number;
  readonly timesMs: readonly number[];
}

/** Each cycle in flight has resources of its own. */
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

/** The same burst, measured in processor time of this process instead of elapsed time. */
export const byProcessorTime = (run: () => Promise<Cycles>) => async (): Promise<Cycles> => {
  const before = process.cpuUsage();
  const cycles = await run();
  const { user, system } = process.cpuUsage(before);
  return { ...cycles, tookMs: (user + system) / 1000 };
};

interface Measured {
  readonly cyclesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The ratios of one contender to each of the others in cycles per second: the medians over all pairs of bursts. */
export interface Beside {
  readonly each: Readonly<Record<string, Measured>>;
  readonly ratios: Readonly<Record<string, number>>;
}

/** The engine compiles for a while, so earlier pairs do not count. */
const warmUpCount = 6;

/** Runs two contenders right after each other, round after round and for all pairs. The order changes each time. */
export async function runBeside(
  one: string,
  runs: Readonly<Record<string, () => Promise<Cycles>>>,
  pairCount: number,
): Promise<Beside> {
  const bursts = new Map<string, Cycles[]>(Object.keys(runs).map((name) => [name, []]));
  const others = Object.keys(runs).filter((name) => name !== one);
  const pairs = new Map<string, number[]>(others.map((name) => [name, []]));
  for (let round = -warmUpCount; round < pairCount; round++) {
    for (const other of others) {
      const pair = new Map<string, Cycles>();
      for (const name of round % 2 === 0 ? [one, other] : [other, one]) {
        const burst = await runs[name]?.();
        if (round >= 0 && burst) {
          bursts.get(name)?.push(burst);
          pair.set(name, burst);
        }
      }
      const [ours, theirs] = [pair.get(one), pair.get(other)];
      if (ours && theirs) pairs.get(other)?.push(speedOf(ours) / speedOf(theirs));
    }
  }
  const each = Object.fromEntries([...bursts].map(([name, all]) => [name, summary(all)]));
  return { each, ratios: Object.fromEntries([...pairs].map(([name, all]) => [name, median(all)])) };
}

const speedOf = ({ count, tookMs }: Cycles): number => (count / tookMs) * 1000;

function summary(bursts: readonly Cycles[]): Measured {
  const times = bursts.flatMap(({ timesMs }) => timesMs).sort((a, b) => a - b);
  return {
    cyclesPerSecond: median(bursts.map(speedOf)),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  };
}
