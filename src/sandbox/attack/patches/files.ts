/**
 * Files of the code, such as its scripts in Lua: they are read synchronously, so that no real time passes. No file is
 * written.
 */
import { readFileSync } from 'node:fs';
import { current } from '../../realm/guest/guestLife';
import { type Any, builtin, replaceIn } from './replace';

export function patchFiles(): void {
  const fs: typeof import('node:fs') = builtin('node:fs');
  const read: Any = readFileSync;
  replaceIn(fs, {
    readFile: (...given: Any[]) => {
      const life = current();
      const then = given.pop();
      const report = (...results: unknown[]): void => process.nextTick(() => life.callBack(() => then?.(...results)));
      try {
        report(null, read(...given));
      } catch (error) {
        report(error);
      }
    },
  });
  replaceIn(fs.promises, { readFile: async (...given: unknown[]) => read(...given) });
}
