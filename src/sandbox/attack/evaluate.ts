/** The attacked file as a function that evaluates it, and all that it brings, anew. */
import { createRequire, SourceMap } from 'node:module';
import { basename } from 'node:path';
import { Script } from 'node:vm';
import { locateBy } from '../realm/guest/errors';

/** What a file has become: one text of CommonJS. Can be sent to a thread. */
export interface Bundle {
  readonly code: string;
  /** The file itself, from which packages are looked for. */
  readonly path: string;
  /** Packages that all lives share, by path. They are loaded before any client lives. */
  readonly shared: readonly string[];
  /** Clients of databases other than Redis, by name. */
  readonly databases: readonly string[];
  /** From places of the text to those of the files, as JSON. */
  readonly map: string;
}

export type Factory = (exports: object, require: (name: unknown) => unknown, module: { exports: object }) => unknown;

/** Evaluates nothing of the file yet. Places of its errors are those of the file from now on. Throws a SyntaxError. */
export function factoryOf({ code, path, shared, map }: Bundle): Factory {
  locateBy(placesIn(map, basename(path)));
  const require = createRequire(path);
  for (const name of shared) require(name);
  const wrapped = `(function (exports, require, module) {${code}\n})`;
  const run = new Script(wrapped, { filename: 'lock.ts' }).runInThisContext();
  return (exports, _, module) => run.call(exports, exports, require, module);
}

/** Each place is counted from 1. */
function placesIn(map: string, file: string): Parameters<typeof locateBy>[0] {
  let read: SourceMap | undefined;
  return (line, column) => {
    read ??= new SourceMap(JSON.parse(map));
    const found = read.findEntry(line - 1, column - 1);
    if (!('originalSource' in found) || found.originalSource !== file) return null;
    return { line: found.originalLine + 1, column: found.originalColumn + 1 };
  };
}
