/**
 * Runs on real Redis, one after the other until the time is over, a lane for each way of protecting the resource; counts what
 * became of the updates, and what was left behind. Knows no command line.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from '../../model/registry';
import type { Ms } from '../../model/time';
import type { Trace } from '../../model/trace';
import { eventsOf } from '../../model/traceReader';
import type { Verdict } from '../../model/verdict';
import { openWorkshop, type Workshop } from '../run/workshop';
import { childrenOf } from './leftovers';
import { type Protection, protections, soakScenario } from './soakScenario';

export interface SoakOptions {
  readonly registry: Registry;
  readonly judge: (trace: Trace) => Verdict;
  readonly seed: number;
  /** No run begins after this; each lane makes at least one. */
  readonly soakMs: Ms;
  readonly runMs: Ms;
  /** How many lanes go on at the same time. */
  readonly lanesAtOnce: number;
  readonly onRun?: (run: SoakRun) => void;
}

export interface SoakRun {
  readonly protection: Protection;
  readonly seed: number;
  readonly counts: SoakCounts;
  /** Why it came to nothing; null where it did not. */
  readonly problem: string | null;
}

export interface SoakCounts {
  readonly runs: number;
  readonly failed: number;
  readonly struck: number;
  readonly written: number;
  readonly rejected: number;
  /** Updates that somebody else's write destroyed. */
  readonly lost: number;
}

interface Memory {
  readonly residentMb: number;
  readonly heapMb: number;
}

export interface SoakResult {
  readonly counts: Readonly<Record<Protection, SoakCounts>>;
  /** Processes that were still there when all runs were over; null where the system does not say. */
  readonly processesLeft: number | null;
  /** Before the first run, and after the last. */
  readonly memory: readonly [Memory, Memory];
}

const nothing: SoakCounts = { runs: 0, failed: 0, struck: 0, written: 0, rejected: 0, lost: 0 };

/** What was killed last has so long to be collected. */
const collectedWithinMs = 2000;

export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { REDIS_URLS: _, ...environment } = process.env;
  const workshop = await openWorkshop({ registry: options.registry, environment });
  try {
    const before = childrenOf(process.pid);
    const atStart = memoryNow();
    const counts = await soakLanes(options, workshop);
    await sleep(collectedWithinMs);
    const after = childrenOf(process.pid);
    const processesLeft =
      before === null || after === null ? null : after.filter((pid) => !before.includes(pid)).length;
    return { counts, processesLeft, memory: [atStart, memoryNow()] };
  } finally {
    await workshop.close();
  }
}

/** What must be none and is not, in words. */
export function brokenPromises({ counts, processesLeft }: SoakResult): readonly string[] {
  const failed = protections.reduce((sum, protection) => sum + counts[protection].failed, 0);
  return [
    ...(counts.version.lost > 0 ? [`The version check lost ${counts.version.lost} updates.`] : []),
    ...(counts.fencing.lost > 0 ? [`The fencing token lost ${counts.fencing.lost} updates.`] : []),
    ...((processesLeft ?? 0) > 0 ? [`${processesLeft} processes were left behind.`] : []),
    ...(failed > 0 ? [`${failed} runs came to nothing.`] : []),
  ];
}

async function soakLanes(options: SoakOptions, workshop: Workshop): Promise<SoakResult['counts']> {
  const counts = { 'no-check': nothing, version: nothing, fencing: nothing };
  const endMs = performance.now() + options.soakMs;
  const waiting: Protection[] = [...protections];
  let nth = 0;
  const goOn = async (): Promise<void> => {
    for (;;) {
      const protection = waiting.shift();
      if (protection === undefined || (counts[protection].runs > 0 && performance.now() > endMs)) return;
      const run = await runOnce(options, workshop, protection, options.seed + nth++);
      counts[protection] = sum(counts[protection], run.counts);
      options.onRun?.(run);
      waiting.push(protection);
    }
  };
  await Promise.all(Array.from({ length: options.lanesAtOnce }, goOn));
  return counts;
}

async function runOnce(
  { judge, runMs }: SoakOptions,
  workshop: Workshop,
  protection: Protection,
  seed: number,
): Promise<SoakRun> {
  const outcome = await workshop.run(soakScenario(protection, seed, runMs), {});
  if (!outcome.ok) {
    return { protection, seed, counts: { ...nothing, runs: 1, failed: 1 }, problem: outcome.problem.en };
  }
  const { trace } = outcome;
  const lost = judge(trace).facts.filter(({ kind }) => kind === 'lost-update').length;
  const count = (kind: 'wrote' | 'rejected' | 'faultStruck'): number => eventsOf(trace, kind).length;
  const [struck, written, rejected] = [count('faultStruck'), count('wrote'), count('rejected')];
  return { protection, seed, counts: { runs: 1, failed: 0, struck, written, rejected, lost }, problem: null };
}

const sum = (a: SoakCounts, b: SoakCounts): SoakCounts => ({
  runs: a.runs + b.runs,
  failed: a.failed + b.failed,
  struck: a.struck + b.struck,
  written: a.written + b.written,
  rejected: a.rejected + b.rejected,
  lost: a.lost + b.lost,
});

function memoryNow(): Memory {
  // With --expose-gc what is counted is what is held.
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { residentMb: Math.round(rss / 1e6), heapMb: Math.round(heapUsed / 1e6) };
}
