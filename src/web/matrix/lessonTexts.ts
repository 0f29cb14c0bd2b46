/**
 * What the table teaches, one sentence each, with the cells that show it. A test checks each sentence against its
 * cells.
 */

import type { FaultKind } from '../../core/model/scenario/fault';
import type { Severity } from '../../core/model/trace/severity';
import type { Text } from '../../core/model/values/text';
import type { CheckId } from '../../search/matrix/rows';

export interface LessonCell {
  readonly row: string;
  readonly kind: FaultKind;
  readonly check: CheckId;
  /** The outcome that the cell must have. */
  readonly outcome: Severity;
}

export interface Lesson {
  readonly id: string;
  readonly text: Text;
  readonly cells: readonly LessonCell[];
}

const cells = (
  rows: readonly string[],
  kind: FaultKind,
  outcome: Severity,
  check = 'no-check',
): readonly LessonCell[] => rows.map((row) => ({ row, kind, check, outcome }));

export const lessons: readonly Lesson[] = [
  {
    id: 'pause',
    text: {
      en: 'A pause that outlasts the lease loses an update with Redlock, ZooKeeper and etcd alike, as long as the resource checks nothing.',
      zh: '只要资源不做检查，超过租约的停顿在 Redlock、ZooKeeper 和 etcd 上都会丢失更新。',
    },
    cells: cells(['redlock', 'zookeeper-sequential', 'etcd'], 'pause', 'lost'),
  },
  {
    id: 'node-dies',
    text: {
      en: 'A node that crashes and comes back empty breaks a lock on one Redis, but not Redlock on five nodes.',
      zh: '节点崩溃后恢复，数据全空：这会弄坏单个 Redis 上的锁，但弄不坏五个节点的 Redlock。',
    },
    cells: [...cells(['single-node'], 'crash', 'lost'), ...cells(['redlock'], 'crash', 'held')],
  },
  {
    id: 'fsync',
    text: {
      en: 'With fsync on every write, one Redis no longer forgets the lock when it restarts, but a pause still breaks it.',
      zh: '每次写入都 fsync，单个 Redis 重启后就不会忘记锁，但停顿仍然会弄坏它。',
    },
    cells: [...cells(['single-node-fsync'], 'restart', 'held'), ...cells(['single-node-fsync'], 'pause', 'lost')],
  },
  {
    id: 'failover',
    text: {
      en: 'A replica that takes over may not know the lock: one master with a replica loses an update, but Redlock with a replica for each node does not.',
      zh: '接替的副本可能不知道这把锁：一主一副本会丢失更新，每个节点各有副本的 Redlock 不会。',
    },
    cells: [...cells(['single-node-replica'], 'failover', 'lost'), ...cells(['redlock-replica'], 'failover', 'held')],
  },
  {
    id: 'one-clock',
    text: {
      en: 'One clock that jumps is enough to break a lock on one Redis, but not Redlock on five nodes: in Martin Kleppmann’s example, two nodes are out of reach as well.',
      zh: '只要一个时钟跳变，就足以弄坏单个 Redis 上的锁；但弄不坏五个节点的 Redlock：在 Martin Kleppmann 的例子里，同时还有两个节点联系不上。',
    },
    cells: [...cells(['single-node'], 'clock-jump', 'lost'), ...cells(['redlock'], 'clock-jump', 'held')],
  },
  {
    id: 'whose-clock',
    text: {
      en: 'Where the holder’s clock writes when a lease ends and another’s reads it, one clock that jumps loses an update without any pause. Where each waiter has a stopwatch of its own, it does not.',
      zh: '租约何时结束，如果由持有者的时钟写下、由别人的时钟来比，一个时钟跳变就会丢失更新，不用停顿；等待者各用自己的秒表，就不会。',
    },
    cells: [
      ...cells(['shedlock-table', 'laravel-lock', 'object-store'], 'clock-jump', 'lost'),
      ...cells(['kubernetes-lease', 'dynamodb-lock'], 'clock-jump', 'held'),
    ],
  },
  {
    id: 'libraries',
    text: {
      en: 'Libraries that implement the same algorithm differ: one lost message leaves aioredlock and node-redlock 4 stuck, but node-redlock 5 is only unavailable for a while.',
      zh: '同一算法的库也有差别：一条消息丢失会让 aioredlock 和 node-redlock 4 永远卡住，node-redlock 5 则只是一段时间不可用。',
    },
    cells: [
      ...cells(['aioredlock', 'node-redlock-4'], 'lose', 'stuck'),
      ...cells(['node-redlock-5'], 'lose', 'unavailable'),
    ],
  },
  {
    id: 'extended',
    text: {
      en: 'A watchdog that extends the lock helps with long work but not with a pause: it is paused with its client.',
      zh: '自动续期的看门狗能应付长时间的工作，却应付不了停顿：它和客户端一起停下。',
    },
    cells: cells(['redisson', 'redlock-universal'], 'pause', 'lost'),
  },
  {
    id: 'fencing',
    text: {
      en: 'A fencing token rejects only a write that comes after a newer token. With etcd and Chubby, an update is still lost if a client wakes after the next client has read and before that one has written.',
      zh: 'fencing token 只能拒绝比更新的 token 来得晚的写入：在 etcd 和 Chubby 上，客户端如果在下一个客户端读取之后、写入之前醒来，仍然会丢失更新。',
    },
    cells: cells(['etcd', 'chubby'], 'pause', 'lost', 'fencing'),
  },
  {
    id: 'version',
    text: {
      en: 'A resource that checks the version loses no update with any lock, nor without one: the lock then only saves work that would be rejected.',
      zh: '资源检查版本时，在任何锁上都不会丢失更新，不用锁也不会：锁只是省下了会被拒绝的工作。',
    },
    cells: [
      ...cells(['redlock', 'etcd'], 'pause', 'overlap', 'version'),
      ...cells(['no-lock'], 'pause', 'late-refused', 'version'),
    ],
  },
  {
    id: 'drift',
    text: {
      en: 'One clock that drifts or is slewed breaks none of the usual locks, since each leaves room for it.',
      zh: '单个时钟的漂移或微调弄不坏任何一种常见的锁，因为它们都留了余量。',
    },
    cells: [
      ...cells(['single-node', 'redlock', 'etcd', 'zookeeper-sequential'], 'clock-drift', 'held'),
      ...cells(['single-node', 'redlock'], 'clock-slew', 'held'),
    ],
  },
];
