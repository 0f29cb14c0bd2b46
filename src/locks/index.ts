/** The locks that the playground offers, in the order in which they are shown. */

import type { Lock } from '../model/lock';
import { chubby } from './chubby';
import { consul } from './consul';
import { etcd } from './etcd';
import { noLock } from './noLock';
import { pythonRedisLock } from './pythonRedisLock';
import { redisson } from './redisson';
import { redissonRedlock } from './redissonRedlock';
import { redlock } from './redlock';
import { redlockPy } from './redlockPy';
import { setnxExpire } from './setnxExpire';
import { setnxGetset } from './setnxGetset';
import { shedlock } from './shedlock';
import { shedlockTable } from './shedlockTable';
import { singleNode } from './singleNode';
import { sqlAdvisory } from './sqlAdvisory';
import { sqlRow } from './sqlRow';
import { tokenLock } from './tokenLock';
import { zookeeperNode } from './zookeeperNode';
import { zookeeperSequential } from './zookeeperSequential';

export const locks: readonly Lock[] = [
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
  zookeeperNode,
  zookeeperSequential,
  chubby,
  etcd,
  consul,
  sqlRow,
  sqlAdvisory,
  shedlockTable,
  noLock,
];
