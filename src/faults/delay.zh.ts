/** The Chinese texts of a delayed message. */
import type { DelayFault } from './delay';
import type { FaultTexts } from './texts';

const legs = { request: '请求', reply: '应答', push: '推送' } as const;

export const delay: FaultTexts<DelayFault> = {
  name: '延迟消息',
  help: '一条消息延迟送达。',
  title: (who, { message }) => `${who} 延迟一个${legs[message.leg]}`,
  struck: ({ from, to, fault, length }) => `${from} 发给 ${to} 的一条消息延迟 ${length(fault.by)}。`,
  isTold: true,
};
