/** What is known about this lock without its program. */

import type { LockFacts } from '../../model/scenario/lockFacts';
import { keepAlive, noExtension } from '../shared/rowWords';

export const shedlockTableFacts: LockFacts = {
  id: 'shedlock-table',
  title: { en: 'ShedLock over a table', zh: 'ShedLock（数据库表）' },
  asLibrary: true,
  service: 'sql',
  table: {
    family: 'sql',
    language: 'java',
    ifUnreachable: ['hangs', 'https://github.com/lukas-krecan/ShedLock#readme'],
    conditions: [['repeatable-job', 'https://github.com/lukas-krecan/ShedLock#readme']],
    renewEvery: (own) => (own['extension'] === 'keep-alive' ? Number(own['lockAtMostFor']) / 2 : null),
    rows: [
      { id: 'shedlock-table', variant: noExtension },
      {
        id: 'shedlock-table-keep-alive',
        settings: { lockAtMostFor: 30_000, extension: 'keep-alive' },
        leaseLeast: 30_000,
        variant: keepAlive,
      },
    ],
  },
};
