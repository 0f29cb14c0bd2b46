/**
 * A link is cut, and nobody is told. Messages that are sent meanwhile wait, and TCP sends them again when the link is
 * whole. They are lost only when their connection ends (`sim/resending.ts`).
 */
import type { OnLink } from '../model/fault';
import type { Ms } from '../model/time';
import { changedLinks, endsOf } from './changedLinks';
import { bothWays, lastsOrEver } from './fields';
import { linkAt, long } from './fresh';
import * as order from './order';
import type { FaultProgram } from './program';

export interface CutFault extends OnLink {
  readonly kind: 'cut';
  readonly for: Ms | 'ever';
}

declare module '../model/fault' {
  interface FaultShapes {
    readonly cut: CutFault;
  }
}

export const cut: FaultProgram<CutFault> = {
  kind: 'cut',
  target: 'link',
  fields: { for: lastsOrEver, bothWays },
  length: 'for',
  strikes: 'anybody',
  usually: 'client1',
  key: 'KeyX',
  fresh: (place) => ({ kind: 'cut', ...linkAt(place), bothWays: true, when: place.when, for: long(place) }),
  mark: () => ({ shape: 'link', by: null }),
  strike: (fault) => changedLinks(fault, order.cut(fault)),
  misfortune: (fault, at) => ({ rule: 'linkCut', values: { ...endsOf(fault), bothWays: fault.bothWays ? 1 : 0, at } }),
};

export const sign: readonly string[] = [
  'M3 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  'M8.12 8.12 12 12',
  'M20 4 8.12 15.88',
  'M3 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  'M14.8 14.8 20 20',
];
