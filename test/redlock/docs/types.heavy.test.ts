// The TypeScript of the documents compiles in a strict project of Node, which has no types of a browser.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, it } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { libraryEntries } from '../../../scripts/libraryEntries';
import { blocksIn, documentNames } from './codeBlocks';

/** What the blocks use and do not declare. */
const known: Readonly<Record<string, string>> = {
  redlock: "import('quorum-lock').Redlock",
  work: '(token?: number | null) => Promise<void>',
  readBalance: '(id: number) => Promise<number>',
  writeBalance: '(id: number, balance: number) => Promise<void>',
  readAs: '(token: number | null, id: number) => Promise<number>',
  writeAs: '(token: number | null, id: number, balance: number) => Promise<void>',
  makeReport: '() => Promise<string>',
};

/** Its imports are of packages that are not installed here. */
const left = 'docs/opentelemetry.md';

const cache = join(root, 'test/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'blocks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const options: ts.CompilerOptions = {
  ...ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root).options,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
  types: ['node'],
  noUnusedLocals: false,
  paths: Object.fromEntries(Object.entries(libraryEntries).map(([name, file]) => [name, [join(root, file)]])),
};

/** A file for a block, and the compiler's messages about it. */
function problemsIn(blocks: readonly { readonly name: string; readonly code: string }[]): readonly string[] {
  const files = blocks.map(({ code }, place) => {
    const missing = Object.entries(known).filter(([name]) => !new RegExp(`\\b(const|let) ${name}\\b`).test(code));
    const file = join(folder, `block${place}.ts`);
    writeFileSync(
      file,
      `${code}\n${missing.map(([name, type]) => `declare const ${name}: ${type};`).join('\n')}\nexport {};`,
    );
    return file;
  });
  const program = ts.createProgram(files, options);
  return files.flatMap((file, place) => {
    const source = program.getSourceFile(file);
    if (source === undefined) throw new Error(`The compiler has no ${file}.`);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${blocks[place]?.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

it('each block compiles, and a wrong one does not', () => {
  const names = documentNames.filter((name) => name !== left);
  const blocks = names.flatMap((name) => blocksIn(name, 'ts').map((code) => ({ name, code })));
  expect(blocks.length).toBeGreaterThan(15);
  const wrong = { name: 'wrong', code: "const { error } = await (await fetch('')).json();" };
  expect(problemsIn([...blocks, wrong])).toEqual([expect.stringMatching(/^wrong: Property 'error' does not exist/)]);
});
