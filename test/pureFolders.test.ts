// The pure folders compile without DOM and Node types. The test shows that the compiler's settings for them refuse
// both.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { root } from '../scripts/install.mjs';

/** Below the root, so that the compiler finds packages and types as for the real sources. */
const folder = join(root, `.cache/pure-${process.pid}`);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['document.title', "Cannot find name 'document'"],
  ['process.pid', "Cannot find name 'process'"],
  ['setTimeout(() => {}, 1)', "Cannot find name 'setTimeout'"],
  ["import('node:fs')", "Cannot find module 'node:fs'"],
  ['Math.floor(1.5)', undefined],
])('the settings of the pure folders say of `%s`: %s', (expression, complaint) => {
  const messages = compile(`export const value = ${expression};`);
  if (complaint === undefined) expect(messages).toEqual([]);
  else expect(messages.join()).toContain(complaint);
});

test('they cover every pure folder, and no package brings in DOM or Node types', () => {
  const { fileNames, options } = readSettings();
  expect(fileNames.filter((name) => name.includes('/src/core/model/')).length).toBeGreaterThan(10);
  expect(fileNames.filter((name) => /\/src\/(web|cli|live\/server)\//.test(name))).toEqual([]);
  const loaded = ts.createProgram(fileNames, options).getSourceFiles();
  const foreign = loaded.filter(({ fileName }) => /lib\.dom\.|\/@types\/(node|react)\//.test(fileName));
  expect(foreign.map(({ fileName }) => fileName)).toEqual([]);
});

function readSettings(): ts.ParsedCommandLine {
  const file = join(root, 'tsconfig.pure.json');
  return ts.parseJsonConfigFileContent(ts.readConfigFile(file, ts.sys.readFile).config, ts.sys, root);
}

function compile(text: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'planted.ts');
  writeFileSync(file, text);
  const program = ts.createProgram([file], readSettings().options);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
