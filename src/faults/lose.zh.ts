/** The Chinese texts of a lost message. */
import type { LoseFault } from './lose';
import type { FaultTexts } from './texts';

const legs = { request: '请求', reply: '应答', push: '推送' } as const;

export const lose: FaultTexts<LoseFault> = {
  name: '丢失消息',
  help: '丢失一条消息。',
  title: (who, { message }) => `${who} 丢失一个${legs[message.leg]}`,
  struck: ({ from, to }) => `${from} 发给 ${to} 的一条消息丢失。`,
};
