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

let made = 0;

export const beginToMake = (): void => {
  made = 0;
};

/** Throws `LuaTooMuch`. The script may catch that, so it is to be asked again at its end, with 0. */
export function make(bytes: number): void {
  made += bytes;
  if (made > madeMost) throw new LuaTooMuch();
}

/** To be called once for all states. */
export function countTexts(): void {
  const { prototype } = object.TValue;
  if (isCounted) return;
  isCounted = true;
  const { vslen } = prototype;
  prototype.vslen = function () {
    const length = vslen.call(this);
    make(length);
    return length;
  };
}

let isCounted = false;
