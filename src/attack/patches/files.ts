/** Files of the code, such as its scripts in Lua: they are read at once, so that no real time passes. None is written. */
import { readFileSync } from 'node:fs';
import { current } from '../../realm/guest/life';
import { builtin, replaceIn } from './replace';

type Read = (error: unknown, text?: unknown) => void;

export function patchFiles(): void {
  const fs = builtin('node:fs') as typeof import('node:fs');
  const read = (...given: Parameters<typeof readFileSync>): unknown => readFileSync(...given);
  replaceIn(fs, {
    readFile: (...given: [...Parameters<typeof readFileSync>, Read]) => {
      const life = current();
      const then = given.pop() as Read;
      let told: Parameters<Read>;
      try {
        told = [null, read(...(given as unknown as Parameters<typeof readFileSync>))];
      } catch (error) {
        told = [error];
      }
      process.nextTick(() => life.callBack(() => then(...told)));
    },
  });
  replaceIn(fs.promises, { readFile: async (...given: Parameters<typeof readFileSync>) => read(...given) });
}
