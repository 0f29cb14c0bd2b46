/** Messages between two sides travel longer for a while. */
import type { OnLink } from '../model/fault';
import { fromMs, type Ms } from '../model/time';
import { changedLinks, endsOf } from './changedLinks';
import { bothWays, delayBy, lastsOrEver } from './fields';
import { linkAt, long, short } from './fresh';
import * as order from './order';
import type { FaultProgram } from './program';

export interface SlowFault extends OnLink {
  readonly kind: 'slow';
  readonly by: Ms;
  readonly for: Ms | 'ever';
}

declare module '../model/fault' {
  interface FaultShapes {
    readonly slow: SlowFault;
  }
}

export const slow: FaultProgram<SlowFault> = {
  kind: 'slow',
  target: 'link',
  fields: { by: delayBy, for: lastsOrEver, bothWays },
  length: 'for',
  shift: 'by',
  strikes: 'anybody',
  usually: 'client1',
  key: 'KeyS',
  fresh: (place) => ({
    kind: 'slow',
    ...linkAt(place),
    bothWays: true,
    when: place.when,
    by: short(place),
    for: long(place),
  }),
  mark: ({ by }) => ({ shape: 'link', by }),
  strike: (fault) => changedLinks(fault, order.slow(fault, fromMs(fault.by))),
  misfortune: (fault, at) => ({ rule: 'linkSlow', values: { ...endsOf(fault), by: fromMs(fault.by), at } }),
};

export const sign: readonly string[] = [
  'M2 13a6 6 0 1 0 12 0 4 4 0 1 0-8 0 2 2 0 0 0 4 0',
  'M2 13a8 8 0 1 0 16 0a8 8 0 1 0 -16 0',
  'M2 21h12c4.4 0 8-3.6 8-8V7a2 2 0 1 0-4 0v6',
  'M18 3 19.1 5.2',
  'M22 3 20.9 5.2',
];
