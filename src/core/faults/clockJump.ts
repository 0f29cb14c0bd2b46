/** The wall clock of a process is set, forwards or back. */
import type { OnProcess } from '../model/scenario/fault';
import { isClient } from '../model/scenario/processId';
import type { Scenario } from '../model/scenario/scenario';
import type { Both } from '../model/values/text';
import { fromMs, type Ms } from '../model/values/time';
import { clockErrors, withClocks } from './clockPoints';
import { clockBy } from './fields';
import { longLength } from './fresh';
import { atPoints, type InjectionRules, inMs } from './injectionPoints';
import { jump, reportInjected } from './order';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface ClockJumpFault extends OnProcess {
  readonly kind: 'clock-jump';
  readonly by: Ms;
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly 'clock-jump': ClockJumpFault;
  }
}

export const clockJump: FaultProgram<ClockJumpFault> = {
  kind: 'clock-jump',
  target: 'process',
  fields: { by: clockBy },
  length: null,
  shift: 'by',
  appliesTo: 'anybody',
  usually: 'nodeA',
  key: 'KeyK',
  fresh: (point) => ({ kind: 'clock-jump', process: point.process, when: point.when, by: longLength(point) }),
  needs: jumpNeeds,
  mark: () => ({ shape: 'moment' }),
  *inject({ process, by }) {
    yield* reportInjected(process);
    yield* jump(process, fromMs(by));
  },
  endedAtFields: () => ({}),
};

/**
 * What a jump needs from the servers. The clocks of some servers cannot be set back. Some cannot be set at all if they
 * pass their writes on to a log or to replicas.
 */
function jumpNeeds({ by }: ClockJumpFault, { settings }: Scenario): readonly string[] {
  const { persistence, replicas } = settings.nodes;
  const isLogged = persistence !== 'none' || replicas > 0;
  return ['clock-jump', ...(by < 0 ? ['jump-back'] : []), ...(isLogged ? ['logged-jump'] : [])];
}

export const sign: readonly string[] = [
  'M12 6v6l1.56.78',
  'M13.227 21.925a10 10 0 1 1 8.767-9.588',
  'm14 18 4-4 4 4',
  'M18 22v-8',
];

export const texts: Both<FaultTexts<ClockJumpFault>> = {
  en: {
    name: 'Clock jump',
    help: 'The wall clock is set forward or back.',
    title: (who) => `${who}: clock jumps`,
    injected: ({ from }) => `The clock of ${from} is set.`,
  },
  zh: {
    name: '时钟跳变',
    help: '挂钟被向前或向后拨动。',
    title: (who) => `${who} 时钟跳变`,
    injected: ({ from }) => `${from} 的时钟被拨动。`,
  },
};

/**
 * A clock can jump at any point of change. A server's clock goes forward, so that keys expire. A client's clock goes
 * forward or back.
 */
export const injectionRules: InjectionRules = {
  strengths: [inMs('by')],
  isNarrated: true,
  placements: (survey) => {
    const [below, above] = clockErrors(survey);
    return withClocks(survey).flatMap((process) =>
      (isClient(process) ? [-above, above] : [below, above]).flatMap((by) =>
        atPoints(process, survey.changes, (when) => ({ kind: 'clock-jump', process, when, by })),
      ),
    );
  },
};
