// The package as another project sees it: the content of `npm pack`, resolved by Node and by the compiler. All
// samples are one compiler program, because their common libraries take most of its time.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildLib } from '../../scripts/buildLib.mjs';
import { root } from '../../scripts/install.mjs';

// The compiler runs beside the other tests.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const folder = mkdtempSync(join(tmpdir(), 'redlock-consumer-'));
const packages = join(folder, 'node_modules');

/** Code written for node-redlock 5, with another name in the import. */
const esModule = `
import Redlock, { type ExecutionStats, ExecutionError, type Lock, ResourceLockedError } from 'redlock-playground/redlock';
import { SimulatedRedis } from 'redlock-playground/redlock/simulated';

const nodes = Array.from({ length: 5 }, () => new SimulatedRedis());
const redlock = new Redlock(nodes, { driftFactor: 0.01, retryCount: 2, retryDelay: 10, retryJitter: 5, automaticExtensionThreshold: 500 });
redlock.on('error', (error) => { if (!(error instanceof ResourceLockedError)) console.error(error); });

let lock: Lock = await redlock.acquire(['a', 'b'], 5000);
lock = await lock.extend(4000);
const left: number = lock.expiration - Date.now();
const resources: string[] = lock.resources;
const nobodyStops: AbortSignal | undefined = undefined;
await (await redlock.acquire([...resources, 'c'].slice(2), 5000, { signal: nobodyStops })).release();
const held = nodes[0]?.get('a') === lock.value;
await lock.release();

const value: string = await redlock.using(['a'], 5000, { retryCount: 1 }, async (signal) => {
  if (signal.aborted) throw signal.error;
  return 'routine';
});
let votes = '';
await redlock.acquire(['a'], 5000);
try {
  await redlock.acquire(['a'], 5000);
} catch (error) {
  if (!(error instanceof ExecutionError)) throw error;
  const stats: readonly ExecutionStats[] = await Promise.all(error.attempts);
  votes = stats.map(({ votesFor, votesAgainst, quorumSize }) => [votesFor.size, votesAgainst.size, quorumSize].join('/')).join(' ');
}
console.log(JSON.stringify({ held, isLeft: left > 3000, value, votes, left: nodes.map((node) => node.keys()) }));
`;

/** Nodes that are not connections and do not answer. */
const silent = `
import { type ExecutionError, Redlock, SingleNodeLocks } from 'redlock-playground/redlock';
import { SimulatedRedis } from 'redlock-playground/redlock/simulated';
const nodes = Array.from({ length: 5 }, () => new SimulatedRedis());
const redlock = new Redlock(nodes, { retryCount: 0, releaseRetryCount: 0 });
for (const node of nodes.slice(0, 2)) node.halt();
const lock = await redlock.acquire(['a'], 20_000);
const against = (await lock.attempts[0])?.votesAgainst.size;
for (const node of nodes) node.halt();
const kindOf = (error: ExecutionError): string => error.kind;
const failed = await new SingleNodeLocks(nodes[0]!, { retryCount: 0 }).acquire(['b'], 1000).then(() => '', kindOf);
console.log(failed, against, await lock.release().then(() => '', kindOf));
`;

/** What node-redlock does not have. */
const added = `
import type { EventEmitter } from 'node:events';
import { type LockLostError, Redlock, type Settings, WatchedLocks } from 'redlock-playground/redlock';
import { SimulatedRedis } from 'redlock-playground/redlock/simulated';
const settings: Partial<Settings> = { retryDelay: (tries) => 10 * 2 ** tries };
// @ts-expect-error: it stays a number.
const wrong: Partial<Settings> = { releaseRetryDelay: (tries: number) => tries };
const redlock = new Redlock([new SimulatedRedis()], { ...settings, ...(wrong && {}) });
const emitter: EventEmitter = redlock;
const heard: string[] = [];
redlock.on('acquired', (lock) => heard.push(\`acquired \${lock.data}\`)).once('lost', (error: LockLostError) => heard.push(\`lost \${error.lock?.data}\`));
// @ts-expect-error: there is no such event.
emitter === redlock && redlock.on('aquired', () => {});
// @ts-expect-error: a lock is no number.
redlock.off('acquired', (lock: number) => lock);
{
  await using lock = await redlock.acquire(['a'], 5000, { data: 'me' });
  const seen = await redlock.peek('a');
  const value: string | undefined = seen?.value;
  heard.push(String(value === lock.value), String(await redlock.isLocked(['a'])), seen?.data ?? '');
}
console.log(heard.join(), await new WatchedLocks(new SimulatedRedis()).isLocked(['a']));
`;

const clients = `
import { Redis } from 'ioredis';
import { createClient, createClientPool, createCluster, createSentinel } from 'redis';
import { Redlock, SingleNodeLocks } from 'redlock-playground/redlock';
const rootNodes = [{ url: 'redis://localhost' }];
export const all = (): Redlock[] => [
  new Redlock([new Redis()]),
  new Redlock([new Redis({ sentinels: [{ host: 'localhost', port: 26379 }], name: 'mymaster' })]),
  new Redlock(new Set([new Redis.Cluster([])])),
  new Redlock([createClient()]),
  new Redlock([createClient({ RESP: 3 })]),
  new Redlock([createClientPool()]),
  new Redlock([createCluster({ rootNodes })]),
  new Redlock([createSentinel({ name: 'mymaster', sentinelRootNodes: [{ host: 'localhost', port: 26379 }] })]),
];
export const one = (): SingleNodeLocks => new SingleNodeLocks(createClientPool());
`;

const commonModule = `
import redlock = require('redlock-playground/redlock');
import simulated = require('redlock-playground/redlock/simulated');
const { default: Redlock } = redlock;
void new Redlock([new simulated.SimulatedRedis()]).acquire(['a'], 1000).then((lock) => lock.release()).then(({ attempts }) => {
  console.log(attempts.length);
});
`;

beforeAll(async () => {
  const own = join(packages, 'redlock-playground');
  mkdirSync(join(packages, '@types'), { recursive: true });
  await buildLib(join(own, 'lib'));
  cpSync(join(root, 'package.json'), join(own, 'package.json'));
  for (const name of ['ioredis', 'redis', '@types/node', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(packages, name), 'junction');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'es.mts'), esModule);
  writeFileSync(join(folder, 'common.cts'), commonModule);
  writeFileSync(join(folder, 'silent.mts'), silent);
  writeFileSync(join(folder, 'clients.mts'), clients);
  writeFileSync(join(folder, 'added.mts'), added);
  writeFileSync(join(folder, 'wrong.mts'), `${esModule}\nconst wrong: string = lock.expiration;\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a sample prints. */
const run = (name: string): string => {
  const { program, sample } = today();
  program.emit(sample(name));
  const made = join('out', name.replace(/ts$/, 'js'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [made], { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : `${status}: ${stdout}${stderr}`;
};

const shared: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts'],
  types: ['node'],
};

interface Compiled {
  /** The compiler's messages about one file, or about the whole program when no file is named. */
  readonly complaints: (file?: ts.SourceFile) => readonly string[];
  readonly sample: (name: string) => ts.SourceFile;
  readonly program: ts.Program;
}

function compiled(options: ts.CompilerOptions, ...names: readonly string[]): Compiled {
  const all: ts.CompilerOptions = { ...shared, ...options };
  const host = ts.createCompilerHost(all);
  host.getCurrentDirectory = () => folder;
  const program = ts.createProgram(
    names.map((name) => join(folder, name)),
    all,
    host,
  );
  return {
    program,
    sample: (name) => {
      const file = program.getSourceFile(join(folder, name));
      if (file === undefined) throw new Error(`The compiler has no ${name}.`);
      return file;
    },
    complaints: (file) =>
      (file === undefined
        ? [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()]
        : [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      ).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  };
}

/** The compiler’s view of all samples, made once. */
const today = (() => {
  let made: Compiled | undefined;
  return (): Compiled => {
    made ??= compiled(
      {
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        exactOptionalPropertyTypes: true,
        outDir: join(folder, 'out'),
      },
      ...['es.mts', 'common.cts', 'silent.mts', 'clients.mts', 'added.mts', 'wrong.mts'],
    );
    return made;
  };
})();

it('compiles for a project that uses it, its declarations included', () => {
  const { program, complaints, sample } = today();
  // Everything that the declarations name must exist.
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.includes('/redlock-playground/lib/'));
  expect(own.length).toBeGreaterThanOrEqual(4);
  expect(complaints()).toEqual([]);
  for (const file of [...own, sample('es.mts'), sample('common.cts'), sample('silent.mts'), sample('added.mts')]) {
    expect([file.fileName, complaints(file)]).toEqual([file.fileName, []]);
  }
});

it('is found by a compiler that resolves modules without `exports`', () => {
  const old = { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10, noEmit: true };
  const { complaints, sample } = compiled(old, 'common.cts');
  expect([...complaints(), ...complaints(sample('common.cts'))]).toEqual([]);
});

it('takes the clients of ioredis and node-redis as the compiler knows them', () => {
  const { complaints, sample } = today();
  expect(complaints(sample('clients.mts'))).toEqual([]);
});

it('runs as ES module and as CommonJS', () => {
  const all = Array.from({ length: 5 }, () => ['a']);
  expect(JSON.parse(run('es.mts'))).toEqual({
    held: true,
    isLeft: true,
    value: 'routine',
    votes: '0/5/3 0/5/3 0/5/3',
    left: all,
  });
  expect(run('common.cts')).toBe('1');
});

it('runs what node-redlock does not have', () => {
  expect(run('added.mts')).toBe('acquired me,true,true,me false');
});

it('keeps an idle process alive until the timeout of silent nodes', () => {
  expect(run('silent.mts')).toBe('no-quorum 2 release-failed');
});

it('makes the compiler notice a wrong use of its types', () => {
  const { complaints, sample } = today();
  expect(complaints(sample('wrong.mts')).join('\n')).toContain("Type 'number' is not assignable");
});
