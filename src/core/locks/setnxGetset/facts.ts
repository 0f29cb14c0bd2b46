/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const setnxGetsetFacts: LockFacts = {
  id: 'setnx-getset',
  title: { en: 'SETNX, GET, GETSET', zh: 'SETNX、GET、GETSET' },
  table: {
    family: 'setnx',
    isNeverRecommended: true,
    rows: [{ id: 'setnx-getset' }],
  },
};
