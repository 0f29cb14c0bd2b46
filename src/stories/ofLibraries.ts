/** The stories of libraries and services as people run them: the end of the list, in a file of its own for its length. */
import type { StoryEntry } from '../model/story';

export const ofLibraries: readonly StoryEntry[] = [
  {
    id: 'silent-renewer',
    number: '64',
    group: 'beyond',
    title: { en: 'The channel closes minutes later', zh: '几分钟后通道才关' },
    load: () => import('./silentRenewer'),
  },
  {
    id: 'false-alarm',
    number: '65',
    group: 'beyond',
    title: { en: 'Told that it is lost, and it is not', zh: '说锁丢了，其实没丢' },
    load: () => import('./falseAlarm'),
  },
  {
    id: 'shut-door',
    number: '66',
    group: 'beyond',
    title: { en: 'An error that shuts the door', zh: '一个错误，把门关上' },
    load: () => import('./shutDoor'),
  },
  {
    id: 'sequencer-again',
    number: '67',
    group: 'beyond',
    title: { en: 'The sequencer starts over at 1', zh: 'sequencer 又从 1 开始' },
    load: () => import('./sequencerAgain'),
  },
];
