/** What is known about this lock without its program. */

import type { LockFacts } from '../../model/scenario/lockFacts';
import { keepAlive, noExtension } from '../shared/rowWords';

export const shedlockFacts: LockFacts = {
  id: 'shedlock',
  title: { en: 'ShedLock over Redis', zh: 'ShedLock（Redis）' },
  asLibrary: true,
  table: {
    family: 'jobs',
    language: 'java',
    ifUnreachable: ['gives-up', 'https://github.com/lukas-krecan/ShedLock#readme'],
    conditions: [['repeatable-job', 'https://github.com/lukas-krecan/ShedLock#readme']],
    renewEvery: (own) => (own['extension'] === 'keep-alive' ? Number(own['lockAtMostFor']) / 2 : null),
    rows: [
      { id: 'shedlock', variant: noExtension },
      {
        id: 'shedlock-keep-alive',
        settings: { lockAtMostFor: 30_000, extension: 'keep-alive' },
        leaseLeast: 30_000,
        variant: keepAlive,
      },
    ],
  },
};
