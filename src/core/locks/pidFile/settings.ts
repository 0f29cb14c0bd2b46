/** The settings and texts of the lock file that never waits. The lock is in `lock.ts`. */
import { choice, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import type { Text } from '../../model/values/text';
import { fileSystemField } from '../shared/fileRequests';

export const pidFileTexts = {
  about: {
    en: 'A file that is created only if there is none (O_EXCL), as git’s index.lock. Who finds it gives up at once. It has no expiry: after a crash it stays, until somebody deletes it, or a program that finds a number in it thinks that this process is dead.',
    zh: '一个“没有才能创建”的文件（O_EXCL），git 的 index.lock 就是。看到它的立刻放弃。它没有过期时间：崩溃后就留在那里，直到有人删掉，或者某个程序看了里面的进程号，认定那个进程已死。',
  },
  lossReport: {
    by: 'nobody',
    when: {
      en: 'At the end, when it removes its file and finds none. Another’s it removes without a look.',
      zh: '最后删自己的文件时发现没有了。若是别人的，看也不看就删掉。',
    },
    usually: { en: 'Has finished by then.', zh: '那时早已干完。' },
  },
} as const;

export const pidFileFields = {
  retryFor: milliseconds({
    label: { en: 'Tries again for', zh: '重试多久' },
    help: {
      en: 'git: 0 for the index, 100 ms for references (core.filesRefLockTimeout), 1 s for packed ones.',
      zh: 'git：索引为 0，引用为 100 毫秒（core.filesRefLockTimeout），打包的引用为 1 秒。',
    },
    min: 0,
    max: 600_000,
    default: 0,
  }),
  content: choice({
    label: { en: 'The file says', zh: '文件里写着' },
    help: {
      en: 'Nothing that helps to tell whether it was left behind; the number of its process; or also when that process was started, or on which machine. A process with that number which lives is believed to have the lock.',
      zh: '什么也看不出来；进程号；或者再加上进程的启动时间、所在机器。只要有这个号的进程还活着，就当它持有锁。',
    },
    options: [
      { id: 'nothing', label: { en: 'nothing', zh: '什么也没有' } },
      { id: 'pid', label: { en: 'its number (PID)', zh: '进程号' }, pitfall: true },
      { id: 'pid-start', label: { en: 'number and start time', zh: '进程号和启动时间' } },
      { id: 'pid-host', label: { en: 'number and host', zh: '进程号和主机名' } },
    ],
    default: 'nothing',
  }),
  numbers: choice({
    isOfService: true,
    label: { en: 'Numbers of processes', zh: '进程号' },
    help: {
      en: 'On one machine no two that live have the same one, but the number of a dead process is given to another: after a restart of the machine often soon. In containers that share a folder each process may be number 1, and sees only its own.',
      zh: '同一台机器上活着的进程不会同号，但死掉的号码会给别的进程，机器重启之后往往很快。共用一个目录的几个容器里，每个进程都可能是 1 号，而且只看得见自己容器里的。',
    },
    options: [
      { id: 'distinct', label: { en: 'do not come again', zh: '不重复' } },
      { id: 'reused', label: { en: 'come again at once', zh: '马上再用' } },
      { id: 'containers', label: { en: 'are 1 in each container', zh: '每个容器里都是 1' } },
    ],
    default: 'distinct',
  }),
  fileSystem: fileSystemField,
} as const;

export type PidFileSettings = ValuesOf<typeof pidFileFields>;

export const warnings = ({ content, numbers }: PidFileSettings): readonly Text[] =>
  numbers !== 'containers' || content === 'nothing' || content === 'pid-host'
    ? []
    : [
        {
          en: 'A process in another container cannot be seen from here, so its file looks left behind, or like one’s own.',
          zh: '别的容器里的进程从这里看不见，它的文件就像是遗留的，或者像是自己的。',
        },
      ];
