/** The list of the stories: a line each. What a story tells is in its file, which is loaded when the story is shown. */
import type { StoryEntry } from '../model/story';

export const stories: readonly StoryEntry[] = [
  {
    id: 'no-expiry',
    number: '2',
    group: 'one-node',
    title: { en: 'A lock that never expires', zh: '永不过期的锁' },
    load: () => import('./noExpiry'),
  },
  {
    id: 'pause-before-write',
    number: '20',
    group: 'argument',
    title: { en: 'A pause outlives the lock', zh: '一次暂停比锁活得更久' },
    load: () => import('./pauseBeforeWrite'),
  },
];
