/** What is known about each lock without its program, in the order in which they are shown. */

import type { LockFacts } from '../model/scenario/lockFacts';
import { byId } from '../model/values/byId';
import { agentLeaseFacts } from './agentLease/facts';
import { bullmqJobFacts } from './bullmqJob/facts';
import { chubbyFacts } from './chubby/facts';
import { consulFacts } from './consul/facts';
import { contentsLeaseFacts } from './contentsLease/facts';
import { dynamodbLockFacts } from './dynamodbLock/facts';
import { etcdFacts } from './etcd/facts';
import { flockFacts } from './flock/facts';
import { issueLabelFacts } from './issueLabel/facts';
import { jsonLeaseFacts } from './jsonLease/facts';
import { kubernetesLeaseFacts } from './kubernetesLease/facts';
import { laravelLockFacts } from './laravelLock/facts';
import { lockFileFacts } from './lockFile/facts';
import { noLockFacts } from './noLock/facts';
import { objectStoreFacts } from './objectStore/facts';
import { pidFileFacts } from './pidFile/facts';
import { pythonRedisLockFacts } from './pythonRedisLock/facts';
import { redissonFacts } from './redisson/facts';
import { redissonRedlockFacts } from './redissonRedlock/facts';
import { redlockFacts } from './redlock/facts';
import { redlockPyFacts } from './redlockPy/facts';
import { setnxExpireFacts } from './setnxExpire/facts';
import { setnxGetsetFacts } from './setnxGetset/facts';
import { shedlockFacts } from './shedlock/facts';
import { shedlockTableFacts } from './shedlockTable/facts';
import { singleNodeFacts } from './singleNode/facts';
import { sqlAdvisoryFacts } from './sqlAdvisory/facts';
import { sqlRowFacts } from './sqlRow/facts';
import { stateLockFacts } from './stateLock/facts';
import { tokenLockFacts } from './tokenLock/facts';
import { vaultDynamodbFacts } from './vaultDynamodb/facts';
import { zookeeperNodeFacts } from './zookeeperNode/facts';
import { zookeeperSequentialFacts } from './zookeeperSequential/facts';

export const everyLock: readonly LockFacts[] = [
  singleNodeFacts,
  setnxExpireFacts,
  setnxGetsetFacts,
  tokenLockFacts,
  redissonFacts,
  pythonRedisLockFacts,
  redlockFacts,
  redissonRedlockFacts,
  redlockPyFacts,
  shedlockFacts,
  agentLeaseFacts,
  zookeeperNodeFacts,
  zookeeperSequentialFacts,
  chubbyFacts,
  etcdFacts,
  consulFacts,
  kubernetesLeaseFacts,
  dynamodbLockFacts,
  vaultDynamodbFacts,
  bullmqJobFacts,
  objectStoreFacts,
  stateLockFacts,
  flockFacts,
  lockFileFacts,
  pidFileFacts,
  jsonLeaseFacts,
  issueLabelFacts,
  contentsLeaseFacts,
  sqlRowFacts,
  sqlAdvisoryFacts,
  laravelLockFacts,
  shedlockTableFacts,
  noLockFacts,
];

export const lockFacts = byId(everyLock);
