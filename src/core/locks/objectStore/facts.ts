/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const objectStoreFacts: LockFacts = {
  id: 'object-store',
  title: { en: 'Lock in an object store (S3)', zh: '对象存储里的锁（S3）' },
  service: 'object-store',
  dropsAtTimeout: true,
  table: {
    family: 'records',
    ifUnreachable: [
      'gives-up',
      'https://github.com/apache/hudi/blob/098ebb089929d07840ecebeddf4b6b69c2a34094/hudi-client/hudi-client-common/src/main/java/org/apache/hudi/client/transaction/lock/LockManager.java',
    ],
    conditions: [['same-clocks', 'https://github.com/apache/hudi/blob/master/rfc/rfc-91/rfc-91.md']],
    renewEvery: (own) => (own['recipe'] === 'hudi' ? Number(own['heartbeat']) * 1000 : null),
    rows: [{ id: 'object-store' }],
  },
};
