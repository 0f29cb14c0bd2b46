/**
 * The chapters of the workshop. The content of an exercise is in its chapter's file, which is loaded when it is shown.
 */
import type { Chapter, Exercise } from '../../core/model/scenario/exercise';
import type { Text } from '../../core/model/values/text';

export interface ChapterEntry {
  readonly id: Chapter;
  readonly title: Text;
  readonly about: Text;
  readonly load: () => Promise<readonly Exercise[]>;
}

export const chapters: readonly ChapterEntry[] = [
  {
    id: 'picture',
    title: { en: 'The picture', zh: '先看懂图' },
    about: { en: 'What the marks of a run are called.', zh: '运行图里的标记都叫什么。' },
    load: () => import('./picture').then(({ exercises }) => exercises),
  },
  {
    id: 'one-node',
    title: { en: 'One node', zh: '一个节点' },
    about: { en: 'A key, its value, its expiry.', zh: '一个键、它的值、它的过期时间。' },
    load: () => import('./oneNode').then(({ exercises }) => exercises),
  },
  {
    id: 'redlock',
    title: { en: 'Redlock', zh: 'Redlock' },
    about: { en: 'Five nodes, a majority, and what they remember.', zh: '五个节点、多数派，以及谁会失忆。' },
    load: () => import('./fiveNodes').then(({ exercises }) => exercises),
  },
  {
    id: 'time',
    title: { en: 'Time and pauses', zh: '时间与停顿' },
    about: { en: 'Leases, sleep, clocks.', zh: '租约、停顿、时钟。' },
    load: () => import('./time').then(({ exercises }) => exercises),
  },
  {
    id: 'fencing',
    title: { en: 'Fencing tokens', zh: 'fencing token' },
    about: { en: 'Who rejects a late write.', zh: '由谁来拒绝迟到的写入。' },
    load: () => import('./fencing').then(({ exercises }) => exercises),
  },
  {
    id: 'services',
    title: { en: 'Locks that are not Redis', zh: 'Redis 之外的锁' },
    about: { en: 'Sessions, leaders, lock-delay, databases.', zh: '会话、leader、lock-delay、数据库。' },
    load: () => import('./services').then(({ exercises }) => exercises),
  },
  {
    id: 'libraries',
    title: { en: 'Libraries', zh: '各种库' },
    about: { en: 'What their source code says and nobody expects.', zh: '源码里写着，用的人却想不到。' },
    load: () => import('./libraries').then(({ exercises }) => exercises),
  },
  {
    id: 'beyond',
    title: { en: 'Beyond the lock', zh: '锁之外' },
    about: { en: 'The cache, the machine, the lost answer.', zh: '缓存、机器、丢失的应答。' },
    load: () => import('./beyond').then(({ exercises }) => exercises),
  },
  {
    id: 'own',
    title: { en: 'Your own lock', zh: '你自己的锁' },
    about: { en: 'You write it, and twelve attacks judge it.', zh: '你来写，十二种攻击来评判。' },
    load: () => import('./ownLocks').then(({ exercises }) => exercises),
  },
];
