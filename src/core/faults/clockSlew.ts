/** The same correction as by a jump, spread over a length of time, as ntpd does. */

import type { OnProcess } from '../model/scenario/fault';
import { slewOf } from '../model/values/clock';
import type { Both } from '../model/values/text';
import { fromMs, type Ms, toMs } from '../model/values/time';
import { clockErrors, turningPoints, withClocks } from './clockPoints';
import { clockBy, spreadOver } from './fields';
import { longLength } from './fresh';
import { atPoints, type InjectionRules, inMs } from './injectionPoints';
import { ended, endSlew, reportInjected, slew, waitLasting } from './order';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface ClockSlewFault extends OnProcess {
  readonly kind: 'clock-slew';
  readonly by: Ms;
  readonly over: Ms;
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly 'clock-slew': ClockSlewFault;
  }
}

export const clockSlew: FaultProgram<ClockSlewFault> = {
  kind: 'clock-slew',
  target: 'process',
  fields: { by: clockBy, over: spreadOver },
  length: 'over',
  shift: 'by',
  appliesTo: 'anybody',
  usually: 'nodeA',
  key: 'KeyW',
  fresh: (point) => ({
    kind: 'clock-slew',
    process: point.process,
    when: point.when,
    by: longLength(point),
    over: longLength(point) * 2,
  }),
  mark: ({ by }) => ({ shape: 'clock', says: { slew: by } }),
  *inject({ process, by, over }) {
    const { takes, ppm } = slewOf(fromMs(by), fromMs(over));
    yield* reportInjected(process);
    yield* slew(process, ppm);
    yield* waitLasting(takes);
    if (yield* endSlew(process)) yield* ended(process);
  },
  // The correction made by then stays, to the microsecond.
  endedAtFields: ({ by, over }, struck, at) => {
    const { takes } = slewOf(fromMs(by), fromMs(over));
    const length = at - struck;
    return length >= takes ? { by, over } : { by: (by * length) / takes, over: toMs(length) };
  },
};

export const sign: readonly string[] = [
  'M10 2h4',
  'M12 14v-4',
  'M4 13a8 8 0 0 1 8-7 8 8 0 1 1-5.3 14L4 17.6',
  'M9 17H4v5',
];

export const texts: Both<FaultTexts<ClockSlewFault>> = {
  en: {
    name: 'Clock slew',
    help: 'The wall clock is corrected little by little.',
    title: (who) => `${who}: clock is slewed`,
    injected: ({ from, fault, length }) =>
      `The clock of ${from} is corrected little by little, by ${length(fault.by)}.`,
    ended: ({ from }) => `The clock of ${from} is corrected.`,
    isNarrated: () => true,
  },
  zh: {
    name: '时钟微调',
    help: '挂钟被一点一点地校正。',
    title: (who) => `${who} 时钟微调`,
    injected: ({ from, fault, length }) => `${from} 的时钟被一点一点地校正，共 ${length(fault.by)}。`,
    ended: ({ from }) => `${from} 的时钟校正完毕。`,
    isNarrated: () => true,
  },
};

/**
 * A clock can be slewed from the beginning, or from any point of change, at the highest rate: it then runs at twice or
 * half its speed. A client's clock and a server's go forward or back.
 */
export const injectionRules: InjectionRules = {
  strengths: [inMs('by')],
  isNarrated: false,
  placements: (survey) => {
    const [below, above] = clockErrors(survey);
    return withClocks(survey).flatMap((process) =>
      [-above, below, above].flatMap((by) =>
        atPoints(process, turningPoints(survey), (when) => ({
          kind: 'clock-slew',
          process,
          when,
          by,
          over: Math.abs(by),
        })),
      ),
    );
  },
};
