/** The settings of the servers of a lock service that elects a leader (`sim/services/ensemble.ts`). */
import { choice, milliseconds } from '../../model/scenario/fields';
import type { ProcessId } from '../../model/scenario/processId';

export const ensembleFields = {
  members: choice({
    isOfService: true,
    label: { en: 'Members', zh: '成员数' },
    help: {
      en: 'How many servers the service has. One of them leads; a write counts when a majority has it. Without a majority or a leader no request is served. Clients talk only to the leader. Votes, diverging logs and membership changes are not simulated.',
      zh: '这个服务有几台服务器。其中一台是 leader；写入要多数成员都有才算数。没有多数或没有 leader 时，谁的请求都不处理。客户端只与 leader 通信。投票、日志分叉和成员变更没有模拟。',
    },
    options: [
      { id: '1', label: { en: '1', zh: '1' } },
      { id: '3', label: { en: '3', zh: '3' } },
      { id: '5', label: { en: '5', zh: '5' } },
    ],
    default: '1',
  }),
  election: milliseconds({
    isOfService: true,
    label: { en: 'Election', zh: '选举用时' },
    help: {
      en: 'With several members: how long after one leader fails the next one takes over. A leader that is away for less than that stays leader. etcd’s election timeout is 1 s.',
      zh: '有多个成员时，leader 失效多久之后由下一个接替。失效时间更短的 leader 继续当。etcd 的选举超时默认 1 秒。',
    },
    min: 1,
    max: 60_000,
    default: 1000,
  }),
} as const;

const members: readonly ProcessId[] = ['memberA', 'memberB', 'memberC', 'memberD', 'memberE'];

/** The service as its clients see it, and its members if there are several. */
export const withMembers = ({ members: count }: { readonly members: string }): readonly ProcessId[] => [
  'service',
  ...(count === '1' ? [] : members.slice(0, Number(count))),
];
