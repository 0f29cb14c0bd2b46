// Every command works on a fresh clone: what it loads before the packages are installed belongs to this project or to
// Node.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../scripts/install.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** The files that are loaded before the first line of a command runs. */
const entries = new Set(Object.values(scripts).flatMap((command) => /scripts\/\S+\.mjs/.exec(command)?.[0] ?? []));

/** @returns each "file: package" that the file needs before it runs */
function packagesOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return importsOf(file).flatMap((name) => {
    if (name.startsWith('.')) return packagesOf(join(dirname(file), name), seen);
    return name.startsWith('node:') ? [] : [`${relative(root, file)}: ${name}`];
  });
}

function importsOf(file: string): readonly string[] {
  const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return statements.flatMap((one) => {
    const from = ts.isImportDeclaration(one) || ts.isExportDeclaration(one) ? one.moduleSpecifier : undefined;
    return from !== undefined && ts.isStringLiteral(from) ? [from.text] : [];
  });
}

test.each([...entries])('%s loads no package before the install', (entry) => {
  expect(packagesOf(join(root, entry))).toEqual([]);
});
