/** The list of the stories: a line each. What a story tells is in its file, which is loaded when the story is shown. */
import type { StoryEntry } from '../model/story';

export const stories: readonly StoryEntry[] = [
  {
    id: 'set-work-release',
    number: '1',
    group: 'one-node',
    title: { en: 'Set, work, release', zh: '加锁、工作、释放' },
    load: () => import('./setWorkRelease'),
  },
  {
    id: 'no-expiry',
    number: '2',
    group: 'one-node',
    title: { en: 'A lock that never expires', zh: '永不过期的锁' },
    load: () => import('./noExpiry'),
  },
  {
    id: 'fixed-value',
    number: '4',
    group: 'one-node',
    title: { en: 'The same value for everybody', zh: '人人都用同一个值' },
    load: () => import('./fixedValue'),
  },
  {
    id: 'get-compare-del',
    number: '5',
    group: 'one-node',
    title: { en: 'A pause between look and deed', zh: '“看”与“删”之间的停顿' },
    load: () => import('./getCompareDel'),
  },
  {
    id: 'pause-before-write',
    number: '20',
    group: 'argument',
    title: { en: 'A pause outlives the lock', zh: '一次暂停比锁活得更久' },
    load: () => import('./pauseBeforeWrite'),
  },
];
