/** node-redlock 4.2 as a profile of Redlock. */
import type { Profile } from '../../model/profile';

export const nodeRedlock4: Profile = {
  id: 'node-redlock-4',
  lock: 'redlock',
  title: { en: 'node-redlock 4.2', zh: 'node-redlock 4.2' },
  about: {
    en: 'JavaScript. It waits for all nodes, without a limit for a node. An extension that fails runs the release of a failed attempt: the keys are deleted although time is left.',
    zh: 'JavaScript 的库。它等待所有节点，单个节点没有时限。续期失败会执行加锁失败时的释放：时间还没用完，键就被删除了。',
  },
  version: '4.2.0',
  repository: 'https://github.com/mike-marcacci/node-redlock',
  commit: 'v4.2.0',
  read: '2026-11-22',
  checked: 'wire',
  settings: {
    goesOn: 'all',
    nodeTimeout: 0,
    tries: 11,
    retryDelay: 200,
    retryJitter: 100,
    clock: 'wall',
    whenExtensionFails: 'deletes',
    toldBy: 'nothing',
  },
};
