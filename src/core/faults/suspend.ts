/**
 * The whole machine stops. A closed lid stops only its monotonic clock. A virtual machine that is migrated does not
 * notice the time at all: its wall clock is behind until NTP corrects it.
 */
import type { OnProcess } from '../model/scenario/fault';
import { type FaultField, valueIn } from '../model/scenario/faultKind';
import { milliseconds } from '../model/scenario/fields';
import type { Both } from '../model/values/text';
import { fromMs, lengthMax, type Ms } from '../model/values/time';
import { lengthUntilEnd } from './endingFaults';
import { lasts } from './fields';
import { longLength } from './fresh';
import { beforeEffects, beforeRequests, type InjectionRules, inMs } from './injectionPoints';
import { jump, reportInjected, waitOrEnd } from './order';
import type { FaultProgram } from './program';
import { stopped } from './stopped';
import type { FaultTexts } from './texts';

export interface SuspendFault extends OnProcess {
  readonly kind: 'suspend';
  readonly for: Ms;
  /** Absent: the wall clock goes on. */
  readonly wallClock?: 'stands';
  /** If the wall clock was stopped: how long after the stop it is corrected. Absent: never. */
  readonly ntpAfter?: Ms | 'never';
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly suspend: SuspendFault;
  }
}

const ntpAfter: FaultField = {
  ...milliseconds({
    label: { en: 'NTP after', zh: '多久后 NTP 校准' },
    help: {
      en: 'NTP corrects its wall clock in one jump, this long after it resumes.',
      zh: '恢复运行之后过这么久，NTP 把挂钟一次拨正。',
    },
    min: 0,
    max: lengthMax,
    default: 0,
  }),
  kind: 'number-or-word',
  word: { id: 'never', label: { en: 'never', zh: '不校准' } },
  default: 'never',
  appliesTo: (fault) => valueIn(fault, 'wallClock') === 'stands',
};

export const suspend: FaultProgram<SuspendFault> = {
  kind: 'suspend',
  target: 'process',
  fields: { for: lasts, ntpAfter },
  length: 'for',
  choices: [
    {
      offers: 'words',
      name: 'wallClock',
      label: { en: 'Wall clock', zh: '挂钟' },
      absent: { en: 'runs on (laptop lid)', zh: '照走（合上盖子）' },
      words: [{ id: 'stands', label: { en: 'stops (VM migrated)', zh: '停住（虚拟机迁移）' } }],
    },
  ],
  appliesTo: 'anybody',
  usually: 'client1',
  key: 'KeyU',
  fresh: (point) => ({ kind: 'suspend', process: point.process, when: point.when, for: longLength(point) }),
  // For a server's keys, a clock that falls behind is like a clock that is set back.
  needs: ({ wallClock }) => ['suspend', ...(wallClock === 'stands' ? ['jump-back'] : [])],
  mark: () => ({ shape: 'stretch' }),
  *inject({ process, for: length, wallClock, ntpAfter = 'never' }) {
    yield* reportInjected(process);
    const behind = yield* stopped(process, length, wallClock === 'stands' ? 'both' : 'mono');
    if (behind === 0 || ntpAfter === 'never') return;
    yield* waitOrEnd(fromMs(ntpAfter));
    yield* jump(process, behind);
  },
  // The delay between the stop and the correction of a stopped wall clock does not change.
  endedAtFields: (fault, struck, at) => ({ for: lengthUntilEnd(fault.for, struck, at) }),
};

export const sign: readonly string[] = [
  'M18 5h4',
  'M20 3v4',
  'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
];

export const texts: Both<FaultTexts<SuspendFault>> = {
  en: {
    name: 'Suspend',
    help: 'The whole machine sleeps, or a virtual machine is stopped and migrated.',
    title: (who, { wallClock }) => `${who} ${wallClock ? 'is migrated' : 'sleeps'}`,
    injected: ({ from, fault, length }) =>
      fault.wallClock
        ? `The virtual machine of ${from} is stopped for ${length(fault.for)}, and all its clocks with it.`
        : `The machine of ${from} sleeps for ${length(fault.for)}.`,
  },
  zh: {
    name: '休眠',
    help: '整台机器休眠，或虚拟机因迁移而停住。',
    title: (who, { wallClock }) => `${who} ${wallClock ? '被迁移' : '休眠'}`,
    injected: ({ from, fault, length }) =>
      fault.wallClock
        ? `${from} 所在的虚拟机停住 ${length(fault.for)}，所有时钟也随之停住。`
        : `${from} 所在的机器休眠 ${length(fault.for)}。`,
  },
};

const clocks = [{}, { wallClock: 'stands' }] as const;

/**
 * A machine can sleep, or be migrated, wherever a process can pause. Its wall clock goes on, or stops with the machine
 * and stays behind.
 */
export const injectionRules: InjectionRules = {
  strengths: [inMs('for')],
  isNarrated: false,
  placements: (survey) => {
    const { lengths } = survey;
    const [below, , above] = lengths;
    return clocks.flatMap((clock) => [
      ...lengths.flatMap((length) =>
        beforeEffects(survey, (process, when) => ({ kind: 'suspend', process, when, for: length, ...clock })),
      ),
      ...[below, above].flatMap((length) =>
        beforeRequests(survey, (process, when) => ({ kind: 'suspend', process, when, for: length, ...clock })),
      ),
    ]);
  },
};
