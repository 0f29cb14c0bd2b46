/** A process is killed. Its connections are closed at once, and what it has written to its file stays. */

import type { OnProcess } from '../model/fault';
import { isClient } from '../model/scenario';
import { fromMs, type Ms } from '../model/time';
import { down } from './down';
import { restartAfter } from './fields';
import { restartOf } from './fresh';
import { after, endThread, type Strike, startThread, struck } from './order';
import { noThread } from './problems';
import type { FaultProgram } from './program';

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
