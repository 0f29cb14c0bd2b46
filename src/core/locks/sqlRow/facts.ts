/** What is known about this lock without its program. */

import type { LockFacts } from '../../model/scenario/lockFacts';
import { expiry, noExpiry } from '../shared/rowWords';

export const sqlRowFacts: LockFacts = {
  id: 'sql-row',
  title: { en: 'A unique row in SQL', zh: 'SQL 唯一索引' },
  service: 'sql',
  table: {
    family: 'sql',
    rows: [
      { id: 'sql-row', variant: noExpiry },
      { id: 'sql-row-expiry', settings: { expiry: 10_000 }, variant: expiry },
    ],
  },
};
