/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const pidFileFacts: LockFacts = {
  id: 'pid-file',
  title: { en: 'Lock file with O_EXCL (git, PID)', zh: 'O_EXCL 锁文件（git、PID）' },
  service: 'file-system',
  table: {
    family: 'files',
    isNeverRecommended: true,
    rows: [
      { id: 'index-lock', variant: { en: 'as git’s index.lock', zh: '像 git 的 index.lock' } },
      {
        id: 'pid-file',
        settings: { content: 'pid' },
        variant: { en: 'with a process’s number', zh: '写着进程号' },
      },
    ],
  },
};
