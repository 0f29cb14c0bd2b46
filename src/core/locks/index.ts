/** The locks that the playground offers, in the order in which they are shown. */

import type { Lock } from '../model/lock';
import { bullmqJob } from './bullmqJob';
import { chubby } from './chubby';
import { consul } from './consul';
import { dynamodbLock } from './dynamodbLock';
import { etcd } from './etcd';
import { jsonLease } from './jsonLease';
import { kubernetesLease } from './kubernetesLease';
import { laravelLock } from './laravelLock';
import { lockFile } from './lockFile';
import { noLock } from './noLock';
import { objectStore } from './objectStore';
import { redisLocks } from './redisLocks';
import { shedlockTable } from './shedlockTable';
import { sqlAdvisory } from './sqlAdvisory';
import { sqlRow } from './sqlRow';
import { vaultDynamodb } from './vaultDynamodb';
import { zookeeperNode } from './zookeeperNode';
import { zookeeperSequential } from './zookeeperSequential';

export const locks: readonly Lock[] = [
  ...redisLocks,
  zookeeperNode,
  zookeeperSequential,
  chubby,
  etcd,
  consul,
  kubernetesLease,
  dynamodbLock,
  vaultDynamodb,
  bullmqJob,
  objectStore,
  lockFile,
  jsonLease,
  sqlRow,
  sqlAdvisory,
  shedlockTable,
  laravelLock,
  noLock,
];
