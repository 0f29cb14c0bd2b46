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
    id: 'failover',
    number: '9',
    group: 'one-node',
    title: { en: 'The replica that never heard of it', zh: '从没听说过这把锁的副本' },
    load: () => import('./failover'),
  },
  {
    id: 'delayed-restart',
    number: '14',
    group: 'redlock',
    title: { en: 'A node that forgets should stay away', zh: '失忆的节点，晚点再回来' },
    load: () => import('./delayedRestart'),
  },
  {
    id: 'lost-reply',
    number: '15',
    group: 'redlock',
    title: { en: 'No reply is not a no', zh: '没有应答，不等于没有加锁' },
    load: () => import('./lostReply'),
  },
  {
    id: 'little-validity',
    number: '16',
    group: 'redlock',
    title: { en: 'Hardly any time left', zh: '剩下的时间不够用' },
    load: () => import('./littleValidity'),
  },
  {
    id: 'pause-before-write',
    number: '20',
    group: 'argument',
    title: { en: 'A pause outlives the lock', zh: '一次暂停比锁活得更久' },
    load: () => import('./pauseBeforeWrite'),
  },
  {
    id: 'fencing-tokens',
    number: '21',
    group: 'argument',
    title: { en: 'Tokens 33 and 34', zh: 'token 33 与 34' },
    load: () => import('./fencingTokens'),
  },
  {
    id: 'slow-network',
    number: '22',
    group: 'argument',
    title: { en: 'Only the network was slow', zh: '慢的只是网络' },
    load: () => import('./slowNetwork'),
  },
];
