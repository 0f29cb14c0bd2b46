/** One message takes longer. */
import type { OnMessage } from '../model/scenario/fault';
import type { Both } from '../model/values/text';
import { fromMs, lengthMax, type Ms } from '../model/values/time';
import { lengthUntilEnd } from './endingFaults';
import { delayBy } from './fields';
import { longLength, messageAt } from './fresh';
import { type InjectionRules, inMs, type Survey } from './injectionPoints';
import { reportInjected, rule } from './order';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface DelayFault extends OnMessage {
  readonly kind: 'delay';
  readonly by: Ms;
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly delay: DelayFault;
  }
}

export const delay: FaultProgram<DelayFault> = {
  kind: 'delay',
  target: 'message',
  fields: { by: delayBy },
  length: null,
  shift: 'by',
  appliesTo: 'anybody',
  usually: 'client1',
  key: 'KeyY',
  fresh: (point) => ({ kind: 'delay', message: messageAt(point), by: longLength(point) }),
  mark: ({ by }) => ({ shape: 'message', by }),
  *inject({ message, by }) {
    yield* rule(message, fromMs(by));
    yield* reportInjected(message.from);
  },
  faultCause: ({ message: { from, to, leg }, by }, at) => ({
    rule: 'messageDelayed',
    values: { from: [from], to: [to], leg, by: fromMs(by), at },
  }),
  // The message goes on at that instant, and then takes as long as any other.
  endedAtFields: ({ by }, struck, at) => ({ by: lengthUntilEnd(by, struck, at) }),
};

export const sign: readonly string[] = [
  'M5 22h14',
  'M5 2h14',
  'M17 22v-4.172a2 2 0 0 0-.586-1.414L12 12l-4.414 4.414A2 2 0 0 0 7 17.828V22',
  'M7 2v4.172a2 2 0 0 0 .586 1.414L12 12l4.414-4.414A2 2 0 0 0 17 6.172V2',
];

const legs = { request: '请求', reply: '应答', push: '推送' } as const;

export const texts: Both<FaultTexts<DelayFault>> = {
  en: {
    name: 'Delay msg',
    help: 'One message takes longer.',
    title: (who, { message }) => `${who} delays a ${message.leg}`,
    injected: ({ from, to, fault, length }) => `A message from ${from} to ${to} takes ${length(fault.by)} longer.`,
    isNarrated: () => true,
  },
  zh: {
    name: '延迟消息',
    help: '一条消息延迟送达。',
    title: (who, { message }) => `${who} 延迟一个${legs[message.leg]}`,
    injected: ({ from, to, fault, length }) => `${from} 发给 ${to} 的一条消息延迟 ${length(fault.by)}。`,
    isNarrated: () => true,
  },
};

const below = 0.9;
const above = 1.1;

/**
 * Each message can be late, in three classes: its client still waits for the answer, its client has just stopped
 * waiting, or the lease is over and another client has been inside. A message that never comes is a loss (`lose`).
 */
export const injectionRules: InjectionRules = {
  strengths: [inMs('by')],
  isNarrated: true,
  placements: ({ messages, lengths }) =>
    messages.flatMap(({ message, slack, at, seq }) =>
      classesOf(slack, lengths).map((by) => ({
        fault: { kind: 'delay', message, by } as const,
        process: message.from,
        at,
        seq,
      })),
    ),
};

/** A client that waits forever has no time limit to exceed. A class just below the lease replaces that one. */
function classesOf(slack: Ms | null, [underLease, , overLease]: Survey['lengths']): readonly Ms[] {
  const lengths = slack === null ? [underLease] : [Math.floor(slack * below), justOver(slack)];
  return [...lengths, overLease].filter((length, index, all) => length > 0 && all.indexOf(length) === index);
}

/** A delay after which the client no longer waits. */
export const justOver = (slack: Ms): Ms => Math.min(lengthMax, Math.ceil(slack * above));
