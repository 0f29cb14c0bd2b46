/** All parts of a run, with an attacked file as the lock `own`. */
import type { Recorder } from '../own/life';
import type { Engine } from '../own/realm';
import { worldFor } from '../realm/ownWorld';
import { parts } from '../run/parts';
import type { Parts } from '../sim/parts';
import type { Watched } from './watch';

const framesUsual = 40;

export function attackParts(engine: Engine, recorder: Recorder | null, { begins, rests }: Watched): Parts {
  const world = worldFor(parts, engine, recorder, {
    lines: recorder !== null,
    aside: (run) => {
      begins();
      try {
        return run();
      } finally {
        rests();
      }
    },
  });
  return {
    ...world,
    foreign: () => {
      // Locks throw whenever somebody else has the lock. To write down where is a tenth of a run, and nobody reads it.
      Error.stackTraceLimit = recorder === null ? 0 : framesUsual;
      return world.foreign();
    },
  };
}
