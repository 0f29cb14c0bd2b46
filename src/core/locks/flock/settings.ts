/** The settings and texts of the kernel's lock on a file. The lock is in `lock.ts`. */
import { choice, flag, seconds, type ValuesOf } from '../../model/scenario/fields';
import { fileSystemField } from '../shared/fileRequests';

export const flockTexts = {
  about: {
    en: 'A lock on an open file that the kernel keeps, and frees when the process ends. It has no TTL: a pause never breaks it, and a process that hangs blocks the others forever. It knows one machine alone: on NFS it is a lease with the server.',
    zh: '内核在打开的文件上记的锁，进程一结束就放开。没有 TTL：停顿打不破它，而卡住的进程会永远挡着别人。它只管一台机器；在 NFS 上，它是跟服务器之间的租约。',
  },
  lossReport: {
    by: 'nobody',
    when: {
      en: 'On one machine nobody takes it away. On NFS the process hears of it only by an error (EIO) when it uses the locked file itself.',
      zh: '同一台机器上没人能拿走它。在 NFS 上，进程要用到被锁的文件本身，才会收到错误（EIO）。',
    },
    usually: {
      en: 'Works on: what the lock protects is usually another file than the one that is locked.',
      zh: '接着干：锁保护的往往不是被锁的那个文件。',
    },
  },
} as const;

export const flockFields = {
  wait: choice({
    label: { en: 'If it is taken', zh: '锁被占着时' },
    help: {
      en: 'Waits in the kernel, in line, or is refused at once (LOCK_NB, `flock -n`).',
      zh: '在内核里排队等，或者立刻被拒（LOCK_NB，即 `flock -n`）。',
    },
    options: [
      { id: 'waits', label: { en: 'waits', zh: '等待' } },
      { id: 'refused', label: { en: 'is refused', zh: '立刻被拒' } },
    ],
    default: 'waits',
  }),
  kind: choice({
    label: { en: 'Call', zh: '调用' },
    help: {
      en: 'flock(2) locks what was opened. fcntl(2), which is also lockf, locks for the process: when any part of the process opens the same file and closes it again, the lock is gone.',
      zh: 'flock(2) 锁的是打开的那个文件描述。fcntl(2)（lockf 也是它）按进程锁：进程里任何一处再打开这个文件又关上，锁就没了。',
    },
    options: [
      { id: 'flock', label: { en: 'flock', zh: 'flock' } },
      {
        id: 'fcntl-closed',
        label: { en: 'fcntl, and the file is closed once more', zh: 'fcntl，文件又被关了一次' },
        pitfall: true,
      },
    ],
    default: 'flock',
  }),
  inherited: flag({
    isOfService: true,
    label: { en: 'A child inherits it', zh: '子进程继承了它' },
    help: {
      en: 'The holder has started another program without closing the file first (no close-on-exec). The child has the lock, too: it outlives its process.',
      zh: '持有者启动了别的程序，却没有先关上文件（没设 close-on-exec）。子进程也有这把锁：进程没了，锁还在。',
    },
    default: false,
  }),
  fileSystem: fileSystemField,
  serverLease: seconds({
    isOfService: true,
    label: { en: 'Lease of the NFS server', zh: 'NFS 服务器的租期' },
    help: {
      en: 'How long the server keeps the locks of a machine that it hears nothing from. Linux: 90 s (nfsv4leasetime). The machine’s kernel renews it by itself, whatever its processes do.',
      zh: '服务器多久没有一台机器的音讯，就放开它的锁。Linux 默认 90 秒（nfsv4leasetime）。由机器的内核自动续期，与进程在做什么无关。',
    },
    min: 1,
    max: 3600,
    default: 90,
  }),
} as const;

export type FlockSettings = ValuesOf<typeof flockFields>;
