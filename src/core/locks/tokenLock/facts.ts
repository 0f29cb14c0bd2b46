/** What is known about this lock without its program. */

import type { LockFacts } from '../../model/scenario/lockFacts';
import { plain, withReplica } from '../shared/rowWords';

export const tokenLockFacts: LockFacts = {
  id: 'token-lock',
  title: { en: 'A token as the lock’s value', zh: '以 fencing token 为值的锁' },
  table: {
    family: 'token-lock',
    rows: [
      { id: 'token-lock', variant: plain },
      { id: 'token-lock-replica', replicas: 1, variant: withReplica },
    ],
  },
};
