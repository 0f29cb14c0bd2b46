/** The Chinese texts of a slow link. */
import type { SlowFault } from './slow';
import type { FaultTexts } from './texts';

export const slow: FaultTexts<SlowFault> = {
  name: '链路变慢',
  help: '两边之间的消息延迟增加。',
  title: (who) => `${who} 变慢`,
  struck: ({ from, to, fault, length }) => `从此 ${from} 到 ${to} 的消息延迟增加 ${length(fault.by)}。`,
  ended: ({ from, to }) => `${from} 到 ${to} 的消息恢复原来的速度。`,
  isTold: true,
};
