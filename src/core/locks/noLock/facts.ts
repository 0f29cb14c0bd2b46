/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const noLockFacts: LockFacts = {
  id: 'no-lock',
  title: { en: 'No lock', zh: '不加锁' },
  table: {
    family: 'no-lock',
    isNeverRecommended: true,
    rows: [{ id: 'no-lock' }],
  },
};
