/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const flockFacts: LockFacts = {
  id: 'flock',
  title: { en: 'The kernel’s lock on a file (flock)', zh: '内核的文件锁（flock）' },
  service: 'file-system',
  table: {
    family: 'files',
    rows: [
      {
        id: 'flock',
        variant: { en: 'on one machine', zh: '同一台机器' },
      },
      {
        id: 'flock-network',
        settings: { fileSystem: 'network' },
        variant: { en: 'on NFS', zh: 'NFS 上' },
        conditions: [['nfs-lease', 'https://www.rfc-editor.org/rfc/rfc7530#section-9.5']],
      },
    ],
  },
};
