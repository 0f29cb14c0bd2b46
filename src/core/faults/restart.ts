/** A crash and a start at the same instant. */
import type { OnProcess } from '../model/scenario/fault';
import type { Both } from '../model/values/text';
import { beforeEffects, beforeRequests, type InjectionRules } from './injectionPoints';
import { crash, reportInjected, start } from './order';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface RestartFault extends OnProcess {
  readonly kind: 'restart';
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly restart: RestartFault;
  }
}

export const restart: FaultProgram<RestartFault> = {
  kind: 'restart',
  target: 'process',
  fields: {},
  length: null,
  appliesTo: 'anybody',
  usually: 'client1',
  key: 'KeyR',
  fresh: ({ process, when }) => ({ kind: 'restart', process, when }),
  mark: () => ({ shape: 'moment' }),
  *inject({ process }) {
    yield* reportInjected(process);
    yield* crash(process, { power: false });
    // A process that was already down is started anyway.
    yield* start(process, null);
  },
  endedAtFields: () => ({}),
};

export const sign: readonly string[] = [
  'M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8',
  'M21 3v5h-5',
  'M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16',
  'M8 16H3v5',
];

export const texts: Both<FaultTexts<RestartFault>> = {
  en: {
    name: 'Restart',
    help: 'The process is killed and starts again at once.',
    title: (who) => `${who} restarts`,
    injected: ({ from }) => `${from} is restarted.`,
  },
  zh: {
    name: '重启',
    help: '进程被杀死并立即重新启动。',
    title: (who) => `${who} 重启`,
    injected: ({ from }) => `${from} 被重启。`,
  },
};

/** A process can be restarted wherever it can crash. */
export const injectionRules: InjectionRules = {
  strengths: [],
  isNarrated: true,
  placements: (survey) => [
    ...beforeEffects(survey, (process, when) => ({ kind: 'restart', process, when })),
    ...beforeRequests(survey, (process, when) => ({ kind: 'restart', process, when })),
  ],
};
