/**
 * The libraries that behave like a lock of the playground with their own settings, in the order in which they are
 * shown.
 */
import type { Profile } from '../model/scenario/profile';
import { pythonRedisLock7, pythonRedisLock8 } from './pythonRedisLock/libraries';
import { redissonNewer, redissonRedlockNewer } from './redisson/libraries/redissonNewer';
import { redissonOlder, redissonRedlockOlder } from './redisson/libraries/redissonOlder';
import { aioredlock } from './redlock/libraries/aioredlock';
import { nodeRedlock4 } from './redlock/libraries/nodeRedlock4';
import { nodeRedlock5 } from './redlock/libraries/nodeRedlock5';
import { pottery } from './redlock/libraries/pottery';
import { potteryAsync } from './redlock/libraries/potteryAsync';
import { redlockCpp } from './redlock/libraries/redlockCpp';
import { redlockNet } from './redlock/libraries/redlockNet';
import { redlockPhp } from './redlock/libraries/redlockPhp';
import { redlockRb } from './redlock/libraries/redlockRb';
import { redlockUniversal } from './redlock/libraries/redlockUniversal';
import { redsync } from './redlock/libraries/redsync';

export const profiles: readonly Profile[] = [
  redsync,
  nodeRedlock5,
  nodeRedlock4,
  redlockUniversal,
  aioredlock,
  pottery,
  potteryAsync,
  redlockNet,
  redlockRb,
  redlockCpp,
  redlockPhp,
  pythonRedisLock8,
  pythonRedisLock7,
  redissonOlder,
  redissonNewer,
  redissonRedlockOlder,
  redissonRedlockNewer,
];
