/** The story with which the page opens. It is apart, because the list of all is loaded when it is needed. */
import type { StoryEntry } from '../../core/model/scenario/story';

export const opening: StoryEntry = {
  id: 'pause-before-write',
  number: '20',
  group: 'argument',
  title: { en: 'A pause outlives the lock', zh: '停顿比锁的有效时间还长' },
  load: () => import('./argument/pauseBeforeWrite'),
};
