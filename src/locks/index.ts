/** The locks that the playground offers, in the order in which they are shown, with what their settings are for. */
import { explained, type HelpOf } from '../model/help';
import type { Lock } from '../model/lock';
import { chubby } from './chubby';
import { etcd } from './etcd';
import { noLock } from './noLock';
import { pythonRedisLock } from './pythonRedisLock';
import { redisson } from './redisson';
import { redissonRedlock } from './redissonRedlock';
import { redlock } from './redlock';
import { redlockHelp } from './redlockHelp';
import { redlockPy } from './redlockPy';
import { setnxExpire } from './setnxExpire';
import { setnxGetset } from './setnxGetset';
import { sharedHelp } from './sharedHelp';
import { shedlock } from './shedlock';
import { shedlockTable } from './shedlockTable';
import { singleNode } from './singleNode';
import { singleNodeHelp } from './singleNodeHelp';
import { sqlAdvisory } from './sqlAdvisory';
import { sqlRow } from './sqlRow';
import { tokenLock } from './tokenLock';
import { zookeeperNode } from './zookeeperNode';
import { zookeeperSequential } from './zookeeperSequential';

/** The helps that do not stand with their fields. */
const helps: Readonly<Record<string, HelpOf<Lock['fields']>>> = {
  [singleNode.id]: singleNodeHelp,
  [redlock.id]: redlockHelp,
};

const explain = (lock: Lock): Lock => ({
  ...lock,
  fields: explained(lock.fields, helps[lock.id] ?? sharedHelp),
});

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
  sqlRow,
  sqlAdvisory,
  shedlockTable,
  noLock,
].map(explain);
