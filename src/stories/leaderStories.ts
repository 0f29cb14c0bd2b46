/** The stories about who leads a lock service, as entries of the list. */
import type { StoryEntry } from '../model/story';

export const leaderStories: readonly StoryEntry[] = [
  {
    id: 'leader-dies',
    number: '85',
    group: 'other-locks',
    title: { en: 'The leader dies', zh: 'leader 死了' },
    load: () => import('./leaderDies'),
  },
  {
    id: 'whole-time-anew',
    number: '86',
    group: 'other-locks',
    title: { en: 'The whole time anew', zh: '换了 leader，重新计时' },
    load: () => import('./wholeTimeAnew'),
  },
  {
    id: 'old-leader',
    number: '87',
    group: 'other-locks',
    title: { en: 'Alone with the old leader', zh: '只剩旧 leader' },
    load: () => import('./oldLeader'),
  },
  {
    id: 'in-jeopardy',
    number: '88',
    group: 'other-locks',
    title: { en: 'A session in jeopardy', zh: '会话悬而未决' },
    load: () => import('./inJeopardy'),
  },
];
