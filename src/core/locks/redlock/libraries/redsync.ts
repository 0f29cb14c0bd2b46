/** redsync 4.17.0 as a profile of Redlock. */
import type { Profile } from '../../../model/scenario/profile';

export const redsync: Profile = {
  id: 'redsync',
  lock: 'redlock',
  title: { en: 'redsync 4.17', zh: 'redsync 4.17' },
  about: {
    en: 'This Go library waits for all nodes, even when a majority has answered. Its caller extends, and the limit for a node, 5 % of the expiry, applies neither to an extension nor to the release after the work. go-redis keeps that limit only if ContextTimeoutEnabled is set, as it is here, and ends every other wait after its ReadTimeout, which no setting covers: here those wait forever, as with redigo.',
    zh: 'Go 语言的库：即使多数节点已经应答，也要等齐所有节点。由调用者续期；单个节点的时限是 TTL 的 5%，对续期和工作之后的释放都不起作用。go-redis 只有设了 ContextTimeoutEnabled 才遵守这个时限，这里按遵守来模拟；其余的请求，go-redis 过了 ReadTimeout 就放弃，这一点没有设置能表达，所以这里会一直等，和 redigo 一样。',
  },
  version: '4.17.0',
  repository: 'https://github.com/go-redsync/redsync',
  commit: '79f6ba24a8bf41f35141de700d410a06bb27622f',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    ttl: 8000,
    goesOn: 'all',
    nodeTimeout: 400,
    timeoutOn: 'acquire',
    driftMs: 0,
    tries: 32,
    retryDelay: 150,
    retryJitter: 100,
    clock: 'mono',
    toldBy: 'nothing',
    // go-redis discards a connection after a timeout.
    reconnectOnTimeout: true,
  },
  shownBy: {
    goesOn: 'silent-node',
    timeoutOn: 'watchdog-waits:b',
    clock: 'machine-slept',
    toldBy: 'watchdog-waits:b',
    reconnectOnTimeout: 'cleanup-cancelled:c',
  },
};
