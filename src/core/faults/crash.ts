/**
 * A process is killed. Its connections are closed at once, and what it has written to its file stays. A client can be
 * asked to stop instead, like a container: its code may handle the signal (`heed` of `model/effects/effect.ts`) and
 * work on until `process.exit`, or until it is killed after 10 s; a restart counts from then on. Only user code handles
 * it, and a search asks only such clients to stop, so no other space grows.
 */
import type { OnProcess } from '../model/scenario/fault';
import { isClient } from '../model/scenario/processId';
import type { Both } from '../model/values/text';
import { fromMs, type Ms } from '../model/values/time';
import { down } from './down';
import { lengthUntilEnd } from './endingFaults';
import { restartAfter } from './fields';
import { restartOf } from './fresh';
import { beforeEffects, crashPlacements, type InjectionRules, immediateRestart, inMs } from './injectionPoints';
import {
  askToStop,
  crash as crashed,
  endThread,
  type Injection,
  reportInjected,
  start,
  startThread,
  waitOrEnd,
} from './order';
import { noSignal, noThread, signalToThread } from './problems';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface CrashFault extends OnProcess {
  readonly kind: 'crash';
  readonly restartAfter: Ms | 'never';
  /**
   * Ends only the thread that runs a client's rounds. The process lives on, and with it the task that renews a lease or
   * keeps a session.
   */
  readonly only?: 'thread';
  /** Asks a client to stop, and kills it after a while. A client that handles no signal ends at once. */
  readonly signal?: 'SIGTERM';
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly crash: CrashFault;
  }
}

export const crash: FaultProgram<CrashFault> = {
  kind: 'crash',
  target: 'process',
  fields: { restartAfter },
  length: 'restartAfter',
  choices: [
    {
      offers: 'words',
      name: 'only',
      label: { en: 'What dies', zh: '崩溃的是' },
      absent: { en: 'the process', zh: '整个进程' },
      words: [{ id: 'thread', label: { en: 'only its thread', zh: '只有它的线程' } }],
      appliesTo: ({ process, signal }) => isClient(process) && signal === undefined,
    },
    {
      offers: 'words',
      name: 'signal',
      label: { en: 'How', zh: '方式' },
      absent: { en: 'killed', zh: '直接杀死' },
      words: [{ id: 'SIGTERM', label: { en: 'SIGTERM, killed after 10 s', zh: 'SIGTERM，10 秒后强制杀死' } }],
      appliesTo: ({ process, only }) => isClient(process) && only === undefined,
    },
  ],
  appliesTo: 'anybody',
  usually: 'client1',
  key: 'KeyC',
  fresh: (point) => ({
    kind: 'crash',
    process: point.process,
    when: point.when,
    restartAfter: restartOf(point),
  }),
  problem: ({ process, only, signal }) => {
    if (only !== undefined && signal !== undefined) return signalToThread;
    if (isClient(process)) return null;
    return only !== undefined ? noThread(process) : signal !== undefined ? noSignal(process) : null;
  },
  mark: ({ only, signal }) => ({ shape: signal !== undefined ? 'cross' : only === undefined ? 'gap' : 'thread-death' }),
  *inject(fault) {
    yield* reportInjected(fault.process);
    if (fault.only === 'thread') return yield* threadEnds(fault);
    if (fault.signal !== undefined) return yield* stops(fault);
    yield* down(fault.process, fault.restartAfter, { power: false });
  },
  faultCause: ({ process, signal }, at) =>
    signal === undefined ? undefined : { rule: 'askedToStop', values: { process, at } },
  // It restarts with the data on its disk. Code that handles a signal works on until it is killed, and restarts that
  // much later.
  endedAtFields: (fault, struck, at) => ({ restartAfter: lengthUntilEnd(fault.restartAfter, struck, at) }),
};

/** As long as `docker stop` waits, in ms. */
const grace: Ms = 10_000;

function* stops({ process, restartAfter }: CrashFault): Injection {
  const life = yield* askToStop(process);
  if (life === null) return yield* down(process, restartAfter, { power: false });
  yield* waitOrEnd(fromMs(grace));
  yield* crashed(process, { power: false, incarnation: life });
  if (restartAfter === 'never') return;
  yield* waitOrEnd(fromMs(restartAfter));
  // The process has ended by itself or by force.
  yield* start(process, life + 1);
}

function* threadEnds({ process, restartAfter }: CrashFault): Injection {
  const life = yield* endThread(process);
  if (life === null || restartAfter === 'never') return;
  yield* waitOrEnd(fromMs(restartAfter));
  yield* startThread(process, life);
}

export const sign: readonly string[] = ['M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0', 'm15 9-6 6', 'm9 9 6 6'];

export const texts: Both<FaultTexts<CrashFault>> = {
  en: {
    name: 'Crash',
    help: 'The process is killed; what it wrote to its file stays.',
    title: (who, { only, signal }) => {
      if (signal !== undefined) return `${who} is asked to stop (SIGTERM)`;
      return only === undefined ? `${who} crashes` : `The thread of ${who} dies`;
    },
    injected: ({ from, fault: { only, signal } }) => {
      if (signal !== undefined) return `${from} is asked to stop (SIGTERM).`;
      return only === undefined ? `${from} is killed.` : `A thread of ${from} dies.`;
    },
    isNarrated: ({ signal }) => signal !== undefined,
  },
  zh: {
    name: '崩溃',
    help: '进程被杀死；已写入文件的内容还在。',
    title: (who, { only, signal }) => {
      if (signal !== undefined) return `${who} 收到 SIGTERM，被要求停止`;
      return only === undefined ? `${who} 崩溃` : `${who} 的线程死了`;
    },
    injected: ({ from, fault: { only, signal } }) => {
      if (signal !== undefined) return `${from} 收到 SIGTERM，被要求停止。`;
      return only === undefined ? `${from} 被杀死。` : `${from} 的一个线程死了。`;
    },
    isNarrated: ({ signal }) => signal !== undefined,
  },
};

/**
 * A client can crash before each of its effects, and restart early or never. A server can crash before each request
 * that is sent to it, and restart at once, before the lease is over, or after it. If at once, it serves other clients
 * while a holder whose key it has forgotten is still inside. If a client's code handles a signal, it can get one before
 * each of its effects.
 */
export const injectionRules: InjectionRules = {
  strengths: [inMs('restartAfter')],
  isNarrated: true,
  placements: (survey) => {
    const [below, , above] = survey.lengths;
    const restarts = { ofClients: [below, 'never'], ofServers: [immediateRestart, below, above] } as const;
    const hearing = { ...survey, effects: survey.effects.filter(({ handlesSigterm }) => handlesSigterm) };
    return [
      ...crashPlacements(survey, restarts, (process, when, restartAfter) => ({
        kind: 'crash',
        process,
        when,
        restartAfter,
      })),
      ...beforeEffects(hearing, (process, when) => ({
        kind: 'crash',
        process,
        when,
        restartAfter: 'never',
        signal: 'SIGTERM',
      })),
    ];
  },
};
