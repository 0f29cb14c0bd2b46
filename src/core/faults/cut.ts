/**
 * A link is cut, and no process notices. Messages that are sent meanwhile wait, and TCP resends them when the link is
 * whole. They are lost only when their connection ends (`sim/resending.ts`).
 */
import type { OnLink } from '../model/scenario/fault';
import type { Both } from '../model/values/text';
import type { Ms } from '../model/values/time';
import { changedLinks, endsOf } from './changedLinks';
import { lengthUntilEnd } from './endingFaults';
import { bothWays, lastsOrEver } from './fields';
import { linkAt, longLength } from './fresh';
import { atPoints, type InjectionRules, inMs } from './injectionPoints';
import { laneOf, linkPointsIn } from './linkPoints';
import * as order from './order';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface CutFault extends OnLink {
  readonly kind: 'cut';
  readonly for: Ms | 'ever';
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly cut: CutFault;
  }
}

export const cut: FaultProgram<CutFault> = {
  kind: 'cut',
  target: 'link',
  fields: { for: lastsOrEver, bothWays },
  length: 'for',
  appliesTo: 'anybody',
  usually: 'client1',
  key: 'KeyX',
  fresh: (point) => ({ kind: 'cut', ...linkAt(point), bothWays: true, when: point.when, for: longLength(point) }),
  mark: () => ({ shape: 'link', by: null }),
  inject: (fault) => changedLinks(fault, order.cut(fault)),
  faultCause: (fault, at) => ({ rule: 'linkCut', values: { ...endsOf(fault), bothWays: fault.bothWays ? 1 : 0, at } }),
  endedAtFields: (fault, struck, at) => ({ for: lengthUntilEnd(fault.for, struck, at) }),
};

export const sign: readonly string[] = [
  'M3 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  'M8.12 8.12 12 12',
  'M20 4 8.12 15.88',
  'M3 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  'M14.8 14.8 20 20',
];

export const texts: Both<FaultTexts<CutFault>> = {
  en: {
    name: 'Cut link',
    help: 'No message gets through between two sides, and neither side notices. What is sent meanwhile arrives late, or never.',
    title: (who) => `${who} is cut`,
    injected: ({ from, to, fault }) =>
      `Nothing gets from ${from} to ${to}${fault.bothWays ? ', or back' : ''}, from now on.`,
    ended: ({ from, to }) => `Messages get from ${from} to ${to} again.`,
    isNarrated: () => true,
  },
  zh: {
    name: '断开链路',
    help: '两边之间的消息送不过去，双方都得不到通知。期间发出的消息会迟到，或永远不到。',
    title: (who) => `${who} 断开`,
    injected: ({ from, to, fault }) =>
      `网络分区：从此 ${from} 到 ${to} 的消息${fault.bothWays ? '以及返回的消息' : ''}都送不过去。`,
    ended: ({ from, to }) => `${from} 到 ${to} 的消息恢复畅通。`,
    isNarrated: () => true,
  },
};

/**
 * A link can be cut before each instant at which a message is sent there: for less than the lease, for longer than
 * the lease, or to the end.
 */
export const injectionRules: InjectionRules = {
  strengths: [inMs('for')],
  isNarrated: false,
  placements: (survey) => {
    const [below, , above] = survey.lengths;
    return linkPointsIn(survey).flatMap(({ points, from, to, bothWays }) =>
      ([below, above, 'ever'] as const).flatMap((length) =>
        atPoints(laneOf(from), points, (when) => ({ kind: 'cut', from, to, bothWays, when, for: length })),
      ),
    );
  },
};
