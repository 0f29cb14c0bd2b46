/** The program behind `npm run -s cli -- matrix`. It runs the command in this process, with its streams, files and exit code. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { inWorker } from '../core/model/effects/calls';
import { exitStopped, matrix, type RowFunctions } from './matrixCommand';
import { programOf, thread } from './threads';

const source = fileURLToPath(new URL('../', import.meta.url));
const fileOf = (file: string): string => `${source}../${file}`;

/** The folders whose code a cell depends on. */
const computing = [
  'core/model',
  'core/faults',
  'core/locks',
  'core/clients',
  'core/storage',
  'core/sim',
  'core/spans',
  'core/judge',
  'search/explore',
  'search/matrix',
  'core/run',
] as const;

/** A digest of the code's text. The data that the code computes, and the texts about that data, are not part of it. */
function engine(): string {
  const hash = createHash('sha256');
  for (const folder of computing)
    for (const file of readdirSync(`${source}${folder}`, { recursive: true, encoding: 'utf8' }).sort())
      if (file.endsWith('.ts')) hash.update(`${folder}/${file}\n`).update(readFileSync(`${source}${folder}/${file}`));
  return hash.digest('hex').slice(0, 12);
}

const program = await programOf('./matrixWorker.ts');
const stopping = new AbortController();
/** npm and a terminal both pass a signal on, so a second one within this many ms is the first. */
const sameSignal = 500;
let stoppedAt = Number.POSITIVE_INFINITY;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (performance.now() - stoppedAt > sameSignal) process.exit(exitStopped);
    stoppedAt = Math.min(stoppedAt, performance.now());
    stopping.abort();
  });
}

process.exitCode = await matrix(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  errors: (text) => process.stderr.write(text),
  signal: stopping.signal,
  spawn: () => inWorker<RowFunctions>(thread(program)),
  workers: Math.min(8, Math.max(1, availableParallelism() - 1)),
  now: () => performance.now(),
  today: new Date().toISOString().slice(0, 10),
  engine: engine(),
  read: (file) => (existsSync(fileOf(file)) ? readFileSync(fileOf(file), 'utf8') : null),
  write: (file, text) => writeFileSync(fileOf(file), text),
  heads: async () => (await import('./generatedFiles')).generatedFiles,
});
