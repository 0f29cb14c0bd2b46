/**
 * The settings of sentinels, and what a master requires of its replicas, by their path in `scenario.settings`. The
 * defaults are those of Redis' own example of three sentinels.
 */

import type { Text } from '../values/text';
import { lengthMax } from '../values/time';
import type { SettingField } from './fields';
import { count, milliseconds, seconds } from './fields';
import type { MinReplicasSettings, SentinelSettings } from './scenario';

/** A name that Redis uses, the same in both languages. */
const text = (name: string): Text => ({ en: name, zh: name });

export const sentinelFields = {
  'sentinels.count': count({
    label: { en: 'Sentinels', zh: '哨兵数' },
    help: {
      en: 'Processes that watch the masters and replace one that is down by one of its replicas, if it has any. Redis advises at least three. 0: nobody watches.',
      zh: '监视主节点的进程：主节点下线后，由它们把一个副本（如果有）升为主节点。Redis 建议至少三个。0：没有哨兵。',
    },
    min: 0,
    max: 5,
    default: 0,
  }),
  'sentinels.downAfter': milliseconds({
    label: text('down-after-milliseconds'),
    help: {
      en: 'A sentinel takes a server to be down (subjectively) when it has not answered for this long.',
      zh: '服务器超过这么久没有应答，哨兵就认为它主观下线（+sdown）。',
    },
    min: 1,
    max: lengthMax,
    default: 5000,
  }),
  'sentinels.quorum': count({
    label: text('quorum'),
    help: {
      en: 'How many sentinels must find the master down, so that it is down objectively and one of them asks for votes. To be elected takes the votes of a majority of all sentinels, and of no fewer than this. With a quorum above the number of sentinels there is no failover.',
      zh: '有多少个哨兵认为主节点下线，才算客观下线（+odown），由其中一个发起选举。当选需要全部哨兵的多数票，且票数不少于这个数。quorum 大于哨兵数时，不会发生故障转移。',
    },
    min: 1,
    max: 5,
    default: 2,
  }),
  'sentinels.failoverTimeout': milliseconds({
    label: text('failover-timeout'),
    help: {
      en: 'A step of a failover that takes longer is given up. After twice this time a sentinel may try again.',
      zh: '故障转移的某一步超过这个时间就放弃；过了它的两倍，哨兵才可以再试。',
    },
    min: 1,
    max: lengthMax,
    default: 60_000,
  }),
  'sentinels.parallelSyncs': count({
    label: text('parallel-syncs'),
    help: {
      en: 'How many of the other replicas are told of the new master at a time.',
      zh: '同时让多少个其他副本改为跟随新主节点。',
    },
    min: 1,
    max: 3,
    default: 1,
  }),
  'minReplicas.toWrite': count({
    label: text('min-replicas-to-write'),
    help: {
      en: 'A master refuses writes (NOREPLICAS) unless it has heard from this many replicas lately. 0: it never refuses. More than it has replicas: it always refuses.',
      zh: '最近汇报过的副本少于这个数时，主节点就拒绝写入（NOREPLICAS）。0：从不拒绝；大于副本数：总是拒绝。',
    },
    min: 0,
    max: 3,
    default: 0,
  }),
  'minReplicas.maxLag': seconds({
    label: text('min-replicas-max-lag'),
    help: {
      en: 'How many seconds count as “lately”. Replicas report once a second.',
      zh: '“最近”是几秒以内。副本每秒汇报一次。',
    },
    min: 1,
    max: 600,
    default: 10,
  }),
} as const satisfies Readonly<
  Record<`sentinels.${keyof SentinelSettings}` | `minReplicas.${keyof MinReplicasSettings}`, SettingField>
>;
