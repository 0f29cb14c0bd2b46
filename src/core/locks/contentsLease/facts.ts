/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const contentsLeaseFacts: LockFacts = {
  id: 'contents-lease',
  title: { en: 'Lease in a file of a repository', zh: '仓库文件里的租约' },
  service: 'forge',
  dropsAtTimeout: true,
  table: {
    family: 'files',
    renewEvery: (own) => (own['renewedBy'] === 'nobody' ? null : (Number(own['lease']) * 1000) / 3),
    rows: [{ id: 'contents-lease' }],
  },
};
