/** All parts of a run, with an attacked file as the lock `own`. */

import { parts } from '../../core/run/parts';
import type { Parts } from '../../core/sim/parts';
import type { Recorder } from '../own/clientLife';
import type { Engine } from '../own/realm';
import { worldFor } from '../realm/ownWorld';
import type { Watched } from './watch';

/** A library puts many stack frames between a call in the reader's file and the write to its socket. */
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
    guestCode: () => {
      // Locks throw whenever another client has the lock. Recording the stack takes a tenth of a run, and nobody
      // reads it.
      Error.stackTraceLimit = recorder === null ? 0 : framesToLook;
      return world.guestCode();
    },
  };
}
