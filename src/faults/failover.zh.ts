/** The Chinese texts of a failover. */
import type { FailoverFault } from './failover';
import type { FaultTexts } from './texts';

export const failover: FaultTexts<FailoverFault> = {
  name: '故障转移',
  help: '主节点死亡，由副本接替。',
  title: (who) => `${who} 故障转移`,
  struck: ({ from }) => `${from} 发生故障转移，由副本接替。`,
};
