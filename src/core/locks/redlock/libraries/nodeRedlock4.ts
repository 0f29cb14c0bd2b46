/** node-redlock 4.2.0 as a profile of Redlock. */
import type { Profile } from '../../../model/scenario/profile';

export const nodeRedlock4: Profile = {
  id: 'node-redlock-4',
  lock: 'redlock',
  title: { en: 'node-redlock 4.2', zh: 'node-redlock 4.2' },
  about: {
    en: 'This JavaScript library waits for all nodes, without a limit for a node, and its caller extends. An extension that fails releases as after a failed attempt, and tries again ten times: the keys are deleted although time is left, and the caller finds out two seconds later. Not covered by any setting: ioredis keeps what it sends to a node that is down until twenty attempts to connect have failed, and the library waits for that, too.',
    zh: 'JavaScript 的库：等待所有节点，单个节点没有时限，由调用者续期。续期失败会执行加锁失败时的释放，再试十次：时间还没用完，键就被删除了，两秒之后才报告失败。没有设置能表达的是：节点宕机时，ioredis 会留着发往它的命令，直到重连失败二十次，而这个库也会等到那时。',
  },
  version: '4.2.0',
  npm: 'redlock',
  repository: 'https://github.com/mike-marcacci/node-redlock',
  commit: '870778cd520f9649e80f74fa755ee0f12519c683',
  read: '2026-11-22',
  checked: 'run',
  settings: {
    goesOn: 'all',
    nodeTimeout: 0,
    tries: 11,
    retryDelay: 200,
    retryJitter: 100,
    clock: 'wall',
    extendTries: 11,
    whenExtensionFails: 'deletes-each',
    toldBy: 'nothing',
  },
  shownBy: {
    goesOn: 'silent-node:b',
    nodeTimeout: 'silent-node:b',
    clock: 'pause-noticed:b',
    whenExtensionFails: 'extension-gave-away:b',
    toldBy: 'watchdog-waits:b',
  },
};
