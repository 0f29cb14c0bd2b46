/**
 * The chapters of the workshop. The content of an exercise is in its chapter's file, which is loaded when it is shown.
 */
import type { Chapter, Exercise } from '../model/exercise';
import type { Text } from '../model/text';

export interface ChapterEntry {
  readonly id: Chapter;
  readonly title: Text;
  readonly about: Text;
  readonly load: () => Promise<readonly Exercise[]>;
}

export const chapters: readonly ChapterEntry[] = [
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
    title: { en: 'Fencing and other locks', zh: 'fencing 与别的锁' },
    about: { en: 'Who turns the latecomer away.', zh: '由谁来拒绝迟到的写入。' },
    load: () => import('./fencing').then(({ exercises }) => exercises),
  },
];
