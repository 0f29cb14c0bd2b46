/** The Chinese texts of a cut link. */
import type { CutFault } from './cut';
import type { FaultTexts } from './texts';

export const cut: FaultTexts<CutFault> = {
  name: '断开链路',
  help: '两边之间的消息送不过去，双方都得不到通知。期间发出的消息会迟到，或永远不到。',
  title: (who) => `${who} 断开`,
  struck: ({ from, to, fault }) =>
    `网络分区：从此 ${from} 到 ${to} 的消息${fault.bothWays ? '以及返回的消息' : ''}都送不过去。`,
  ended: ({ from, to }) => `${from} 到 ${to} 的消息恢复畅通。`,
  isTold: true,
};
