/** All parts of a run, with an attacked file as the lock `own`. */
import type { Recorder } from '../own/life';
import { ownLock } from '../own/ownLock';
import type { Engine } from '../own/realm';
import { parts } from '../run/parts';
import type { Parts } from '../sim/parts';
import { commandsWithScripts } from './scripts';

const framesUsual = 10;

export function attackParts(engine: Engine, recorder: Recorder | null): Parts {
  const lock = ownLock({ engine, recorder, lines: false });
  return {
    ...parts,
    commands: commandsWithScripts,
    locks: new Map([...parts.locks, [lock.id, lock]]),
    foreign: () => {
      // Locks throw whenever somebody else has the lock. To write down where is a tenth of a run, and nobody reads it.
      Error.stackTraceLimit = recorder === null ? 0 : framesUsual;
      return engine.beginRun();
    },
  };
}
