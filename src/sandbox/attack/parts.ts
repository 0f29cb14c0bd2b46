/** All parts of a run, with an attacked file as the lock `own`. */

import { parts } from '../../core/run/parts';
import type { Parts } from '../../core/sim/parts';
import type { Recorder } from '../own/life';
import type { Engine } from '../own/realm';
import { worldFor } from '../realm/ownWorld';
import type { Watched } from './watch';

/** Between a call in the reader's file and the write to its socket are the frames of a library. */
const framesToLook = 60;

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
      Error.stackTraceLimit = recorder === null ? 0 : framesToLook;
      return world.foreign();
    },
  };
}
