/** One process stops, as in a stop-the-world pause. Messages that it has sent still arrive, and messages to it wait. */
import type { OnProcess } from '../model/scenario/fault';
import type { Both } from '../model/values/text';
import type { Ms } from '../model/values/time';
import { lengthUntilEnd } from './endingFaults';
import { lasts } from './fields';
import { longLength } from './fresh';
import { beforeEffects, beforeRequests, type InjectionRules, inMs } from './injectionPoints';
import { reportInjected } from './order';
import type { FaultProgram } from './program';
import { stopped } from './stopped';
import type { FaultTexts } from './texts';

export interface PauseFault extends OnProcess {
  readonly kind: 'pause';
  readonly for: Ms;
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly pause: PauseFault;
  }
}

export const pause: FaultProgram<PauseFault> = {
  kind: 'pause',
  target: 'process',
  fields: { for: lasts },
  length: 'for',
  appliesTo: 'anybody',
  usually: 'client1',
  key: 'KeyP',
  fresh: (point) => ({ kind: 'pause', process: point.process, when: point.when, for: longLength(point) }),
  mark: () => ({ shape: 'stretch' }),
  *inject({ process, for: length }) {
    yield* reportInjected(process);
    yield* stopped(process, length, 'none');
  },
  endedAtFields: (fault, struck, at) => ({ for: lengthUntilEnd(fault.for, struck, at) }),
};

export const sign: readonly string[] = [
  'M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1z',
  'M6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1z',
];

export const texts: Both<FaultTexts<PauseFault>> = {
  en: {
    name: 'Pause',
    help: 'The process is frozen: it runs no code for a while.',
    title: (who) => `${who} pauses`,
    injected: ({ from, fault, length }) => `${from} is paused for ${length(fault.for)}.`,
  },
  zh: {
    name: '停顿',
    help: '整个进程停顿：一段时间内不执行任何代码。',
    title: (who) => `${who} 停顿`,
    injected: ({ from, fault, length }) => `${from} 的整个进程停顿 ${length(fault.for)}。`,
  },
};

/** In ms: everything else that is due at that instant happens first. */
const briefly: Ms = 1;

/** A client can stop before each of its effects, and briefly where it does not wait; a server before each request. */
export const injectionRules: InjectionRules = {
  strengths: [inMs('for')],
  isNarrated: true,
  placements: (survey) => {
    const { lengths } = survey;
    const [below, , above] = lengths;
    return [
      ...lengths.flatMap((length) =>
        beforeEffects(survey, (process, when) => ({ kind: 'pause', process, when, for: length })),
      ),
      ...beforeEffects(
        { ...survey, effects: survey.effects.filter(({ isMidTurn: isInside }) => isInside) },
        (process, when) => ({
          kind: 'pause',
          process,
          when,
          for: briefly,
        }),
      ),
      ...[below, above].flatMap((length) =>
        beforeRequests(survey, (process, when) => ({ kind: 'pause', process, when, for: length })),
      ),
    ];
  },
};
