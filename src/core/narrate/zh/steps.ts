/** The steps of sentinels in Chinese. */
import type { SentinelEvent } from '../../model/trace/sentinelEvents';
import type { StepSentence } from '../phrases';

export const steps: Readonly<Record<SentinelEvent, StepSentence>> = {
  '+sdown': (who, whom) => `${who} 得不到 ${whom} 的应答，认为它主观下线（+sdown）。`,
  '-sdown': (who, whom) => `${who} 又收到 ${whom} 的应答（-sdown）。`,
  '+odown': (who, whom) => `${who} 得知认为 ${whom} 下线的哨兵已达到 quorum，客观下线（+odown）。`,
  '-odown': (who, whom) => `${who} 得知认为 ${whom} 下线的哨兵已不足 quorum（-odown）。`,
  '+try-failover': (who, whom) => `${who} 要为 ${whom} 做故障转移，请求投票（+try-failover）。`,
  '+vote-for-leader': (who, whom) => (who === whom ? `${who} 投票给自己。` : `${who} 投票给${whom}。`),
  '+elected-leader': (who, whom) => `${who} 当选，由它为 ${whom} 做故障转移（+elected-leader）。`,
  '-failover-abort-not-elected': (who) => `${who} 未能及时当选，放弃。`,
  '-failover-abort-no-good-slave': (who) => `${who} 找不到能接替的副本，放弃。`,
  '-failover-abort-slave-timeout': (who) => `${who} 没能及时看到副本成为主节点，放弃。`,
  '+selected-slave': (who, whom) => `${who} 选中 ${whom}，它的数据最全。`,
  '+promoted-slave': (who, whom) => `${who} 得知 ${whom} 已成为主节点。`,
  '+slave-reconf-sent': (who, whom) => `${who} 让 ${whom} 改为跟随新主节点。`,
  '+failover-end': (who) => `${who} 完成了故障转移（+failover-end）。`,
  '+switch-master': (who, whom) => `${who} 通知客户端：主节点现在是 ${whom}（+switch-master）。`,
  '+convert-to-slave': (who, whom) => `${whom} 仍以为自己是主节点，${who} 让它改为跟随新主节点。`,
  '+fix-slave-config': (who, whom) => `${whom} 还在跟随旧主节点，${who} 让它改为跟随新主节点。`,
  '+tilt': (who) => `${who} 发现时间跳变，30 秒之内只观察、不行动（TILT）。`,
  '-tilt': (who) => `${who} 又相信自己的时间了（-tilt）。`,
};
