/** What libraries do that the simulation has no setting for. */
import type { Text } from '../../core/model/values/text';

export const ioredisWaits: Text = {
  en: 'ioredis 5 keeps the commands for a node that is down until it has tried to connect twenty times, which takes 10.5 s, and this library waits for every node: as long as one node is down, nothing is left of the lease.',
  zh: '节点宕机时，ioredis 5 会留着发往它的命令，直到重连二十次都失败，这要 10.5 s，而这个库要等齐所有节点：只要有一个节点宕机，租约就总是先用完。',
};

export const phpredisThrows: Text = {
  en: 'phpredis throws when a node is down, and this library does not catch it: as long as one node is down, no client gets the lock, and keys that were already set stay until their lease ends.',
  zh: '节点宕机时 phpredis 抛出异常，这个库没有捕获：只要有一个节点宕机，谁也拿不到锁，已经设置的键要留到租约结束。',
};
