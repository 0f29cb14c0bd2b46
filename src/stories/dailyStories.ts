/** The stories of what people meet when they run such locks: the end of the list (`index.ts`), which is too long for one file. */
import type { StoryEntry } from '../model/story';

export const dailyStories: readonly StoryEntry[] = [
  {
    id: 'cache-lock',
    number: '80',
    group: 'beyond',
    title: { en: 'The cache that is also a lock', zh: '缓存兼作锁' },
    load: () => import('./cacheLock'),
  },
  {
    id: 'keeper-gave-up',
    number: '81',
    group: 'libraries',
    title: { en: 'A keep-alive that ends at its first error', zh: '保活一出错就停' },
    load: () => import('./keeperGaveUp'),
  },
  {
    id: 'scheduler-clock',
    number: '82',
    group: 'libraries',
    title: { en: 'Six o’clock comes twice', zh: '六点到了两次' },
    load: () => import('./schedulerClock'),
  },
  {
    id: 'frozen-container',
    number: '83',
    group: 'beyond',
    title: { en: 'The container that was frozen', zh: '被冻结的容器' },
    load: () => import('./frozenContainer'),
  },
];
