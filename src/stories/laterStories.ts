/** The stories from 70 on: the end of the list (`index.ts`), which is too long for one file. */
import type { StoryEntry } from '../model/story';

export const laterStories: readonly StoryEntry[] = [
  {
    id: 'who-counts',
    number: '70',
    group: 'argument',
    title: { en: 'Who guards the counter?', zh: '计数器又由谁来保护？' },
    load: () => import('./whoCounts'),
  },
  {
    id: 'lost-lock-data',
    number: '71',
    group: 'argument',
    title: { en: 'Lock data lost, token checked', zh: '锁数据丢了，token 校验还在' },
    load: () => import('./lostLockData'),
  },
  {
    id: 'well-guaranteed',
    number: '72',
    group: 'argument',
    title: { en: 'How well is it guaranteed?', zh: '正确性保证得有多好？' },
    load: () => import('./wellGuaranteed'),
  },
  {
    id: 'two-names',
    number: '73',
    group: 'argument',
    title: { en: 'Two names for one list', zh: '往一个列表里加两个名字' },
    load: () => import('./twoNames'),
  },
  {
    id: 'replicated-nodes',
    number: '74',
    group: 'redlock',
    title: { en: 'A replica for each node', zh: '给每个节点配上副本' },
    load: () => import('./replicatedNodes'),
  },
  {
    id: 'empty-master',
    number: '75',
    group: 'one-node',
    title: { en: 'The master came back empty', zh: '主节点空着回来了' },
    load: () => import('./emptyMaster'),
  },
];
