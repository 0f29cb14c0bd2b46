/**
 * The libraries that behave like a lock of the playground with their own settings, in the order in which they are
 * shown.
 */
import type { Profile } from '../../model/profile';
import { aioredlock } from './aioredlock';
import { nodeRedlock4 } from './nodeRedlock4';
import { nodeRedlock5 } from './nodeRedlock5';
import { pottery } from './pottery';
import { potteryAsync } from './potteryAsync';
import { pythonRedisLock7, pythonRedisLock8 } from './pythonRedisLock';
import { redissonNewer, redissonRedlockNewer } from './redissonNewer';
import { redissonOlder, redissonRedlockOlder } from './redissonOlder';
import { redlockCpp } from './redlockCpp';
import { redlockNet } from './redlockNet';
import { redlockPhp } from './redlockPhp';
import { redlockRb } from './redlockRb';
import { redlockUniversal } from './redlockUniversal';
import { redsync } from './redsync';

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
