/** The Chinese texts of a lock service without a leader. */
import type { NoLeaderFault } from './noLeader';
import type { FaultTexts } from './texts';

export const noLeader: FaultTexts<NoLeaderFault> = {
  name: '没有 leader',
  help: 'ZooKeeper、etcd、Chubby 或 Consul 一时没有 leader：请求失败，会话不会结束。投票过程、没有 leader 时还能答复什么，都不模拟。',
  title: (who) => `${who} 没有 leader`,
  struck: ({ from, fault, length }) => `${from} 有 ${length(fault.for)} 没有 leader：请求失败，会话不会结束。`,
  ended: ({ from }) => `${from} 又有了 leader，每个会话重新计时。`,
  isTold: true,
};
