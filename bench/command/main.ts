/** `npm run bench`: prints what the benches measure, or compares it with another commit. */
import { root } from '../../scripts/install.mjs';
import { compareBenches, entryOf, writeOrder } from './against';
import { parseCommand } from './arguments';
import { type Bench, benches } from './benches';
import { bundleBench } from './bundle';
import { endAll, runPrinting } from './processes';
import { siteOfToday } from './sites';
import { renamesSince } from './sources';
import { bringPackages, checkOut, findCommit, removeTree } from './tree';

const command = parseCommand(
  process.argv.slice(2),
  benches.map(({ name }) => name),
);
if (!command.ok) refuse(command.problem);
const chosen = benches.filter(({ name }) => command.names.includes(name));
process.exitCode =
  command.against === undefined
    ? await printAll(command.isWritten)
    : await holdAgainst(command.against, command.rounds);

function refuse(problem: string): never {
  console.error(problem);
  process.exit(2);
}

async function printAll(isWritten: boolean): Promise<number> {
  for (const bench of chosen) {
    const code = await print(bench, isWritten);
    if (code !== 0) return code;
  }
  return 0;
}

async function print(bench: Bench, isWritten: boolean): Promise<number> {
  const sites = bench.isOfPages ? [await siteOfToday(root)] : [];
  const { file } = await bundleBench(entryOf(bench), { root });
  const order = writeOrder(bench, root, { isCompared: false, isWritten, rounds: 1, sites });
  return runPrinting({ args: [file, order], cwd: root });
}

async function holdAgainst(name: string, rounds: number): Promise<number> {
  const found = findCommit(name, root);
  if (!found.ok) refuse(found.problem);
  const startedAt = performance.now();
  console.log(`The working tree against ${found.commit.title}, ${rounds} rounds of each in turn.`);
  const folder = checkOut(found.commit, root);
  // At every exit, also when something throws.
  process.once('exit', () => removeTree(folder, root));
  endOnSignals();
  await bringPackages(folder, root);
  const trees = { root, sources: { folder, renamed: renamesSince(found.commit.id, root) } };
  const isWhole = await compareBenches(chosen, { trees, rounds, progress });
  console.log(`It took ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  return isWhole ? 0 : 1;
}

/** Ctrl+C ends the running bench, and then the worktree is removed. */
function endOnSignals(): void {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void endAll().finally(() => process.exit(codes[signal])));
}

/** Only on a terminal: one line, which is removed again. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
