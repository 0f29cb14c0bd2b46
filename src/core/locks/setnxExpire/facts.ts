/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const setnxExpireFacts: LockFacts = {
  id: 'setnx-expire',
  title: { en: 'SETNX, then EXPIRE', zh: 'SETNX 再 EXPIRE' },
  table: {
    family: 'setnx',
    isNeverRecommended: true,
    rows: [{ id: 'setnx-expire' }],
  },
};
