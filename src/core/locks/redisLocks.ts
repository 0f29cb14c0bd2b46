/** The locks that live on Redis, in the order in which they are shown. */

import type { Lock } from '../model/scenario/lock';
import { agentLease } from './agentLease/lock';
import { pythonRedisLock } from './pythonRedisLock/lock';
import { redisson } from './redisson/lock';
import { redissonRedlock } from './redissonRedlock/lock';
import { redlock } from './redlock/lock';
import { redlockPy } from './redlockPy/lock';
import { setnxExpire } from './setnxExpire/lock';
import { setnxGetset } from './setnxGetset/lock';
import { shedlock } from './shedlock/lock';
import { singleNode } from './singleNode/lock';
import { tokenLock } from './tokenLock/lock';

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
