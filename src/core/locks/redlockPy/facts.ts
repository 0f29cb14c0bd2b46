/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const redlockPyFacts: LockFacts = {
  id: 'redlock-py',
  title: { en: 'redlock-py', zh: 'redlock-py' },
  asLibrary: true,
  dropsAtTimeout: true,
  table: {
    family: 'redlock-py',
    language: 'python',
    ifUnreachable: ['says-no', 'https://github.com/SPSCommerce/redlock-py/blob/master/redlock/__init__.py'],
    conditions: [['independent-nodes', 'https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/']],
    rows: [{ id: 'redlock-py' }],
  },
};
