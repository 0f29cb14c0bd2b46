/** A process is killed. Its connections are closed at once, and what it has written to its file stays. */
import type { OnProcess } from '../model/fault';
import { isClient } from '../model/scenario';
import type { Both } from '../model/text';
import { fromMs, type Ms } from '../model/time';
import { down } from './down';
import { restartAfter } from './fields';
import { restartOf } from './fresh';
import { after, endThread, type Strike, startThread, struck } from './order';
import { atOnce, endings, inMs, type Placed } from './places';
import { noThread } from './problems';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface CrashFault extends OnProcess {
  readonly kind: 'crash';
  readonly restartAfter: Ms | 'never';
  /**
   * Kills only the thread that runs a client's rounds. The process lives, and with it what renews a lease or keeps a
   * session.
   */
  readonly only?: 'thread';
}

declare module '../model/fault' {
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
      words: [{ id: 'thread', label: { en: 'its thread alone', zh: '只有它的线程' } }],
      appliesTo: ({ process }) => isClient(process),
    },
  ],
  strikes: 'anybody',
  usually: 'client1',
  key: 'KeyC',
  fresh: (place) => ({
    kind: 'crash',
    process: place.process,
    when: place.when,
    restartAfter: restartOf(place),
  }),
  problem: ({ process, only }) => (only === undefined || isClient(process) ? null : noThread(process)),
  mark: ({ only }) => ({ shape: only === undefined ? 'gap' : 'thread-death' }),
  *strike(fault) {
    yield* struck(fault.process);
    if (fault.only === 'thread') return yield* threadEnds(fault);
    yield* down(fault.process, fault.restartAfter, { power: false });
  },
};

function* threadEnds({ process, restartAfter }: CrashFault): Strike {
  const life = yield* endThread(process);
  if (life === null || restartAfter === 'never') return;
  yield* after(fromMs(restartAfter));
  yield* startThread(process, life);
}

export const sign: readonly string[] = ['M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0', 'm15 9-6 6', 'm9 9 6 6'];

export const texts: Both<FaultTexts<CrashFault>> = {
  en: {
    name: 'Crash',
    help: 'The process is killed; what it wrote to its file stays.',
    title: (who, { only }) => (only === undefined ? `${who} crashes` : `The thread of ${who} dies`),
    struck: ({ from, fault }) => (fault.only === undefined ? `${from} is killed.` : `A thread of ${from} dies.`),
  },
  zh: {
    name: '崩溃',
    help: '进程被杀死；已写入文件的内容还在。',
    title: (who, { only }) => (only === undefined ? `${who} 崩溃` : `${who} 的线程死了`),
    struck: ({ from, fault }) => (fault.only === undefined ? `${from} 被杀死。` : `${from} 的一个线程死了。`),
  },
};

/**
 * A client can die before each of its effects, and come back early or never. A server can die before each request that is
 * sent to it, and come back at once, before the lease is over, or after it. Back at once, it serves the others while a holder
 * whose key it has forgotten is still inside.
 */
export const placed: Placed = {
  strengths: [inMs('restartAfter')],
  isTold: true,
  places: (survey) => {
    const [below, , above] = survey.lengths;
    const restarts = { ofClients: [below, 'never'], ofServers: [atOnce, below, above] } as const;
    return endings(survey, restarts, (process, when, restartAfter) => ({ kind: 'crash', process, when, restartAfter }));
  },
};
