/**
 * All visible texts: strings of the sources, and prose of pages and documents, without comments and ids.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../../scripts/install.mjs';

export interface VisibleText {
  /** `src/content/texts/en/page.ts:12` */
  readonly place: string;
  readonly text: string;
}

const folders = ['src', 'scripts', 'public/examples'];
const single = [
  'index.html',
  'learn/index.html',
  'embed/index.html',
  'matrix/index.html',
  'own/index.html',
  'network/index.html',
  'README.md',
  'HOSTING.md',
  'ATTACK.md',
  'PROGRAMS.md',
  'MIGRATING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'src/redlock/README.md',
  ...readdirSync(join(root, 'src/redlock/docs')).map((name) => `src/redlock/docs/${name}`),
];

export function visibleTexts(): readonly VisibleText[] {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  );
  return [
    ...inFolders.filter((path) => /\.(tsx?|mjs|cjs|html)$/.test(path) && !path.includes('node_modules')),
    ...single,
  ].flatMap((path) => textsOf(path, readFileSync(join(root, path), 'utf8')));
}

export function textsOf(path: string, content: string): readonly VisibleText[] {
  const found = /\.html$/.test(path)
    ? proseOfPage(content)
    : /\.md$/.test(path)
      ? proseOfDocument(content)
      : strings(path, content);
  return found.map(({ line, text }) => ({
    place: `${path}:${line}`,
    text: text.replace(/\s+/g, ' ').trim(),
  }));
}

interface Found {
  readonly line: number;
  readonly text: string;
}

/** A single lower-case word is an id, except in the tables of words. */
const isId = (path: string, text: string): boolean =>
  /^[a-z][a-z0-9-]*$/.test(text) && !/^src\/(content\/texts|core\/narrate)\//.test(path);

/** A value inserted into a template counts as one word. */
const filledIn = 'X';

function strings(path: string, content: string): readonly Found[] {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || isQuote(node)) return;
    const text = textOfNode(node);
    if (text !== null && !isId(path, text))
      found.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** An article's words, which are not ours to improve. */
const isQuote = (node: ts.Node): boolean => ts.isPropertyAssignment(node) && node.name.getText() === 'quote';

function textOfNode(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => filledIn + literal.text).join('');
}

/** Each block of a page, and the texts in its head. */
function proseOfPage(content: string): readonly Found[] {
  const blank = (part: string): string => part.replace(/[^\n]/g, ' ');
  const bare = content.replace(/<!--.*?-->|<(script|style)\b.*?<\/\1>/gs, blank);
  const blocks = [...bare.matchAll(/<(p|h\d|title|li|footer)\b[^>]*>(.*?)<\/\1>/gs)].map((match) => ({
    at: match.index,
    text: match[2] ?? '',
  }));
  const heads = [...bare.matchAll(/\scontent="([^"]*)"/g)].map((match) => ({ at: match.index, text: match[1] ?? '' }));
  return [...heads, ...blocks].map(({ at, text }) => ({
    line: content.slice(0, at).split('\n').length,
    text: text.replace(/<[^>]*>/g, ''),
  }));
}

/** Each paragraph, list item and row, without code. */
function proseOfDocument(content: string): readonly Found[] {
  const found: { line: number; text: string }[] = [];
  let isCode = false;
  let isNew = true;
  for (const [index, line] of content.split('\n').entries()) {
    if (line.startsWith('```')) isCode = !isCode;
    const isPart = !isCode && !line.startsWith('```') && line.trim() !== '';
    const text = line.replace(/`[^`]*`/g, filledIn);
    const last = found.at(-1);
    if (isPart && (isNew || last === undefined || /^\s*([-*|#]|\d+\.) /.test(line)))
      found.push({ line: index + 1, text });
    else if (isPart && last !== undefined) last.text += ` ${text}`;
    isNew = !isPart;
  }
  return found;
}
