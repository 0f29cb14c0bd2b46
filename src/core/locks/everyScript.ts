/**
 * Every script that a lock runs inside a server. Clients load them before a run. The proxies use each script's model
 * to follow what the script does to a server's keys.
 */

import type { Script } from '../model/effects/request';
import { extendIfExpiring } from './pythonRedisLock/scripts/extendIfExpiring';
import { resetLock } from './pythonRedisLock/scripts/resetLock';
import { unlockAndSignal } from './pythonRedisLock/scripts/unlockAndSignal';
import { lockHash } from './redisson/scripts/lockHash';
import { lockHashFenced } from './redisson/scripts/lockHashFenced';
import { renewHash } from './redisson/scripts/renewHash';
import { unlockHash } from './redisson/scripts/unlockHash';
import { unlockHashLatched } from './redisson/scripts/unlockHashLatched';
import { compareAndDelete } from './shared/scripts/compareAndDelete';
import { compareAndDeleteAll } from './shared/scripts/compareAndDeleteAll';
import { compareAndExtend } from './shared/scripts/compareAndExtend';
import { compareAndExtendAll } from './shared/scripts/compareAndExtendAll';
import { incrFrom } from './shared/scripts/incrFrom';
import { raiseTo } from './shared/scripts/raiseTo';
import { setIfAllAbsent } from './shared/scripts/setIfAllAbsent';
import { setIfFreeOrMine } from './shared/scripts/setIfFreeOrMine';
import { countAndLock } from './tokenLock/scripts/countAndLock';
import { lockWithToken } from './tokenLock/scripts/lockWithToken';

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
