/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const sqlAdvisoryFacts: LockFacts = {
  id: 'sql-advisory',
  title: { en: 'An advisory lock in SQL', zh: 'SQL 咨询锁（advisory lock）' },
  service: 'sql',
  onRealServers: 'on-postgres',
  table: {
    family: 'sql',
    conditions: [
      ['own-connection', 'https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS'],
      ['no-pooler', 'https://www.pgbouncer.org/features.html'],
    ],
    rows: [{ id: 'sql-advisory' }],
  },
};
