/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const flockFacts: LockFacts = {
  id: 'flock',
  title: { en: 'flock, the kernel’s file lock', zh: 'flock：内核的文件锁' },
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
