/** Files of the code, such as its scripts in Lua: they are read at once, so that no real time passes. None is written. */
import { readFileSync } from 'node:fs';
import { current } from '../../realm/guest/life';
import { type Any, builtin, replaceIn } from './replace';

export function patchFiles(): void {
  const fs: typeof import('node:fs') = builtin('node:fs');
  const read: Any = readFileSync;
  replaceIn(fs, {
    readFile: (...given: Any[]) => {
      const life = current();
      const then = given.pop();
      const tell = (...told: unknown[]): void => process.nextTick(() => life.callBack(() => then?.(...told)));
      try {
        tell(null, read(...given));
      } catch (error) {
        tell(error);
      }
    },
  });
  replaceIn(fs.promises, { readFile: async (...given: unknown[]) => read(...given) });
}
