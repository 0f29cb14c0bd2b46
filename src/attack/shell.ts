/** All parts with the lock `own`, whose code runs in another process: enough to judge its runs, and to follow its keys. */
import { ownLock } from '../own/ownLock';
import { parts } from '../run/parts';
import type { Parts } from '../sim/parts';
import { everyCommand } from '../sim/redis/everyCommand';

const shell = ownLock(null);

export const ownId = shell.id;

export { ownCheckId } from '../own/ownCheck';

export const ownParts: Parts = {
  ...parts,
  commands: everyCommand,
  locks: new Map([...parts.locks, [shell.id, shell]]),
};
