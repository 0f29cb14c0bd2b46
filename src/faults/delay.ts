/** One message travels longer. */
import type { OnMessage } from '../model/fault';
import { fromMs, type Ms } from '../model/time';
import { delayBy } from './fields';
import { long, messageAt } from './fresh';
import { rule, struck } from './order';
import type { FaultProgram } from './program';

export interface DelayFault extends OnMessage {
  readonly kind: 'delay';
  readonly by: Ms;
}

declare module '../model/fault' {
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
  strikes: 'anybody',
  usually: 'client1',
  key: 'KeyY',
  fresh: (place) => ({ kind: 'delay', message: messageAt(place), by: long(place) }),
  mark: ({ by }) => ({ shape: 'message', by }),
  *strike({ message, by }) {
    yield* rule(message, fromMs(by));
    yield* struck(message.from);
  },
  misfortune: ({ message: { from, to, leg }, by }, at) => ({
    rule: 'messageDelayed',
    values: { from: [from], to: [to], leg, by: fromMs(by), at },
  }),
};

export const sign: readonly string[] = [
  'M5 22h14',
  'M5 2h14',
  'M17 22v-4.172a2 2 0 0 0-.586-1.414L12 12l-4.414 4.414A2 2 0 0 0 7 17.828V22',
  'M7 2v4.172a2 2 0 0 0 .586 1.414L12 12l4.414-4.414A2 2 0 0 0 17 6.172V2',
];
