/** The attacked file as a function that evaluates it, with all its imports, anew. */
import { createRequire, SourceMap } from 'node:module';
import { basename } from 'node:path';
import { Script } from 'node:vm';
import { locateBy } from '../realm/guest/errors';
import type { Signatures } from '../realm/guest/signatureNames';
import { type Renamed, setRenamed } from '../realm/guest/writtenNames';

/** A bundled file: one text of CommonJS. It can be sent to a thread. */
export interface Bundle {
  readonly code: string;
  /** The path of the file; packages are resolved from it. */
  readonly path: string;
  /** The paths of packages that all lives share. They are loaded before any client lives. */
  readonly shared: readonly string[];
  /** The types of the file's functions. */
  readonly signatures: Signatures;
  /** The names of clients of databases other than Redis. */
  readonly databases: readonly string[];
  /** The source map from the text to the files, as JSON. */
  readonly map: string;
  readonly renamed: Renamed;
}

export type Factory = (exports: object, require: (name: unknown) => unknown, module: { exports: object }) => unknown;

/** Evaluates nothing of the file yet. From now on, errors name places in the original files. Throws a SyntaxError. */
export function factoryOf({ code, path, shared, map, renamed }: Bundle): Factory {
  locateBy(positionsIn(map, basename(path)));
  setRenamed(renamed);
  const require = createRequire(path);
  for (const name of shared) require(name);
  const wrapped = `(function (exports, require, module) {${code}\n})`;
  const run = new Script(wrapped, { filename: 'lock.ts' }).runInThisContext();
  return (exports, _, module) => run.call(exports, exports, require, module);
}

/** Lines and columns count from 1. */
function positionsIn(map: string, file: string): Parameters<typeof locateBy>[0] {
  let sourceMap: SourceMap | undefined;
  return (line, column) => {
    sourceMap ??= new SourceMap(JSON.parse(map));
    const mapping = sourceMap.findEntry(line - 1, column - 1);
    if (!('originalSource' in mapping) || mapping.originalSource !== file) return null;
    return { line: mapping.originalLine + 1, column: mapping.originalColumn + 1 };
  };
}
