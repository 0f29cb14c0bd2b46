/** `npm run soak -- --minutes 5 --seed 1`: prints what was counted; exit 1 when a count that must be none is not, 2 for bad input. */
import { parseArgs } from 'node:util';
import { registry } from '../../explore/registry';
import { judge } from '../../judge/judge';
import { brokenPromises, type SoakCounts, type SoakResult, type SoakRun, soak } from './soak';
import { protections } from './soakScenario';

const runMs = 15_000;
const msPerMinute = 60_000;

async function main(): Promise<void> {
  const order = readOrder();
  if (order === null) {
    console.error('Usage: npm run soak -- [--minutes 5] [--seed 1]');
    process.exitCode = 2;
    return;
  }
  const { minutes, seed } = order;
  console.log(`Eight clients on real Redis for ${minutes} min, seed ${seed}.`);
  const options = { registry, judge, seed, soakMs: minutes * msPerMinute, runMs, lanesAtOnce: protections.length };
  const result = await soak({ ...options, onRun: (run) => console.log(runInWords(run)) });
  console.log(inWords(result));
  const broken = brokenPromises(result);
  for (const problem of broken) console.error(problem);
  if (broken.length > 0) process.exitCode = 1;
}

function readOrder(): { readonly minutes: number; readonly seed: number } | null {
  try {
    const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
    const minutes = Number(values.minutes ?? 5);
    const seed = Number(values.seed ?? 1);
    return minutes > 0 && minutes <= 1440 && Number.isInteger(seed) && seed >= 0 ? { minutes, seed } : null;
  } catch {
    return null;
  }
}

const runInWords = ({ protection, seed, counts, problem }: SoakRun): string =>
  `${protection.padEnd(9)} seed ${seed}: ${problem ?? countsInWords(counts)}`;

const countsInWords = ({ struck, written, rejected, lost }: SoakCounts): string =>
  `${struck} faults, ${written} writes, ${rejected} refused, ${lost} updates lost`;

const wanted = { 'no-check': 'some', version: 'none', fencing: 'none' } as const;

function inWords({ counts, processesLeft, memory: [before, after] }: SoakResult): string {
  const lines = protections.map(
    (protection) =>
      `${protection.padEnd(9)} ${counts[protection].runs} runs: ${countsInWords(counts[protection])} (${wanted[protection]} expected)`,
  );
  return [
    ...lines,
    `processes left behind: ${processesLeft ?? 'unknown here'} (none expected)`,
    `memory: ${before.residentMb} MB at the start, ${after.residentMb} MB at the end; heap ${before.heapMb} MB, ${after.heapMb} MB`,
  ].join('\n');
}

await main();
