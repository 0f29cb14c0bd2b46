/** The settings and texts of the lock in a directory with a time. The lock is in `lock.ts`. */
import { choice, count, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import type { Text } from '../../model/values/text';
import { leaseMax } from '../../model/values/time';
import { attributeCacheField, fileSystemField } from '../shared/fileRequests';
import { shortWait } from '../shared/shortWait';

export const lockFileTexts = {
  about: {
    en: 'A directory that only one process can make, as npm’s proper-lockfile does it. Its holder sets the directory’s time again and again by its own clock. Another process whose clock finds that time 10 s old removes the directory and makes its own: a laptop that sleeps loses its lock, and learns of it after it has woken.',
    zh: '一个只有一个进程能建成的目录，npm 的 proper-lockfile 就这样。持有者不断按自己的时钟更新目录的时间；谁的时钟觉得它已有 10 秒没更新，就删掉它另建自己的。睡着的笔记本会丢锁，醒来以后才知道。',
  },
  lossReport: {
    by: 'extension',
    when: {
      en: 'At the next update, which is due every 5 s: the time is not the one that it has set, or the directory is gone. After a sleep, the update comes when the rest of the 5 s has passed.',
      zh: '要到下一次更新（每 5 秒一次）：目录的时间不是自己设的，或者目录没了。睡眠之后，要等 5 秒里剩下的那段走完才会更新。',
    },
    usually: {
      en: 'onCompromised throws, and the process ends. Some set a handler that only logs, so that a sleep ends no process.',
      zh: 'onCompromised 默认抛出异常，进程退出。为了不让一次睡眠就杀掉进程，有人换成只写日志。',
    },
  },
} as const;

export const lockFileFields = {
  stale: milliseconds({
    label: { en: 'Stale after', zh: '过期时间' },
    help: {
      en: 'A directory whose time is older than this, by the clock of the process that looks, counts as left behind. The library’s default is 10 s, its least 2 s.',
      zh: '按查看者的时钟，目录的时间比这更旧，就算是遗留下来的。库的默认值为 10 秒，最少 2 秒。',
    },
    min: 2000,
    max: leaseMax,
    default: 10_000,
    isLease: true,
  }),
  update: milliseconds({
    label: { en: 'Update every', zh: '更新间隔' },
    help: {
      en: 'How often the holder sets the time anew. The library’s default is half of “stale”, its most; its least is 1 s.',
      zh: '持有者多久更新一次目录的时间。库默认取过期时间的一半，最多也是一半，最少 1 秒。',
    },
    min: 1000,
    max: leaseMax,
    default: 5000,
  }),
  retries: count({
    label: { en: 'Retries', zh: '重试次数' },
    help: {
      en: 'How often a refused acquire is tried again. The library’s default is 0. After its think time, the client wants the lock again.',
      zh: '被拒后再试几次。库默认为 0。之后客户端思考一会儿，再请求加锁。',
    },
    min: 0,
    max: 10,
    default: 0,
  }),
  minTimeout: milliseconds({
    label: { en: 'Retry delay', zh: '重试间隔' },
    help: {
      en: 'How long it waits before the first retry. Each further wait is twice as long. Default of npm’s retry: 1 s.',
      zh: '第一次重试前等待多久，之后每次加倍。npm 的 retry 默认为 1 秒。',
    },
    min: 1,
    max: 60_000,
    default: 1000,
  }),
  onCompromised: choice({
    label: { en: 'When compromised', zh: '发现锁已失效时' },
    help: {
      en: 'What the holder does when an update finds that the lock is not its own any more. By default it throws, which ends the process, here the work. A handler that logs lets the work go on.',
      zh: '更新时发现锁已不归自己，持有者怎么办。默认抛出异常，进程退出（这里是工作中止）。只写日志的处理函数会让工作继续。',
    },
    options: [
      { id: 'throws', label: { en: 'throws', zh: '抛出异常' } },
      { id: 'logs', label: { en: 'logs', zh: '只写日志' }, pitfall: true },
    ],
    default: 'throws',
  }),
  fileSystem: fileSystemField,
  attributeCache: attributeCacheField,
} as const;

export type LockFileSettings = ValuesOf<typeof lockFileFields>;

/** The interval that the library really uses. */
export const updateEvery = ({ stale, update }: LockFileSettings): number => Math.min(update, stale / 2);

export const warnings = (settings: LockFileSettings): readonly Text[] => [
  ...shortWait(settings.minTimeout * (2 ** settings.retries - 1), settings.stale),
  ...(settings.update <= settings.stale / 2
    ? []
    : [
        {
          en: 'proper-lockfile updates at least twice within “stale after”, and takes half of it.',
          zh: '在过期时间内，proper-lockfile 至少更新两次，这里会取一半。',
        },
      ]),
  ...(settings.fileSystem === 'network' && settings.attributeCache * 1000 > updateEvery(settings)
    ? [
        {
          en: 'The holder’s kernel answers its updates’ stat from memory for longer than the time between two: it does not see that another has taken the lock.',
          zh: '持有者更新时的 stat 由内核缓存回答，缓存的时间比更新间隔还长：锁被别人拿走了它也看不到。',
        },
      ]
    : []),
];
