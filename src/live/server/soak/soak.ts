/**
 * Runs on real Redis: first each lock without faults, then all pairings, several at a time until the time is over.
 * Counts the fates of updates, the differences from the simulation, and what was left behind. Knows no command line.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ms } from '../../../core/model/time';
import type { Trace } from '../../../core/model/trace';
import type { Verdict } from '../../../core/model/verdict';
import type { Parts } from '../../../core/sim/parts';
import { encodeTrace } from '../../wire/traceJson';
import type { Environment } from '../redis/contract';
import { type LiveRunner, openLiveRunner } from '../run/liveRunner';
import { type BaselineRun, baselineRun } from './baseline';
import { type Difference, Differences } from './differences';
import { childrenOf } from './leftovers';
import { pairingsOf, soakedLocks } from './pairings';
import { nothing, runOnce, type SoakCounts, type SoakRun, sum } from './soakRun';
import { type Pairing, type Protection, soakScenario } from './soakScenario';

export interface SoakOptions {
  readonly parts: Parts;
  readonly judge: (trace: Trace) => Verdict;
  /** The environment of the process. The servers that it names are not touched. */
  readonly environment: Environment;
  /** The soak's own Postgres server. Without it, the locks that need Postgres are left out. */
  readonly postgresUrl: string | null;
  readonly seed: number;
  /** How long new runs with faults begin, counted from the first one. At least `runsMin` are made. */
  readonly soakMs: Ms;
  readonly runMs: Ms;
  readonly runsMin: number;
  /** The number of runs at the same time. */
  readonly atOnce: number;
  /** If absent, every lock that can run live. */
  readonly locks?: readonly string[];
  readonly pairings?: readonly Pairing[];
  /** The folder for the traces of broken runs. */
  readonly saveTo: string;
  readonly onBaseline?: (run: BaselineRun, file: string | null) => void;
  /** `file` is the path of the saved trace when the run was broken. */
  readonly onRun?: (run: SoakRun, file: string | null) => void;
}

interface Memory {
  readonly residentMb: number;
  readonly heapMb: number;
}

export interface SoakResult {
  readonly baseline: readonly BaselineRun[];
  readonly counts: Readonly<Record<Protection, SoakCounts>>;
  /** The number of runs of each lock. */
  readonly runsOf: ReadonlyMap<string, number>;
  /** Broken promises in words, with the run in which each was found. */
  readonly broken: readonly string[];
  readonly differences: readonly Difference[];
  /**
   * The number of runs that were compared with their simulation, of those without any difference, and of those for
   * which the machine was too late.
   */
  readonly compared: number;
  readonly alike: number;
  readonly late: number;
  /** Processes that still existed when all runs were over; null if the system does not list them. */
  readonly processesLeft: number | null;
  /** Memory before the first run and after the last. */
  readonly memory: readonly [Memory, Memory];
}

/** How long the system may take to collect the processes that were killed last. */
const collectedWithinMs = 2000;

export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { parts, postgresUrl } = options;
  const { REDIS_URLS: _, DATABASE_URL: __, ...own } = options.environment;
  const environment = postgresUrl === null ? own : { ...own, DATABASE_URL: postgresUrl };
  const liveRunner = await openLiveRunner({ parts, environment });
  try {
    const before = childrenOf(process.pid);
    const atStart = memoryNow();
    const hasPostgres = (await liveRunner.offer()).database.startsWith('PostgreSQL');
    const locks = options.locks ?? soakedLocks(parts, { hasPostgres });
    const baseline = await soakBaseline(options, liveRunner, locks);
    const going = new Going(options, liveRunner, options.pairings ?? pairingsOf(locks));
    // If a lock fails without faults, its failures under faults prove nothing.
    if (baseline.every(({ flaws }) => flaws.length === 0)) await going.run();
    await sleep(collectedWithinMs);
    const after = childrenOf(process.pid);
    const processesLeft =
      before === null || after === null ? null : after.filter((pid) => !before.includes(pid)).length;
    return { baseline, ...going.result, processesLeft, memory: [atStart, memoryNow()] };
  } finally {
    await liveRunner.close();
  }
}

/** Everything that went wrong, in words. */
export function brokenPromises({ baseline, counts, broken, processesLeft }: SoakResult): readonly string[] {
  const failed = Object.values(counts).reduce((all, { failed: some }) => all + some, 0);
  return [
    ...baseline.flatMap(({ lock, flaws }) => flaws.map((flaw) => `${lock} without faults: ${flaw}`)),
    ...broken,
    ...((processesLeft ?? 0) > 0 ? [`${processesLeft} processes were left behind.`] : []),
    ...(failed > 0 ? [`${failed} runs came to nothing.`] : []),
  ];
}

/** One after the other, so that nothing else disturbs them. */
async function soakBaseline(
  { judge, saveTo, onBaseline }: SoakOptions,
  liveRunner: LiveRunner,
  locks: readonly string[],
): Promise<readonly BaselineRun[]> {
  const runs: BaselineRun[] = [];
  for (const lock of locks) {
    const run = await baselineRun(liveRunner, judge, lock);
    runs.push(run);
    const isFlawed = run.flaws.length > 0 && run.trace !== null;
    onBaseline?.(run, isFlawed ? saveTrace(saveTo, `baseline ${lock}`, run.trace) : null);
  }
  return runs;
}

class Going {
  private readonly counts: Record<Protection, SoakCounts> = { 'no-check': nothing, version: nothing, fencing: nothing };
  private readonly runsOf = new Map<string, number>();
  private readonly differences = new Differences();
  private readonly broken: string[] = [];
  private compared = 0;
  private alike = 0;
  private late = 0;
  private begun = 0;

  constructor(
    private readonly options: SoakOptions,
    private readonly liveRunner: LiveRunner,
    private readonly pairings: readonly Pairing[],
  ) {}

  get result(): Omit<SoakResult, 'baseline' | 'processesLeft' | 'memory'> {
    const { counts, runsOf, broken, compared, alike, late } = this;
    return { counts, runsOf, broken, differences: this.differences.list, compared, alike, late };
  }

  async run(): Promise<void> {
    const endMs = performance.now() + this.options.soakMs;
    await Promise.all(Array.from({ length: this.options.atOnce }, () => this.goOn(endMs)));
  }

  private async goOn(endMs: number): Promise<void> {
    const { seed, runMs, runsMin, judge } = this.options;
    while (this.begun < runsMin || performance.now() < endMs) {
      const nth = this.begun++;
      const pairing = this.pairings[nth % this.pairings.length];
      if (pairing === undefined) return;
      this.take(await runOnce(this.liveRunner, judge, pairing, soakScenario(pairing, seed + nth, runMs)));
    }
  }

  private take(run: SoakRun): void {
    const { pairing, counts, broken, differences, isLate, problem, trace } = run;
    const { lock, protection } = pairing;
    const name = `${lock} ${protection} seed ${run.seed}`;
    this.counts[protection] = sum(this.counts[protection], counts);
    this.runsOf.set(lock, (this.runsOf.get(lock) ?? 0) + 1);
    this.broken.push(...broken.map((what) => `${name}: ${what}`));
    if (isLate) this.late++;
    if (differences !== null) {
      this.compared++;
      if (differences.length === 0) this.alike++;
      this.differences.add(differences, name);
    }
    const isBroken = broken.length > 0 || problem !== null;
    this.options.onRun?.(run, isBroken && trace !== null ? saveTrace(this.options.saveTo, name, trace) : null);
  }
}

function memoryNow(): Memory {
  // With --expose-gc, only memory in use is counted.
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { residentMb: Math.round(rss / 1e6), heapMb: Math.round(heapUsed / 1e6) };
}

/** @returns the file's path. It replaces an older file of that name. */
export function saveTrace(folder: string, name: string, trace: Trace): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name.replace(/[^\w-]+/g, '-')}.json`);
  writeFileSync(file, encodeTrace(trace));
  return file;
}
