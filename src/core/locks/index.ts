/** The locks that the playground offers, in the order in which they are shown. */

import type { Lock } from '../model/scenario/lock';
import { bullmqJob } from './bullmqJob/lock';
import { chubby } from './chubby/lock';
import { consul } from './consul/lock';
import { contentsLease } from './contentsLease/lock';
import { dynamodbLock } from './dynamodbLock/lock';
import { etcd } from './etcd/lock';
import { flock } from './flock/lock';
import { issueLabel } from './issueLabel/lock';
import { jsonLease } from './jsonLease/lock';
import { kubernetesLease } from './kubernetesLease/lock';
import { laravelLock } from './laravelLock/lock';
import { lockFile } from './lockFile/lock';
import { noLock } from './noLock/lock';
import { objectStore } from './objectStore/lock';
import { pidFile } from './pidFile/lock';
import { redisLocks } from './redisLocks';
import { shedlockTable } from './shedlockTable/lock';
import { sqlAdvisory } from './sqlAdvisory/lock';
import { sqlRow } from './sqlRow/lock';
import { stateLock } from './stateLock/lock';
import { vaultDynamodb } from './vaultDynamodb/lock';
import { zookeeperNode } from './zookeeperNode/lock';
import { zookeeperSequential } from './zookeeperSequential/lock';

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
  stateLock,
  flock,
  lockFile,
  pidFile,
  jsonLease,
  issueLabel,
  contentsLease,
  sqlRow,
  sqlAdvisory,
  laravelLock,
  shedlockTable,
  noLock,
];
