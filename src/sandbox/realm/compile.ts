/** A reader's TypeScript → JavaScript with the same lines, or the error and its place. */
import { transform } from 'sucrase';
import { otherLanguage } from '../own/otherLanguage';
import type { OwnFile, OwnProblem } from '../own/ownCalls';
import { watchAsync } from './watchAsync';

export type Compiled =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly problem: OwnProblem };

/** Turns imports and exports into CommonJS. Removes types without checking them. Watches what async functions throw. */
export function compile(source: string, file: OwnFile): Compiled {
  try {
    const { code } = transform(source, { transforms: ['typescript', 'imports'], disableESTransforms: true });
    const line = lineOfNamespace(source, code);
    if (line !== null) return { ok: false, problem: { ...noNamespace, place: { file, line, column: 1 } } };
    return { ok: true, code: watchAsync(code.replace(/^#!/, '//')) };
  } catch (error) {
    const language = otherLanguage(source);
    if (language !== null) return { ok: false, problem: { kind: 'other-language', message: language, place: null } };
    const message = error instanceof Error ? error.message : String(error);
    const [, line = '1', column = '1'] = /\((\d+):(\d+)\)/.exec(message) ?? [];
    const position = { file, line: Number(line), column: Number(column) };
    return { ok: false, problem: { kind: 'syntax', message: plain(message), place: position } };
  }
}

const noNamespace = {
  kind: 'syntax',
  message:
    'A namespace of TypeScript cannot be read here. Export its functions, or run the file with npm run cli -- attack.',
} as const;

const namespace = /^[ \t]*(?:export\s+)?(?:namespace|module)\s+[\w.]+\s*\{/gm;

/**
 * Namespaces are removed like types, so one that has values would be missing silently. What stays in the code is part
 * of a comment or a text.
 *
 * @returns the line of the first one that has values; null: none has
 */
function lineOfNamespace(source: string, code: string): number | null {
  const codeLines = code.split('\n');
  for (const { 0: head, index } of source.matchAll(namespace)) {
    const line = source.slice(0, index + head.search(/\S/)).split('\n').length;
    const stays = /\b(?:namespace|module)\s/.test(codeLines[line - 1] ?? '');
    if (!stays && !hasTypesAlone(source.slice(index + head.length))) return line;
  }
  return null;
}

/** @param rest begins after the opening brace of a namespace */
function hasTypesAlone(rest: string): boolean {
  let depth = 1;
  let end = 0;
  for (; end < rest.length && depth > 0; end++) depth += rest[end] === '{' ? 1 : rest[end] === '}' ? -1 : 0;
  const body = rest.slice(0, end - 1);
  if (new RegExp(namespace).test(body)) return false;
  try {
    const { code } = transform(body, { transforms: ['typescript'], disableESTransforms: true });
    return code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').replace(/[\s;]/g, '') === '';
  } catch {
    return false;
  }
}

/** Without the prefix and the place, which the page shows itself. */
const plain = (message: string): string =>
  message
    .replace(/^Error transforming[^:]*: /, '')
    .replace(/\s*\(\d+:\d+\)/g, '')
    .trim();
