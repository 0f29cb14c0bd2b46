/**
 * `npm run soak -- --minutes 5 --seed 1`: prints the counts. Exit code 1 when a count that must be 0 is not, 2 for bad
 * input. It has servers of its own, and never touches those that REDIS_URLS and DATABASE_URL name.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { judge } from '../../../core/judge/judge';
import { parts } from '../../../core/run/parts';
import { startGuard } from '../redis/guard';
import type { BaselineRun } from './baseline';
import { canStartPostgres, startOwnPostgres } from './ownPostgres';
import { brokenPromises, type SoakResult, soak } from './soak';
import type { SoakCounts, SoakRun } from './soakRun';
import { protections } from './soakScenario';

const runMs = 15_000;
const msPerMinute = 60_000;
/** A run has a dozen processes, and a late run cannot be compared with its simulation. */
const processorsPerRun = 2;
const usage = 'Usage: npm run soak -- [--minutes 5] [--seed 1] [--save soak-runs]';

interface Order {
  readonly minutes: number;
  readonly seed: number;
  readonly save: string;
}

async function main(): Promise<void> {
  const order = readOrder();
  if (order === null) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const { minutes, seed, save } = order;
  // The guard also ends the Postgres server, however this process ends.
  const guard = startGuard();
  const postgres = canStartPostgres() ? await startOwnPostgres(guard) : null;
  try {
    console.log(`Eight clients on real Redis for ${minutes} min, seed ${seed}${postgres ? ', with Postgres' : ''}.`);
    const result = await soak({
      parts,
      judge: (trace) => judge(trace, parts),
      seed,
      soakMs: minutes * msPerMinute,
      runMs,
      runsMin: protections.length,
      atOnce: Math.max(1, Math.floor(availableParallelism() / processorsPerRun)),
      environment: process.env,
      postgresUrl: postgres?.url ?? null,
      saveTo: resolve(save),
      onBaseline: (run, file) => console.log(baselineInWords(run) + fileInWords(file)),
      onRun: (run, file) => console.log(runInWords(run) + fileInWords(file)),
    });
    console.log(inWords(result));
    const broken = brokenPromises(result);
    for (const problem of broken) console.error(problem);
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await postgres?.stop();
    await guard.close();
  }
}

function readOrder(): Order | null {
  try {
    const string = { type: 'string' } as const;
    const { values } = parseArgs({ options: { minutes: string, seed: string, save: string } });
    const minutes = Number(values.minutes ?? 5);
    const seed = Number(values.seed ?? 1);
    const save = values.save ?? 'soak-runs';
    const isFine = minutes > 0 && minutes <= 1440 && Number.isInteger(seed) && seed >= 0 && save !== '';
    return isFine ? { minutes, seed, save } : null;
  } catch {
    return null;
  }
}

const fileInWords = (file: string | null): string =>
  file === null ? '' : `\n  saved as ${file}: "Open a saved run" in the page shows it`;

const baselineInWords = ({ lock, flaws, again }: BaselineRun): string =>
  `no faults  ${lock.padEnd(18)} ${flaws.length === 0 ? 'perfect' : flaws.join(' ')}${again > 0 ? ` (the machine was late: run ${again + 1} times)` : ''}`;

function runInWords({ pairing, seed, counts, problem, broken, differences, isLate }: SoakRun): string {
  const against = isLate
    ? 'too late to tell'
    : differences === null
      ? 'not compared'
      : differences.length === 0
        ? 'as simulated'
        : differences.join('; ');
  const name = `${pairing.protection.padEnd(9)} ${pairing.lock.padEnd(18)} seed ${seed}`;
  return [
    `${name}: ${problem ?? `${countsInWords(counts)} [${against}]`}`,
    ...broken.map((what) => `  BROKEN: ${what}`),
  ].join('\n');
}

const countsInWords = ({ injected, written, rejected, lost, missing }: SoakCounts): string =>
  `${injected} faults, ${written} writes, ${rejected} refused, ${lost} updates lost, ${missing} missing`;

const wanted = { 'no-check': 'some', version: 'none', fencing: 'none' } as const;

function inWords(result: SoakResult): string {
  const { baseline, counts, runsOf, differences, compared, alike, late, processesLeft, memory } = result;
  const [before, after] = memory;
  const perfect = baseline.filter(({ flaws }) => flaws.length === 0).length;
  const untouched = baseline.map(({ lock }) => lock).filter((lock) => !runsOf.has(lock));
  return [
    `without faults: ${perfect} of ${baseline.length} locks perfect`,
    ...protections.map(
      (protection) =>
        `${protection.padEnd(9)} ${counts[protection].runs} runs: ${countsInWords(counts[protection])} (${wanted[protection]} expected)`,
    ),
    `runs by lock: ${[...runsOf].map(([lock, runs]) => `${lock} ${runs}`).join(', ')}`,
    ...(perfect < baseline.length
      ? ['Nothing was run with faults: what fails without them proves nothing by failing with them.']
      : untouched.length > 0
        ? [`there was no time for: ${untouched.join(', ')}`]
        : []),
    `against the simulation: ${alike} of ${compared} runs alike; of ${late} more the machine was too late to tell`,
    ...differences.map(({ kind, count, example }) => `  ${String(count).padStart(3)} × ${kind} (first: ${example})`),
    `processes left behind: ${processesLeft ?? 'unknown here'} (none expected)`,
    `memory: ${before.residentMb} MB at the start, ${after.residentMb} MB at the end; heap ${before.heapMb} MB, ${after.heapMb} MB`,
  ].join('\n');
}

await main();
