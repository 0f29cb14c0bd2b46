/** The locks that the playground offers, in the order in which they are shown. */
import type { Lock } from '../model/lock';
import { chubby } from './chubby';
import { etcd } from './etcd';
import { noLock } from './noLock';
import { pythonRedisLock } from './pythonRedisLock';
import { redisson } from './redisson';
import { redissonRedlock } from './redissonRedlock';
import { redlock } from './redlock';
import { redlockPy } from './redlockPy';
import { setnxExpire } from './setnxExpire';
import { setnxGetset } from './setnxGetset';
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
  zookeeperNode,
  zookeeperSequential,
  chubby,
  etcd,
  sqlRow,
  sqlAdvisory,
  noLock,
];
