/**
 * All parts with the lock `own`, whose code runs in another process. They suffice to judge its runs and to follow its
 * keys.
 */

import { parts } from '../../core/run/parts';
import type { Parts } from '../../core/sim/parts';
import { everyCommand } from '../../core/sim/redis/everyCommand';
import { ownLock } from '../own/ownLock';

const withoutCode = ownLock(null);

export const ownId = withoutCode.id;

export { ownCheckId } from '../own/ownCheck';

export const ownParts: Parts = {
  ...parts,
  commands: everyCommand,
  locks: new Map([...parts.locks, [withoutCode.id, withoutCode]]),
};
