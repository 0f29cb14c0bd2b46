/** The events of sentinels in words, by the names that Redis logs them by. */
import type { StepWords } from './stepWords';

export const sentinelWords: StepWords = {
  '+sdown': {
    en: (who, whom) => `${who} has no answer from ${whom}, which is down for it (+sdown).`,
    zh: (who, whom) => `${who} 得不到 ${whom} 的应答，认为它主观下线（+sdown）。`,
  },
  '-sdown': {
    en: (who, whom) => `${who} hears from ${whom} again (-sdown).`,
    zh: (who, whom) => `${who} 又收到 ${whom} 的应答（-sdown）。`,
  },
  '+odown': {
    en: (who, whom) => `${who} has the quorum: ${whom} is down for enough sentinels (+odown).`,
    zh: (who, whom) => `${who} 得知认为 ${whom} 下线的哨兵已达到 quorum，客观下线（+odown）。`,
  },
  '-odown': {
    en: (who, whom) => `${who} no longer has the quorum for which ${whom} is down (-odown).`,
    zh: (who, whom) => `${who} 得知认为 ${whom} 下线的哨兵已不足 quorum（-odown）。`,
  },
  '+try-failover': {
    en: (who, whom) => `${who} wants to replace ${whom} and asks for votes (+try-failover).`,
    zh: (who, whom) => `${who} 要为 ${whom} 做故障转移，请求投票（+try-failover）。`,
  },
  '+vote-for-leader': {
    en: (who, whom) => (who === whom ? `${who} votes for itself.` : `${who} votes for ${whom}.`),
    zh: (who, whom) => (who === whom ? `${who} 投票给自己。` : `${who} 投票给${whom}。`),
  },
  '+elected-leader': {
    en: (who, whom) => `${who} is elected to replace ${whom} (+elected-leader).`,
    zh: (who, whom) => `${who} 当选，由它为 ${whom} 做故障转移（+elected-leader）。`,
  },
  '-failover-abort-not-elected': {
    en: (who) => `${who} has not been elected in time and gives up.`,
    zh: (who) => `${who} 未能及时当选，放弃。`,
  },
  '-failover-abort-no-good-slave': {
    en: (who) => `${who} finds no replica that could take over, and gives up.`,
    zh: (who) => `${who} 找不到能接替的副本，放弃。`,
  },
  '-failover-abort-slave-timeout': {
    en: (who) => `${who} does not see its replica become a master in time, and gives up.`,
    zh: (who) => `${who} 没能及时看到副本成为主节点，放弃。`,
  },
  '+selected-slave': {
    en: (who, whom) => `${who} chooses ${whom}, the replica that has the most.`,
    zh: (who, whom) => `${who} 选中 ${whom}，它的数据最全。`,
  },
  '+promoted-slave': {
    en: (who, whom) => `${who} learns that ${whom} is a master now.`,
    zh: (who, whom) => `${who} 得知 ${whom} 已成为主节点。`,
  },
  '+slave-reconf-sent': {
    en: (who, whom) => `${who} tells ${whom} to follow the new master.`,
    zh: (who, whom) => `${who} 让 ${whom} 改为跟随新主节点。`,
  },
  '+failover-end': {
    en: (who) => `${who} has finished the failover (+failover-end).`,
    zh: (who) => `${who} 完成了故障转移（+failover-end）。`,
  },
  '+switch-master': {
    en: (who, whom) => `${who} tells the clients that ${whom} is the master (+switch-master).`,
    zh: (who, whom) => `${who} 通知客户端：主节点现在是 ${whom}（+switch-master）。`,
  },
  '+convert-to-slave': {
    en: (who, whom) => `${who} tells ${whom}, which still takes itself for a master, to follow the new one.`,
    zh: (who, whom) => `${whom} 仍以为自己是主节点，${who} 让它改为跟随新主节点。`,
  },
  '+fix-slave-config': {
    en: (who, whom) => `${who} tells ${whom}, which follows a former master, to follow the new one.`,
    zh: (who, whom) => `${whom} 还在跟随旧主节点，${who} 让它改为跟随新主节点。`,
  },
  '+tilt': {
    en: (who) => `${who} sees that its time has jumped and does nothing but watch for 30 s (TILT).`,
    zh: (who) => `${who} 发现时间跳变，30 秒之内只观察、不行动（TILT）。`,
  },
  '-tilt': {
    en: (who) => `${who} trusts its time again (-tilt).`,
    zh: (who) => `${who} 又相信自己的时间了（-tilt）。`,
  },
};
