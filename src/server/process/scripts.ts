/**
 * Every script that a lock runs inside a server. Clients load them before a run. The proxies have a model of each, and
 * follow by it what the script does to a server's keys.
 */
import { compareAndDelete } from '../../locks/scripts/compareAndDelete';
import { compareAndDeleteAll } from '../../locks/scripts/compareAndDeleteAll';
import { compareAndExtend } from '../../locks/scripts/compareAndExtend';
import { compareAndExtendAll } from '../../locks/scripts/compareAndExtendAll';
import { countAndLock } from '../../locks/scripts/countAndLock';
import { extendIfExpiring } from '../../locks/scripts/extendIfExpiring';
import { incrFrom } from '../../locks/scripts/incrFrom';
import { lockHash } from '../../locks/scripts/lockHash';
import { lockHashFenced } from '../../locks/scripts/lockHashFenced';
import { lockWithToken } from '../../locks/scripts/lockWithToken';
import { raiseTo } from '../../locks/scripts/raiseTo';
import { renewHash } from '../../locks/scripts/renewHash';
import { resetLock } from '../../locks/scripts/resetLock';
import { setIfAllAbsent } from '../../locks/scripts/setIfAllAbsent';
import { setIfFreeOrMine } from '../../locks/scripts/setIfFreeOrMine';
import { unlockAndSignal } from '../../locks/scripts/unlockAndSignal';
import { unlockHash } from '../../locks/scripts/unlockHash';
import { unlockHashLatched } from '../../locks/scripts/unlockHashLatched';
import type { Script } from '../../model/request';

export const scripts: readonly Script[] = [
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
