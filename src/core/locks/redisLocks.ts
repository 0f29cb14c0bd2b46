/** The locks that live on Redis, in the order in which they are shown. */

import type { Lock } from '../model/lock';
import { agentLease } from './agentLease';
import { pythonRedisLock } from './pythonRedisLock';
import { redisson } from './redisson';
import { redissonRedlock } from './redissonRedlock';
import { redlock } from './redlock';
import { redlockPy } from './redlockPy';
import { setnxExpire } from './setnxExpire';
import { setnxGetset } from './setnxGetset';
import { shedlock } from './shedlock';
import { singleNode } from './singleNode';
import { tokenLock } from './tokenLock';

export const redisLocks: readonly Lock[] = [
  singleNode,
  setnxExpire,
  setnxGetset,
  tokenLock,
  redisson,
  pythonRedisLock,
  redlock,
  redissonRedlock,
  redlockPy,
  shedlock,
  agentLease,
];
