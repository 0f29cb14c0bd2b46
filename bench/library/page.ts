/**
 * Writes the page of the docs about speed and size from one run, with everything that the numbers depend on: processor,
 * versions, date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { root } from '../../scripts/install.mjs';
import { weighLibrary, weighOthers } from '../../scripts/librarySize.mjs';
import { areAttackedInstalled, attackedMissing } from '../../test/support/attackedLibraries';
import type { Beside } from './cycles';

export interface Speeds {
  readonly inFlight: number;
  readonly beside: Beside;
}

/** What was measured with some settings of the clients. */
export interface Settled extends Speeds {
  readonly settings: string;
}

interface Measured {
  readonly speeds: readonly Speeds[];
  readonly settled: readonly Settled[];
  readonly traced: readonly Speeds[];
  readonly servers: { readonly connect: () => Promise<readonly Redis[]> };
}

const file = 'src/redlock/docs/benchmarks.md';

const besideColumn = 'speed of quorum-lock against it (1 = same)';
const attacked = join(root, 'test/sandbox/attack');

/** The contenders in the order of the table. The package is looked up for its version. */
const contenders: Readonly<Record<string, { readonly name: string; readonly package?: string }>> = {
  ours: { name: '**quorum-lock**' },
  raw: { name: 'ioredis: SET and EVALSHA', package: 'ioredis' },
  'raw, EVAL': { name: 'ioredis: SET and EVAL', package: 'ioredis' },
  beta: { name: 'redlock 5 beta', package: 'redlock' },
  'redlock 4': { name: 'redlock 4', package: 'redlock-4' },
  sesamecare: { name: '@sesamecare-oss/redlock', package: '@sesamecare-oss/redlock' },
  universal: { name: 'redlock-universal', package: 'redlock-universal' },
  semaphore: { name: 'redis-semaphore, RedlockMutex', package: 'redis-semaphore' },
};

/** What a program imports from the other libraries for the same use: a Redlock over ioredis. */
const uses = {
  'redlock 5 beta': "export { default } from 'redlock';",
  'redlock 4': "export { default } from 'redlock-4';",
  '@sesamecare-oss/redlock': "export { Redlock } from '@sesamecare-oss/redlock';",
  'redlock-universal': "export { createRedlock, IoredisAdapter } from 'redlock-universal';",
  'redis-semaphore, RedlockMutex': "export { RedlockMutex } from 'redis-semaphore';",
};

/** Writes the page. Throws if one of the libraries is missing, because a table without it would look whole. */
export async function writePage({ speeds, settled, traced, servers }: Measured): Promise<void> {
  if (!areAttackedInstalled) throw new Error(attackedMissing);
  const [client] = await servers.connect();
  const server = /redis_version:(\S+)/.exec((await client?.info('server')) ?? '')?.[1] ?? 'unknown';
  const sizes = { ...(await weighLibrary()), ...(await weighOthers(uses, attacked)) };
  const parts = [
    head(server),
    speeds.map(speedTable).join('\n\n'),
    settingsTable(settled),
    sizeTable(sizes),
    tracingTable(traced),
  ];
  writeFileSync(join(root, file), `${parts.join('\n\n')}\n`);
  console.log(`Wrote ${file}.`);
}

function head(server: string): string {
  const all = cpus();
  const date = new Date().toISOString().slice(0, 10);
  const versions = Object.values(contenders).flatMap((one) =>
    one.package === undefined ? [] : [`${one.package.replace('redlock-4', 'redlock')} ${versionOf(one.package)}`],
  );
  return `# Speed and size

Measured on ${date} by \`npm run bench -- library --write\`, a command of the repository, which writes this page: ${all.length} × ${all[0]?.model.trim()},
Node ${process.version}, five Redis ${server} on the same machine, over ioredis.
${[...new Set(versions)].join(', ')}.

One cycle acquires a lock of 10 s on a resource that nobody else wants, and releases it. Each row takes turns with
quorum-lock, in bursts of 100 ms (300 ms with 256) and in an order that changes each time, so that other work on the machine
affects both. The columns:

- **cycles/s** is the median of the bursts of one row; p50 and p99 are times of a whole cycle.
- **${besideColumn}** is how many cycles quorum-lock makes in the time of one cycle of that row: 1.00 is the same
  speed, 2.00 is twice as fast. It is the median of the ratios of two bursts that followed each other, so slow moments
  of the machine are in both. The ratio of two numbers in the column cycles/s mixes different moments, so it is a different number.

The clients have the defaults of ioredis, but where the table says otherwise. The rows of ioredis are the commands alone, without
any library: they check nothing, and each is a write of its own, while quorum-lock writes the commands of one moment together. A
busy machine makes all ratios smaller, because the servers then get less of the processors too: the load was ${(loadavg()[0] ?? 0).toFixed(1)}.`;
}

const versionOf = (name: string): string => {
  const folder = ['ioredis', 'redlock', 'redlock-4'].includes(name) ? join(root, 'test') : attacked;
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return version.replace(/^v/, '');
};

function speedTable({ inFlight, beside: { each, ratios } }: Speeds): string {
  const rows = Object.entries(contenders).flatMap(([key, { name }]) => {
    const of = each[key];
    if (of === undefined) throw new Error(`Nothing was measured of ${name}.`);
    const ratio = ratios[key]?.toFixed(2) ?? '';
    return [
      [name, Math.round(of.cyclesPerSecond).toLocaleString('en'), of.p50Ms.toFixed(2), of.p99Ms.toFixed(2), ratio],
    ];
  });
  const title = inFlight === 1 ? 'One lock at a time' : `${inFlight} locks at a time`;
  return `## ${title}\n\n${table(['', 'cycles/s', 'p50, ms', 'p99, ms', besideColumn], rows)}`;
}

function settingsTable(settled: readonly Settled[]): string {
  const rows = Object.entries(contenders).map(([key, { name }]) => [
    name,
    ...settled.map(({ beside: { each, ratios } }) =>
      key === 'ours'
        ? `${Math.round(1e6 / (each.ours?.cyclesPerSecond ?? Number.NaN))} µs`
        : (ratios[key] ?? Number.NaN).toFixed(2),
    ),
  ]);
  const columns = settled.map(({ settings, inFlight }) => `${settings}, ${inFlight}`);
  return `## Settings of the client

The tables above are with clients as \`new Redis(port)\` makes them. Here the clients of all rows have the settings of ioredis
at the head of a column, with 1 or 32 locks at a time. In the last two, quorum-lock has the defaults and the others have
\`enableAutoPipelining\`, their best setting with many locks at a time: quorum-lock writes the commands of one moment together
without it. The first row is the processor time that a cycle takes in the program itself, the servers' own left out. The
others are how many cycles quorum-lock makes in the processor time of one cycle of that row.

${table(['', ...columns], rows)}`;
}

function sizeTable(sizes: Readonly<Record<string, number>>): string {
  const rows = Object.entries(sizes).map(([name, bytes]) => [
    name.replace('library', 'quorum-lock'),
    (bytes / 1000).toFixed(1),
  ]);
  return `## Size

In a program that esbuild bundles and minifies, with its dependencies and without the client of Redis.

${table(['', 'kB, gzipped'], rows)}`;
}

function tracingTable(traced: readonly Speeds[]): string {
  const names = Object.keys(traced[0]?.beside.ratios ?? {});
  const rows = names.map((name) => [
    name,
    ...traced.map(({ beside }) => `${(((beside.ratios[name] ?? Number.NaN) - 1) * 100).toFixed(1)} %`),
  ]);
  return `## OpenTelemetry

How much more CPU time a cycle takes in the program itself than without OpenTelemetry, one and
${traced[1]?.inFlight} at a time. A cycle has two spans, and a span costs mostly what the SDK does for it.
With contexts, Node itself does more for each promise, whether a library has spans or not.

${table(['', ...traced.map(({ inFlight }) => `${inFlight} at a time`)], rows)}`;
}

/** All columns but the first are numbers. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
