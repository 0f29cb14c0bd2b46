// Both packages as another project sees them: the content of `npm pack`, resolved by Node and by the compiler. All
// samples are one compiler program, because their common libraries take most of its time.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildLib } from '../../scripts/buildLib.mjs';
import { root } from '../../scripts/install.mjs';
import { npm, packages as ours, packed } from '../../scripts/packages.mjs';
import { sampled } from '../support/nightly';
import { type Entries, samples } from './packed/samples';

// The compiler runs beside the other tests.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const folder = mkdtempSync(join(tmpdir(), 'redlock-consumer-'));
const packages = join(folder, 'node_modules');

/** The packages by name, with their entries. */
const entriesOf: Readonly<Record<string, Entries>> = {
  'redlock-playground': {
    main: 'redlock-playground/redlock',
    watched: 'redlock-playground/redlock',
    simulated: 'redlock-playground/redlock/simulated',
  },
  'quorum-lock': { main: 'quorum-lock', watched: 'quorum-lock/watched', simulated: 'quorum-lock/simulated' },
};
const names = Object.keys(entriesOf);

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const tarball = await packed(ours['quorum-lock'], folder);
  npm(folder, 'install', tarball, '--offline', '--no-audit', '--no-fund');
  const own = join(packages, 'redlock-playground');
  mkdirSync(join(packages, '@types'), { recursive: true });
  await buildLib(join(own, 'lib'));
  cpSync(join(root, 'package.json'), join(own, 'package.json'));
  for (const name of [
    'node_modules/ioredis',
    'test/node_modules/redis',
    'node_modules/@types/node',
    'node_modules/undici-types',
  ])
    symlinkSync(join(root, name), join(packages, name.replace(/.*node_modules\//, '')), 'junction');
  for (const [name, entries] of Object.entries(entriesOf)) {
    mkdirSync(join(folder, name));
    for (const [sample, text] of Object.entries(samples)) writeFileSync(join(folder, name, sample), text(entries));
  }
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
      ...names.flatMap((name) => Object.keys(samples).map((sample) => join(name, sample))),
    );
    return made;
  };
})();

describe.each(names)('%s', (name) => {
  it('compiles for a project that uses it, its declarations included', () => {
    const { program, complaints, sample } = today();
    // Everything that the declarations name must exist.
    const own = program.getSourceFiles().filter(({ fileName }) => fileName.includes(`/${name}/lib/`));
    expect(own.length).toBeGreaterThanOrEqual(4);
    expect(complaints()).toEqual([]);
    for (const file of [
      ...own,
      ...['es.mts', 'common.cts', 'silent.mts', 'added.mts'].map((one) => sample(join(name, one))),
    ])
      expect([file.fileName, complaints(file)]).toEqual([file.fileName, []]);
  });

  const resolutions: readonly (readonly [string, ts.CompilerOptions])[] = [
    ['bundler', { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
    ['node16', { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 }],
  ];

  // What Node resolves is also resolved by all samples together.
  it.each(sampled(resolutions, 2))('is found by a compiler with moduleResolution %s', (_, options) => {
    const files = options.module === ts.ModuleKind.Node16 ? ['es.mts', 'common.cts'] : ['es.mts'];
    const { complaints, sample } = compiled({ ...options, noEmit: true }, ...files.map((file) => join(name, file)));
    expect(complaints()).toEqual([]);
    for (const file of files) expect(complaints(sample(join(name, file)))).toEqual([]);
  });

  it('is found by a compiler that resolves modules without `exports`', () => {
    const old = { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10, noEmit: true };
    const { complaints, sample } = compiled(old, join(name, 'common.cts'));
    expect([...complaints(), ...complaints(sample(join(name, 'common.cts')))]).toEqual([]);
  });

  it('takes the clients of ioredis and node-redis as the compiler knows them', () => {
    const { complaints, sample } = today();
    expect(complaints(sample(join(name, 'clients.mts')))).toEqual([]);
  });

  it('runs as ES module and as CommonJS', () => {
    const all = Array.from({ length: 5 }, () => ['a']);
    expect(JSON.parse(run(join(name, 'es.mts')))).toEqual({
      held: true,
      isLeft: true,
      value: 'routine',
      votes: '0/5/3 0/5/3 0/5/3',
      left: all,
    });
    expect(run(join(name, 'common.cts'))).toBe('1');
  });

  it('runs what node-redlock does not have', () => {
    expect(run(join(name, 'added.mts'))).toBe('acquired me,true,true,me false');
  });

  it('keeps an idle process alive until the timeout of silent nodes', () => {
    expect(run(join(name, 'silent.mts'))).toBe('no-quorum 2 release-failed');
  });

  it('makes the compiler notice a wrong use of its types', () => {
    const { complaints, sample } = today();
    expect(complaints(sample(join(name, 'wrong.mts'))).join('\n')).toContain("Type 'number' is not assignable");
  });
});
