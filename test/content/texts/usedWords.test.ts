// No table of words has a key that nobody reads: words that nobody sees are still translated and loaded.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';

interface Key {
  readonly name: string;
  /** `src/content/texts/en/page.ts: bar.undo` */
  readonly place: string;
}

interface Found {
  readonly keys: readonly Key[];
  /** What is read of an object, and every string: an id picks a key as well, as in `words.fates[fate]`. */
  readonly read: readonly string[];
}

/** A table is what stands beside `en:`, or a constant of a file that has one language. */
const isTable = (node: ts.Node, path: string): node is ts.PropertyAssignment | ts.VariableDeclaration =>
  (ts.isPropertyAssignment(node) && node.name.getText() === 'en') ||
  (ts.isVariableDeclaration(node) && (/\/en\//.test(path) || node.name.getText() === 'en'));

function keysOf(table: ts.Expression | undefined, place: string): readonly Key[] {
  if (table === undefined || !ts.isObjectLiteralExpression(table)) return [];
  return table.properties.flatMap((property) => {
    const name = property.name?.getText() ?? '';
    const inside = ts.isPropertyAssignment(property) ? keysOf(property.initializer, `${place}${name}.`) : [];
    // A quoted key, or one with a capital letter, is a text of its own.
    return /^[a-z]\w*$/.test(name) ? [{ name, place: place + name }, ...inside] : inside;
  });
}

function readOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isBindingElement(node)) return (node.propertyName ?? node.name).getText();
  return ts.isStringLiteralLike(node) ? node.text : undefined;
}

function find(path: string, text: string): Found {
  const keys: Key[] = [];
  const read: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isTable(node, path)) keys.push(...keysOf(node.initializer, `${path}: `));
    const name = readOf(node);
    if (name !== undefined) read.push(name);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return { keys, read };
}

function unread(files: readonly Found[]): readonly string[] {
  const read = new Set(files.flatMap((file) => file.read));
  return files.flatMap(({ keys }) => keys.filter(({ name }) => !read.has(name)).map(({ place }) => place));
}

test('every key of a table of words is read somewhere', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => find(`src/${name.replaceAll('\\', '/')}`, readFileSync(join(root, 'src', name), 'utf8')));
  expect(files.flatMap(({ keys }) => keys).length).toBeGreaterThan(2000);
  expect(unread(files)).toEqual([]);
});

test('a key that nobody reads is found, and one that an id picks is not', () => {
  const table = "const words = { en: { title: 'Fates', fates: { lost: 'lost' }, old: 'Gone' }, zh: {} };";
  const view = "const { title } = words.en; const said = words.en.fates[isLost ? 'lost' : 'held'];";
  expect(unread([find('src/words.ts', table), find('src/View.tsx', view)])).toEqual(['src/words.ts: old']);
});
