/** The machine loses power. Its connections fall silent, and data that was not fsynced is lost. */
import type { OnProcess } from '../model/scenario/fault';
import type { Both } from '../model/values/text';
import type { Ms } from '../model/values/time';
import { down } from './down';
import { lengthUntilEnd } from './endingFaults';
import { restartAfter } from './fields';
import { restartOf } from './fresh';
import { crashPlacements, type InjectionRules, immediateRestart, inMs } from './injectionPoints';
import { reportInjected } from './order';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface PowerLossFault extends OnProcess {
  readonly kind: 'power-loss';
  readonly restartAfter: Ms | 'never';
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly 'power-loss': PowerLossFault;
  }
}

export const powerLoss: FaultProgram<PowerLossFault> = {
  kind: 'power-loss',
  target: 'process',
  fields: { restartAfter },
  length: 'restartAfter',
  appliesTo: 'anybody',
  usually: 'client1',
  key: 'KeyO',
  fresh: (point) => ({
    kind: 'power-loss',
    process: point.process,
    when: point.when,
    restartAfter: restartOf(point),
  }),
  mark: () => ({ shape: 'gap' }),
  *inject(fault) {
    yield* reportInjected(fault.process);
    yield* down(fault.process, fault.restartAfter, { power: true });
  },
  // It restarts with the data on its disk.
  endedAtFields: (fault, struck, at) => ({ restartAfter: lengthUntilEnd(fault.restartAfter, struck, at) }),
};

export const sign: readonly string[] = [
  'm19 5 3-3',
  'm2 22 3-3',
  'M6.3 20.3a2.4 2.4 0 0 0 3.4 0L12 18l-6-6-2.3 2.3a2.4 2.4 0 0 0 0 3.4Z',
  'M7.5 13.5 10 11',
  'M10.5 16.5 13 14',
  'm12 6 6 6 2.3-2.3a2.4 2.4 0 0 0 0-3.4l-2.6-2.6a2.4 2.4 0 0 0-3.4 0Z',
];

export const texts: Both<FaultTexts<PowerLossFault>> = {
  en: {
    name: 'Power loss',
    help: 'The machine loses power; what was not fsynced is gone.',
    title: (who) => `${who} loses power`,
    injected: ({ from }) => `${from} loses power.`,
  },
  zh: {
    name: '断电',
    help: '机器断电；没有 fsync 的内容丢失。',
    title: (who) => `${who} 断电`,
    injected: ({ from }) => `${from} 断电。`,
  },
};

/**
 * A machine can lose power wherever its process can crash. Its clients are not notified, and a server restarts with the
 * data on its disk: at once, before the lease is over, or after it.
 */
export const injectionRules: InjectionRules = {
  strengths: [inMs('restartAfter')],
  isNarrated: true,
  placements: (survey) => {
    const [below, , above] = survey.lengths;
    const restarts = { ofClients: [below, 'never'], ofServers: [immediateRestart, below, above] } as const;
    return crashPlacements(survey, restarts, (process, when, restartAfter) => ({
      kind: 'power-loss',
      process,
      when,
      restartAfter,
    }));
  },
};
