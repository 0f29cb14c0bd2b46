/** A reader's TypeScript → JavaScript with the same lines, or the error and its place. */
import { transform } from 'sucrase';
import { otherLanguage } from '../own/otherLanguage';
import type { OwnFile, OwnProblem } from '../own/session';
import type { Signatures } from './guest/signatureNames';
import { signaturesIn } from './signatures';
import { watchAsync } from './watchAsync';

export type Compiled =
  | { readonly ok: true; readonly code: string; readonly signatures: Signatures }
  | { readonly ok: false; readonly problem: OwnProblem };

/** Turns imports and exports into CommonJS. Removes types without checking them. Watches what async functions throw. */
export function compile(source: string, file: OwnFile): Compiled {
  const spaces = /^[ \t]*(?:export\s+)?(?:namespace|module)\s+[\w.]+\s*\{/m.exec(source);
  if (spaces !== null) {
    const line = source.slice(0, spaces.index).split('\n').length;
    const message =
      'A namespace of TypeScript cannot be read here. Export its functions, or run the file with npm run cli -- attack.';
    return { ok: false, problem: { kind: 'syntax', message, place: { file, line, column: 1 } } };
  }
  try {
    const { code } = transform(source, { transforms: ['typescript', 'imports'], disableESTransforms: true });
    return { ok: true, code: watchAsync(code.replace(/^#!/, '//')), signatures: signaturesIn(source) };
  } catch (error) {
    const language = otherLanguage(source);
    if (language !== null) return { ok: false, problem: { kind: 'other-language', message: language, place: null } };
    const message = error instanceof Error ? error.message : String(error);
    const [, line = '1', column = '1'] = /\((\d+):(\d+)\)/.exec(message) ?? [];
    const position = { file, line: Number(line), column: Number(column) };
    return { ok: false, problem: { kind: 'syntax', message: plain(message), place: position } };
  }
}

/** Without the prefix and the place, which the page shows itself. */
const plain = (message: string): string =>
  message
    .replace(/^Error transforming[^:]*: /, '')
    .replace(/\s*\(\d+:\d+\)/g, '')
    .trim();
