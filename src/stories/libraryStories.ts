/** The stories of locks as libraries have them: the end of the list (`index.ts`), which is too long for one file. */
import type { StoryEntry } from '../model/story';

export const libraryStories: readonly StoryEntry[] = [
  {
    id: 'mine-again',
    number: '55',
    group: 'beyond',
    title: { en: 'Mine again', zh: '又成了我的锁' },
    load: () => import('./mineAgain'),
  },
  {
    id: 'taken-in-again',
    number: '56',
    group: 'beyond',
    title: { en: 'Taken in again', zh: '失忆的节点补回来' },
    load: () => import('./takenInAgain'),
  },
  {
    id: 'extension-gave-away',
    number: '57',
    group: 'beyond',
    title: { en: 'The extension that gave the lock away', zh: '把锁送出去的续期' },
    load: () => import('./extensionGaveAway'),
  },
  {
    id: 'silent-node',
    number: '58',
    group: 'beyond',
    title: { en: 'One silent node', zh: '一个不吭声的节点' },
    load: () => import('./silentNode'),
  },
  {
    id: 'watchdog-waits',
    number: '59',
    group: 'beyond',
    title: { en: 'The watchdog waits too', zh: '看门狗也在等' },
    load: () => import('./watchdogWaits'),
  },
  {
    id: 'two-and-a-half',
    number: '61',
    group: 'beyond',
    title: { en: 'Two and a half', zh: '两个半' },
    load: () => import('./twoAndAHalf'),
  },
  {
    id: 'quorum-of-two',
    number: '62',
    group: 'beyond',
    title: { en: 'A quorum of two', zh: '两个就算数' },
    load: () => import('./quorumOfTwo'),
  },
  {
    id: 'whole-seconds',
    number: '63',
    group: 'beyond',
    title: { en: 'A clock of whole seconds', zh: '只数整秒的时钟' },
    load: () => import('./wholeSeconds'),
  },
];
