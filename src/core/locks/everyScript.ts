/**
 * Every script that a lock runs inside a server. Clients load them before a run. The proxies use each script's model
 * to follow what the script does to a server's keys.
 */

import type { Script } from '../model/request';
import { compareAndDelete } from './scripts/compareAndDelete';
import { compareAndDeleteAll } from './scripts/compareAndDeleteAll';
import { compareAndExtend } from './scripts/compareAndExtend';
import { compareAndExtendAll } from './scripts/compareAndExtendAll';
import { countAndLock } from './scripts/countAndLock';
import { extendIfExpiring } from './scripts/extendIfExpiring';
import { incrFrom } from './scripts/incrFrom';
import { lockHash } from './scripts/lockHash';
import { lockHashFenced } from './scripts/lockHashFenced';
import { lockWithToken } from './scripts/lockWithToken';
import { raiseTo } from './scripts/raiseTo';
import { renewHash } from './scripts/renewHash';
import { resetLock } from './scripts/resetLock';
import { setIfAllAbsent } from './scripts/setIfAllAbsent';
import { setIfFreeOrMine } from './scripts/setIfFreeOrMine';
import { unlockAndSignal } from './scripts/unlockAndSignal';
import { unlockHash } from './scripts/unlockHash';
import { unlockHashLatched } from './scripts/unlockHashLatched';

export const everyScript: readonly Script[] = [
  compareAndDelete,
  compareAndDeleteAll,
  compareAndExtend,
  compareAndExtendAll,
  countAndLock,
  extendIfExpiring,
  incrFrom,
  lockHash,
  lockHashFenced,
  lockWithToken,
  raiseTo,
  renewHash,
  resetLock,
  setIfAllAbsent,
  setIfFreeOrMine,
  unlockAndSignal,
  unlockHash,
  unlockHashLatched,
];
