/** All parts and a reader's lock among them, with the simulated Redis that other people's locks need. */
import { requestsOf } from '../own/commands';
import type { Called } from '../own/host';
import type { Recorder } from '../own/life';
import { ownCheck } from '../own/ownCheck';
import { ownLock } from '../own/ownLock';
import type { Engine } from '../own/realm';
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
  const running = { engine, recorder, lines, requestsOf: (called: Called) => requestsOf(called, read) };
  const [lock, check] = [ownLock(running), ownCheck(running)];
  return {
    ...parts,
    commands: everyCommand,
    sessions,
    locks: new Map([...parts.locks, [lock.id, lock]]),
    resources: new Map([...parts.resources, [check.id, check]]),
    foreign: () => engine.beginRun(),
  };
}
