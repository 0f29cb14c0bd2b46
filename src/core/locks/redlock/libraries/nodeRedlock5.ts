/** node-redlock 5.0.0-beta.2 as a profile of Redlock. */
import type { Profile } from '../../../model/scenario/profile';

export const nodeRedlock5: Profile = {
  id: 'node-redlock-5',
  lock: 'redlock',
  title: { en: 'node-redlock 5 beta 2', zh: 'node-redlock 5 beta 2' },
  about: {
    en: 'This JavaScript library goes on when a majority is for or against, has no limit for a node, gives back nothing between attempts, and counts the validity from the first of them without checking it (@sesamecare-oss/redlock 1.4: from the last). Its routine “using” extends half a second before the end, in up to eleven attempts, and aborts a signal when all of them fail; a refused release is retried as many times. Not covered by any setting: it waits forever when an even number of nodes is split in half, and “using” waits for an extension in progress before it releases.',
    zh: 'JavaScript 的库：多数同意或多数反对就继续，单个节点没有时限，两次尝试之间什么也不归还；有效时间从第一次尝试算起，也不检查（@sesamecare-oss/redlock 1.4 从最后一次算起）。using 在结束前半秒续期，最多尝试十一次，都失败就触发中止信号；释放被拒绝时也尝试这么多次。没有设置能表达的是：节点数为偶数、票数对半时，它会永远等下去；using 释放之前会等正在进行的续期结束。',
  },
  version: '5.0.0-beta.2',
  npm: 'redlock',
  repository: 'https://github.com/mike-marcacci/node-redlock',
  commit: '54de94cfd7e311b8972455811436d45538fe85ed',
  read: '2026-11-22',
  checked: 'run',
  settings: {
    nodeTimeout: 0,
    tries: 11,
    retryDelay: 200,
    retryJitter: 100,
    releaseBetweenTries: false,
    releaseAwaits: 'majority',
    releaseTries: 11,
    validityCheck: false,
    clock: 'wall',
    leaseFrom: 'first-attempt',
    extensions: 10_000,
    extendBefore: 500,
    // The ten pauses alone are longer than the remaining half second, so a second round of attempts never begins.
    extendTries: 11,
    whenExtensionFails: 'ends',
    toldBy: 'signal',
  },
  shownBy: {
    releaseBetweenTries: 'sent-twice:d',
    releaseAwaits: 'silent-node:c',
    validityCheck: 'pause-noticed:c',
    clock: 'pause-noticed:b',
    leaseFrom: 'extension-gave-away:d',
    whenExtensionFails: 'extension-gave-away:c',
    toldBy: 'extension-gave-away:d',
  },
};
