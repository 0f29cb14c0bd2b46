/** node-redlock 5 beta 2 as a profile of Redlock. */
import type { Profile } from '../../model/profile';

export const nodeRedlock5: Profile = {
  id: 'node-redlock-5',
  lock: 'redlock',
  title: { en: 'node-redlock 5 beta 2', zh: 'node-redlock 5 beta 2' },
  about: {
    en: 'JavaScript. It goes on when a majority is for or against, has no limit for a node, and gives back nothing between attempts. Its routine “using” extends half a second before the end and aborts a signal when that fails. @sesamecare-oss/redlock 1.4 is the same program.',
    zh: 'JavaScript 的库。多数同意或多数反对就继续；单个节点没有时限；两次尝试之间什么也不归还。using 在结束前半秒续期，失败就触发中止信号。@sesamecare-oss/redlock 1.4 是同一个程序。',
  },
  version: '5.0.0-beta.2',
  repository: 'https://github.com/mike-marcacci/node-redlock',
  commit: 'afe5cf9',
  read: '2026-11-22',
  checked: 'wire',
  settings: {
    nodeTimeout: 0,
    tries: 11,
    retryDelay: 200,
    retryJitter: 100,
    releaseBetweenTries: false,
    clock: 'wall',
    extensions: 10_000,
    extendBefore: 500,
    extendTries: 100,
    whenExtensionFails: 'ends',
    toldBy: 'signal',
  },
};
