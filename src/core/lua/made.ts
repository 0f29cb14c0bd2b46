/**
 * How much text a script makes. Lua joins texts by itself, so one that doubles a text forty times would fill the memory between two
 * looks at its steps. Fengari asks each text for its length before it joins them.
 */
import object from 'fengari/src/lobject.js';

/** Bytes in one run of a script. */
const madeMost = 64 * 2 ** 20;

/** A script has made too much. */
export class LuaTooMuch extends Error {
  constructor() {
    super('A script in Lua may make 64 MiB of text in one run, and this one makes more.');
  }
}

/** Where a program has this file twice, as a test of the package has, both have the same fengari and count together. */
const key = Symbol.for('redlock-playground: texts of Lua');
const { prototype } = object.TValue;

export const beginToMake = (): void => {
  made().bytes = 0;
};

/** Throws `LuaTooMuch`. The script may catch that, so it is to be asked again at its end, with 0. */
export function make(bytes: number): void {
  const all = made();
  all.bytes += bytes;
  if (all.bytes > madeMost) throw new LuaTooMuch();
}

/** Fengari counts from the first call on. */
function made(): { bytes: number } {
  const before = prototype[key];
  if (before !== undefined) return before;
  const { vslen } = prototype;
  prototype.vslen = function () {
    const length = vslen.call(this);
    make(length);
    return length;
  };
  const all = { bytes: 0 };
  prototype[key] = all;
  return all;
}
