/** The messages that are pushed to one subscription of a live process, in order, for one taker at a time. */

import { connectionClosed, type Reply, timedOut } from '../../../core/model/effects/request';
import type { Subscription } from '../../../core/promises/host';
import type { LiveClock } from './liveClock';
import { startTimer } from './timers';

export interface LiveInbox extends Subscription {
  readonly push: (reply: Reply) => void;
  /** The connection is closed. Earlier messages can still be taken. */
  readonly end: () => void;
}

/** @param close closes its connection. */
export function openInbox(clock: LiveClock, close: () => void): LiveInbox {
  const waiting: Reply[] = [];
  let taker: ((reply: Reply) => void) | null = null;
  let isOver = false;
  return {
    push: (reply) => {
      if (taker) taker(reply);
      else waiting.push(reply);
    },
    end: () => {
      isOver = true;
      taker?.(connectionClosed);
    },
    close: () => {
      isOver = true;
      close();
      taker?.(connectionClosed);
    },
    next: (timeout, signal) =>
      new Promise((resolve) => {
        const first = waiting.shift();
        if (first || isOver || signal.aborted) return resolve(first ?? connectionClosed);
        const answer = (reply: Reply) => {
          stop();
          taker = null;
          resolve(reply);
        };
        const stop = timeout === null ? () => {} : startTimer(clock, timeout, () => answer(timedOut));
        taker = answer;
        signal.addEventListener('abort', () => taker === answer && answer(connectionClosed));
      }),
  };
}
