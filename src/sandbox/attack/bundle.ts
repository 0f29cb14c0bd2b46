/**
 * A lock's file with everything it imports, as one text that each life of a client evaluates anew. Only clients of
 * Redis are shared.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Message } from 'esbuild';
import { signaturesIn } from '../realm/signatures';
import type { Bundle } from './evaluate';
import { fileVariables, knowingItsFile, missingLater, type Packages, reading, requiring, sharing } from './modules';
import { renamedIn } from './renamedIn';

export type Bundled =
  | { readonly ok: true; readonly bundle: Bundle }
  | {
      readonly ok: false;
      readonly message: string;
      readonly line: number;
      /** Absolute. Null: not known. */
      readonly file: string | null;
      /** The import that cannot be found. Null: something else is wrong. */
      readonly missing: string | null;
    };

/** Libraries that can do without their native addon. It is refused here, so they are kept from trying it. */
const withoutAddons = { 'process.env.MSGPACKR_NATIVE_ACCELERATION_DISABLED': '"true"' };

/**
 * @param path absolute, of a file in TypeScript or JavaScript
 * @param isOpen whether a file that is imported may be read; packages may. By default all may
 */
export async function bundle(path: string, isOpen: (path: string) => boolean = () => true): Promise<Bundled> {
  const signatures = signaturesIn(await readFile(path, 'utf8').catch(() => ''));
  const packages: Packages = { shared: new Set(), databases: new Set() };
  const options = {
    bundle: true,
    write: false,
    outfile: `${path}.js`,
    sourcemap: 'external',
    sourcesContent: false,
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    define: { ...fileVariables, ...withoutAddons },
    supported: { 'dynamic-import': false },
    plugins: [reading(isOpen), knowingItsFile, sharing(packages), missingLater],
    ...(await decoratorsOf(path)),
  } as const satisfies BuildOptions;
  const result = (
    built: Pick<BuildResult<typeof options>, 'outputFiles'>,
    around: readonly [string, string],
  ): Bundled => {
    const [map = '{}', text = ''] = built.outputFiles.map((file) => file.text);
    const code = `${around[0]}${text.replace(/^#!/, '//')}${around[1]}`;
    const [shared, databases] = [[...packages.shared], [...packages.databases]];
    return { ok: true, bundle: { code, path, shared, databases, signatures, map, renamed: renamedIn(text, map) } };
  };
  try {
    return result(await build({ ...options, entryPoints: [path], format: 'cjs' }), ['', '']);
  } catch (error) {
    const [first] = errorsIn(error);
    if (first === undefined) throw error;
    if (!/^Top-level await/.test(first.text)) return refused(first);
  }
  // CommonJS cannot await at its top level, so the whole is one async function, with `require` in place of imports.
  const contents = `import * as all from ${JSON.stringify(path)}; Object.assign($exports, all);`;
  const stdin = { contents, resolveDir: dirname(path) };
  try {
    const plugins = [requiring, ...options.plugins];
    const built = await build({ ...options, stdin, plugins, format: 'esm' });
    return result(built, ['return (async ($exports) => {', '\n})(exports)']);
  } catch (error) {
    const [first] = errorsIn(error);
    if (first === undefined) throw error;
    return refused(first);
  }
}

const errorsIn = (error: unknown): readonly Message[] => (error as { errors?: readonly Message[] }).errors ?? [];

const refused = ({ text, location }: Message): Bundled => ({
  ok: false,
  message: text,
  line: location?.line ?? 0,
  file: location === null ? null : resolve(location.file),
  missing: /^Could not resolve "(.+)"$/.exec(text)?.[1] ?? null,
});

/** Names that only a standard decorator receives. */
const standard =
  /\bClass\w*DecoratorContext\b|\bDecoratorContext\b|\.addInitializer\(|\bcontext\.(kind|name|metadata)\b/;

/**
 * Which decorators a file uses when no tsconfig.json says so: those of TypeScript, unless the file uses standard ones.
 */
async function decoratorsOf(path: string): Promise<Pick<BuildOptions, 'tsconfigRaw'>> {
  if (hasConfig(dirname(path)) || standard.test(await readFile(path, 'utf8'))) return {};
  return { tsconfigRaw: { compilerOptions: { experimentalDecorators: true } } };
}

function hasConfig(folder: string): boolean {
  if (existsSync(join(folder, 'tsconfig.json'))) return true;
  return dirname(folder) !== folder && hasConfig(dirname(folder));
}
