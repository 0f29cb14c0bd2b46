/** The code in the library's documents, and how a test runs it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../../scripts/install.mjs';

export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

export const documentNames: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'src/redlock/docs')).map((name) => `docs/${name}`),
];

export const documentOf = (name: string): string => readFileSync(join(root, 'src/redlock', name), 'utf8');

export const blocksOf = (markdown: string): readonly CodeBlock[] =>
  [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({ language, code }));

export const blocksIn = (name: string, language: string): readonly string[] =>
  blocksOf(documentOf(name)).flatMap((block) => (block.language === language ? [block.code] : []));

/** One side of a diff: its lines without their first column. */
function sideOf(diff: string, without: '-' | '+'): string {
  const lines = diff.split('\n').filter((line) => !line.startsWith(without));
  return lines.map((line) => line.slice(1)).join('\n');
}

export const before = (diff: string): string => sideOf(diff, '+');
export const after = (diff: string): string => sideOf(diff, '-');

/** Code without empty lines and comments that fill a line, but with the place where the work is done. */
export const bare = (code: string): string =>
  code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && (!line.startsWith('//') || line.includes('...do something here...')))
    .join('\n');

/** What `require` returns, by the name of the package. */
export type Modules = Readonly<Record<string, unknown>>;

const AsyncFunction = (async () => {}).constructor as new (
  ...parts: readonly string[]
) => (...given: readonly unknown[]) => Promise<unknown>;

/**
 * Runs code as it is written, with imports and `await` at its top level. Resolves with the named constants that it
 * declares; what is not awaited there goes on.
 *
 * @param known names that the code uses and does not declare
 */
export async function runCode(
  code: string,
  modules: Modules,
  known: Readonly<Record<string, unknown>> = {},
  wanted: readonly string[] = [],
): Promise<Readonly<Record<string, unknown>>> {
  const compilerOptions = {
    module: ts.ModuleKind.CommonJS,
    target: ts.ScriptTarget.ES2022,
    esModuleInterop: true,
    alwaysStrict: false,
  };
  const { outputText } = ts.transpileModule(code, { compilerOptions });
  const require = (name: string): unknown => {
    if (!(name in modules)) throw new Error(`The code needs ${name}.`);
    return { __esModule: true, ...(modules[name] as object) };
  };
  const answer = `\nreturn { ${wanted.join(', ')} };`;
  const run = new AsyncFunction('require', 'exports', ...Object.keys(known), outputText + answer);
  return (await run(require, {}, ...Object.values(known))) as Readonly<Record<string, unknown>>;
}
