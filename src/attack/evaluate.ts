/** The attacked file as a function that evaluates it, and all that it brings, anew. */
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

/** What a file has become: one text of CommonJS. Can be sent to a thread. */
export interface Bundle {
  readonly code: string;
  /** The file itself, from which packages are looked for. */
  readonly path: string;
  /** Packages that all lives share, by path. They are loaded before any client lives. */
  readonly shared: readonly string[];
}

export type Factory = (exports: object, require: (name: unknown) => unknown, module: { exports: object }) => void;

/** Evaluates nothing of the file yet. Throws a SyntaxError. */
export function factoryOf({ code, path, shared }: Bundle): Factory {
  const require = createRequire(path);
  for (const name of shared) require(name);
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${code}\n})`;
  const run = new Script(wrapped, { filename: 'lock.ts' }).runInThisContext();
  return (exports, _, module) => run.call(exports, exports, require, module, path, '');
}
