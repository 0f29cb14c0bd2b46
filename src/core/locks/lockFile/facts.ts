/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const lockFileFacts: LockFacts = {
  id: 'lock-file',
  title: { en: 'Lock file (proper-lockfile)', zh: '锁文件（proper-lockfile）' },
  asLibrary: true,
  service: 'file-system',
  table: {
    family: 'files',
    language: 'node',
    conditions: [
      ['same-clocks', 'https://github.com/moxystudio/node-proper-lockfile#readme'],
      ['late-news', 'https://github.com/moxystudio/node-proper-lockfile#readme'],
    ],
    renewEvery: (own) => Number(own['update']),
    rows: [
      { id: 'lock-file', variant: { en: 'local files', zh: '本地文件' } },
      {
        id: 'lock-file-network',
        settings: { fileSystem: 'network' },
        variant: { en: 'files on NFS', zh: 'NFS 上的文件' },
      },
    ],
  },
};
