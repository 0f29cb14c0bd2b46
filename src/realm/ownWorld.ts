/** All parts and a reader's lock among them, with the simulated Redis that other people's locks need. */
import { requestsOf } from '../own/commands';
import type { Recorder } from '../own/life';
import { ownLock } from '../own/ownLock';
import type { Engine } from '../own/realm';
import { ownLockId } from '../own/session';
import type { Parts } from '../sim/parts';
import { everyCommand } from '../sim/redis/everyCommand';
import { sessions } from '../sim/redis/sessions';
import { ownScripts } from './ownScripts';

/**
 * @param parts without the reader's lock
 * @param recorder null: nobody reads what is written down
 * @param options.lines whether the lines of the code are looked up, which is slow
 */
export function worldFor(
  parts: Parts,
  engine: Engine,
  recorder: Recorder | null,
  { lines }: { readonly lines: boolean },
): Parts {
  const read = ownScripts();
  const lock = ownLock({ engine, recorder, lines, requestsOf: (called) => requestsOf(called, read) });
  return {
    ...parts,
    commands: everyCommand,
    sessions,
    locks: new Map([...parts.locks, [ownLockId, lock]]),
    foreign: () => engine.beginRun(),
  };
}
