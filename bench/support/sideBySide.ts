/** Measures several subjects in turn, round after round, so that the machine's other work affects all of them alike. */
import { attempt } from './figures';

export interface Timing {
  /** In milliseconds. NaN when it could not run. */
  readonly median: number;
  /**
   * In milliseconds. Other programs and the garbage collector only add to a computation, so the least value is
   * nearest to the truth.
   */
  readonly least: number;
}

interface Subject {
  readonly run: () => unknown;
  /** A slow subject may be measured in every nth round only. */
  readonly everyNth?: number;
}

export interface Effort {
  readonly roundCount: number;
  /** Rounds that do not count, because the engine still compiles. */
  readonly warmUpCount?: number;
}

/** @param subjects by the names of their figures. */
export async function sideBySide(
  subjects: Readonly<Record<string, Subject>>,
  { roundCount, warmUpCount = 20 }: Effort,
): Promise<Readonly<Record<string, Timing>>> {
  const times = new Map<string, number[]>(Object.keys(subjects).map((name) => [name, []]));
  const runnable: (readonly [string, Subject])[] = [];
  for (const [name, subject] of Object.entries(subjects)) {
    const isRunnable = await attempt(name, async () => {
      await subject.run();
      return true;
    });
    if (isRunnable === true) runnable.push([name, subject]);
  }
  for (let round = -warmUpCount; round < roundCount; round++) {
    for (const [name, { run, everyNth = 1 }] of runnable) {
      if (round % everyNth !== 0) continue;
      const startedAt = performance.now();
      await run();
      if (round >= 0) times.get(name)?.push(performance.now() - startedAt);
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, timingOf(all)]));
}

function timingOf(times: readonly number[]): Timing {
  return { median: median(times), least: times.length === 0 ? Number.NaN : Math.min(...times) };
}

/** @param sorted in rising order. The result is NaN when it is empty. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (numbers: readonly number[]): number =>
  percentile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  );

export const inMs = ({ median: middle, least }: Timing): string =>
  `${middle.toFixed(2)} ms (least ${least.toFixed(2)})`;
