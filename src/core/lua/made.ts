/**
 * Limits the text that a script makes. Lua joins texts by itself, so a script that doubles a text forty times would
 * fill the memory between two checks of its steps. Fengari asks each text for its length before it joins them.
 */
// The main file first: its files import each other in a cycle.
import 'fengari';
import object from 'fengari/src/lobject.js';

/** The most bytes in one run of a script. */
const madeMost = 64 * 2 ** 20;

/** A script has made too much text. */
export class LuaTooMuch extends Error {
  constructor() {
    super('A script in Lua may make 64 MiB of text in one run, and this one makes more.');
  }
}

/** If a program loads this file twice, as a test of the package does, both copies share fengari and count together. */
const key = Symbol.for('redlock-playground: texts of Lua');
const { prototype } = object.TValue;

export const beginToMake = (): void => {
  byteCounter().bytes = 0;
};

/** Throws `LuaTooMuch`. The script may catch that, so call it again at the script's end, with 0. */
export function make(bytes: number): void {
  const all = byteCounter();
  all.bytes += bytes;
  if (all.bytes > madeMost) throw new LuaTooMuch();
}

/** Fengari counts from the first call on. */
function byteCounter(): { bytes: number } {
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
