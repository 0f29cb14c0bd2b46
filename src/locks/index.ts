/** The locks that the playground offers, in the order in which they are shown. */
import type { Lock } from '../model/lock';
import { chubby } from './chubby';
import { noLock } from './noLock';
import { redisson } from './redisson';
import { redissonRedlock } from './redissonRedlock';
import { redlock } from './redlock';
import { redlockPy } from './redlockPy';
import { setnxExpire } from './setnxExpire';
import { setnxGetset } from './setnxGetset';
import { singleNode } from './singleNode';
import { tokenLock } from './tokenLock';

export const locks: readonly Lock[] = [
  singleNode,
  setnxExpire,
  setnxGetset,
  tokenLock,
  redisson,
  redlock,
  redissonRedlock,
  redlockPy,
  chubby,
  noLock,
];
