/** Messages between two sides take longer for a while. */
import type { OnLink } from '../model/scenario/fault';
import type { Both } from '../model/values/text';
import { fromMs, type Ms } from '../model/values/time';
import { changedLinks, endsOf } from './changedLinks';
import { justOver } from './delay';
import { lengthUntilEnd } from './endingFaults';
import { bothWays, delayBy, lastsOrEver } from './fields';
import { linkAt, longLength, shortLength } from './fresh';
import { atPoints, type InjectionRules, inMs } from './injectionPoints';
import { laneOf, linkPointsIn } from './linkPoints';
import * as order from './order';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface SlowFault extends OnLink {
  readonly kind: 'slow';
  readonly by: Ms;
  readonly for: Ms | 'ever';
}

declare module '../model/scenario/fault' {
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
  appliesTo: 'anybody',
  usually: 'client1',
  key: 'KeyS',
  fresh: (point) => ({
    kind: 'slow',
    ...linkAt(point),
    bothWays: true,
    when: point.when,
    by: shortLength(point),
    for: longLength(point),
  }),
  mark: ({ by }) => ({ shape: 'link', by }),
  inject: (fault) => changedLinks(fault, order.slow(fault, fromMs(fault.by))),
  faultCause: (fault, at) => ({ rule: 'linkSlow', values: { ...endsOf(fault), by: fromMs(fault.by), at } }),
  endedAtFields: (fault, struck, at) => ({ for: lengthUntilEnd(fault.for, struck, at) }),
};

export const sign: readonly string[] = [
  'M2 13a6 6 0 1 0 12 0 4 4 0 1 0-8 0 2 2 0 0 0 4 0',
  'M2 13a8 8 0 1 0 16 0a8 8 0 1 0 -16 0',
  'M2 21h12c4.4 0 8-3.6 8-8V7a2 2 0 1 0-4 0v6',
  'M18 3 19.1 5.2',
  'M22 3 20.9 5.2',
];

export const texts: Both<FaultTexts<SlowFault>> = {
  en: {
    name: 'Slow link',
    help: 'Messages between two sides take longer.',
    title: (who) => `${who} is slow`,
    injected: ({ from, to, fault, length }) =>
      `Messages from ${from} to ${to} take ${length(fault.by)} longer from now on.`,
    ended: ({ from, to }) => `Messages from ${from} to ${to} are as fast as before.`,
    isNarrated: () => true,
  },
  zh: {
    name: '链路变慢',
    help: '两边之间的消息延迟增加。',
    title: (who) => `${who} 变慢`,
    injected: ({ from, to, fault, length }) => `从此 ${from} 到 ${to} 的消息延迟增加 ${length(fault.by)}。`,
    ended: ({ from, to }) => `${from} 到 ${to} 的消息恢复原来的速度。`,
    isNarrated: () => true,
  },
};

/**
 * A link can be slow wherever it can be cut: slow enough for clients to have just stopped waiting, or for the lease to
 * be over. It stays slow until another client has come in and left.
 */
export const injectionRules: InjectionRules = {
  strengths: [inMs('by'), inMs('for')],
  isNarrated: false,
  placements: (survey) => {
    const [, , above] = survey.lengths;
    return linkPointsIn(survey).flatMap(({ points, slack, from, to, bothWays }) => {
      const late = slack === null ? above : justOver(slack);
      return [...new Set([late, above])].flatMap((by) =>
        atPoints(laneOf(from), points, (when) => ({ kind: 'slow', from, to, bothWays, when, by, for: above })),
      );
    });
  },
};
