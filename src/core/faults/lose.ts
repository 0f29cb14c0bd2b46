/** One message is lost. */
import type { OnMessage } from '../model/scenario/fault';
import type { Both } from '../model/values/text';
import { messageAt } from './fresh';
import type { InjectionRules } from './injectionPoints';
import { reportInjected, rule } from './order';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface LoseFault extends OnMessage {
  readonly kind: 'lose';
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly lose: LoseFault;
  }
}

export const lose: FaultProgram<LoseFault> = {
  kind: 'lose',
  target: 'message',
  fields: {},
  length: null,
  appliesTo: 'anybody',
  usually: 'client1',
  key: 'KeyL',
  fresh: (point) => ({ kind: 'lose', message: messageAt(point) }),
  mark: () => ({ shape: 'message', by: null }),
  *inject({ message }) {
    yield* rule(message, null);
    yield* reportInjected(message.from);
  },
  faultCause: ({ message: { from, to, leg } }, at) => ({
    rule: 'messageLost',
    values: { from: [from], to: [to], leg, at },
  }),
  endedAtFields: () => ({}),
};

export const sign: readonly string[] = [
  'M22 12.532V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h8.792',
  'm22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7',
  'm16.5 16.5 5 5',
  'm21.5 16.5-5 5',
];

const legs = { request: '请求', reply: '应答', push: '推送' } as const;

export const texts: Both<FaultTexts<LoseFault>> = {
  en: {
    name: 'Lose msg',
    help: 'One message is lost.',
    title: (who, { message }) => `${who} loses a ${message.leg}`,
    injected: ({ from, to }) => `A message from ${from} to ${to} is lost.`,
  },
  zh: {
    name: '丢失消息',
    help: '丢失一条消息。',
    title: (who, { message }) => `${who} 丢失一个${legs[message.leg]}`,
    injected: ({ from, to }) => `${from} 发给 ${to} 的一条消息丢失。`,
  },
};

export const injectionRules: InjectionRules = {
  strengths: [],
  isNarrated: true,
  placements: ({ messages }) =>
    messages.map(({ message, at, seq }) => ({
      fault: { kind: 'lose', message } as const,
      process: message.from,
      at,
      seq,
    })),
};
