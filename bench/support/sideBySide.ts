/** Measures several things in turn, round after round, so that whatever else the machine does meets all of them alike. */

export interface Timing {
  /** Milliseconds. */
  readonly median: number;
  readonly least: number;
}

/** Runs before these count: the engine still compiles. */
const warmUpCount = 20;

/** @param subjects by name; what takes long may be measured in every nth round only. */
export async function sideBySide<Name extends string>(
  subjects: Readonly<Record<Name, { readonly run: () => unknown; readonly everyNth?: number }>>,
  roundCount: number,
): Promise<Readonly<Record<Name, Timing>>> {
  const names = Object.keys(subjects) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUpCount; round < roundCount; round++) {
    for (const name of names) {
      const { run, everyNth = 1 } = subjects[name];
      if (round % everyNth !== 0) continue;
      const startedAt = performance.now();
      await run();
      if (round >= 0) times[name].push(performance.now() - startedAt);
    }
  }
  return Object.fromEntries(names.map((name) => [name, timingOf(times[name])])) as Record<Name, Timing>;
}

function timingOf(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: percentile(sorted, 0.5), least: sorted[0] ?? Number.NaN };
}

/** @param sorted rising; NaN when there is nothing. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** A line of the report: a name, numbers, and what was aimed at. */
export function report(name: string, measured: string, target = ''): void {
  console.log(`  ${name.padEnd(44)} ${measured.padStart(26)}  ${target}`.trimEnd());
}

export const inMs = ({ median, least }: Timing): string => `${median.toFixed(2)} ms (least ${least.toFixed(2)})`;
