/**
 * Compares the working tree with a commit. Today's benches measure both, so that the measurements are the same. Both
 * sides take turns, round by round, so that other work on the machine affects both.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Order, Side, Site } from '../support/figures';
import type { Bench } from './benches';
import { type Bundle, bundleBench } from './bundle';
import { runQuietly } from './processes';
import { problemsOf, type ReportedLine, type Row, rowsOf } from './rows';
import { siteOfCommit, siteOfToday } from './sites';
import type { Sources } from './sources';
import { headLine, lackLine, problemLine, rowLine, summary } from './table';

export interface Trees {
  readonly root: string;
  readonly sources: Sources;
}

/** Shows the progress. An empty text removes the line. */
export type Progress = (text: string) => void;

interface Measured {
  readonly reported: readonly ReportedLine[];
  readonly lacks: readonly string[];
}

/**
 * Measures both sides and prints the comparison.
 *
 * @returns whether the working tree could be measured to the end.
 */
export async function compareBenches(
  benches: readonly Bench[],
  { trees, rounds, progress }: { readonly trees: Trees; readonly rounds: number; readonly progress: Progress },
): Promise<boolean> {
  const all: Row[] = [];
  let isWhole = true;
  let sites: Promise<SitesBuilt> | undefined;
  for (const bench of benches) {
    progress(`${bench.name}: is built`);
    sites ??= bench.isOfPages ? buildSites(trees) : undefined;
    const measured =
      sites !== undefined && bench.isOfPages
        ? await measurePages(bench, await sites, { trees, rounds, progress })
        : await measureProcesses(bench, { trees, rounds, progress });
    progress('');
    const rows = rowsOf(measured.reported);
    const problems = problemsOf(measured.reported);
    console.log(headLine(bench.about));
    if (measured.lacks.length > 0) console.log(lackLine(measured.lacks));
    for (const line of [...rows.map(rowLine), ...problems.map(problemLine)]) console.log(line);
    all.push(...rows);
    isWhole &&= problems.every(({ side }) => side === 'old');
  }
  for (const line of summary(all)) console.log(line);
  return isWhole;
}

interface Way {
  readonly trees: Trees;
  readonly rounds: number;
  readonly progress: Progress;
}

/** Each round of each side is a separate process, because the engine compiles a little differently every time. */
async function measureProcesses(bench: Bench, { trees, rounds, progress }: Way): Promise<Measured> {
  const { root } = trees;
  const bundles = await bundleBoth(bench, trees);
  const order = writeOrder(bench, root, { isCompared: true, rounds: 1, sites: [] });
  const reported: ReportedLine[] = [];
  const broken = new Set<Side>();
  for (let round = 0; round < rounds; round++) {
    const turn: readonly Side[] = round % 2 === 0 ? ['old', 'new'] : ['new', 'old'];
    for (const side of turn) {
      if (broken.has(side)) continue;
      progress(`${bench.name}: round ${round + 1} of ${rounds}, ${side}`);
      const { lines, problem } = await runQuietly({ args: [bundles[side].file, order], cwd: root });
      reported.push(...lines.map((line) => ({ side, line })));
      if (problem === undefined) continue;
      reported.push({ side, line: { name: '', problem } });
      broken.add(side);
    }
    // The rounds of one side alone say nothing.
    if (broken.size > 0) break;
  }
  return { reported, lacks: bundles.old.lacks };
}

async function bundleBoth(bench: Bench, { root, sources }: Trees): Promise<Readonly<Record<Side, Bundle>>> {
  const entry = entryOf(bench);
  return { old: await bundleBench(entry, { root, sources }), new: await bundleBench(entry, { root }) };
}

interface SitesBuilt {
  readonly sites: readonly Site[];
  readonly problem: string | undefined;
}

/** A commit whose page cannot be built leaves today's page alone. */
async function buildSites({ root, sources }: Trees): Promise<SitesBuilt> {
  const today = await siteOfToday(root);
  try {
    return { sites: [await siteOfCommit(root, sources), today], problem: undefined };
  } catch (error) {
    return { sites: [today], problem: error instanceof Error ? error.message : String(error) };
  }
}

/** One process does all rounds, with both sites in one browser. */
async function measurePages(bench: Bench, built: SitesBuilt, { trees, rounds, progress }: Way): Promise<Measured> {
  const { root } = trees;
  const { file } = await bundleBench(entryOf(bench), { root });
  const { sites, problem: notBuilt } = built;
  const order = writeOrder(bench, root, { isCompared: true, rounds: notBuilt === undefined ? rounds : 1, sites });
  const reported: ReportedLine[] = [];
  if (notBuilt !== undefined) reported.push({ side: 'old', line: { name: '', problem: notBuilt } });
  const { problem } = await runQuietly({ args: [file, order], cwd: root }, (line) => {
    if (line.side === undefined || line.round === undefined) return;
    reported.push({ side: line.side, line });
    progress(`${bench.name}: round ${line.round + 1} of ${rounds}`);
  });
  // The bench that ended is today's.
  if (problem !== undefined) reported.push({ side: 'new', line: { name: '', problem } });
  return { reported, lacks: [] };
}

export const entryOf = ({ name }: Bench): string => `bench/${name}.bench.ts`;

/**
 * Writes the order for a bench to a file.
 *
 * @returns the path of the file, which is the bench's argument.
 */
export function writeOrder({ name }: Bench, root: string, order: Order): string {
  const file = join(root, `.cache/bench/${name}.order.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(order));
  return file;
}
