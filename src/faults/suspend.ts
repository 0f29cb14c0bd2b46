/** The whole machine sleeps. Its monotonic clock stands still, its wall clock does not. */
import type { OnProcess } from '../model/fault';
import type { Ms } from '../model/time';
import { lasts } from './fields';
import { long } from './fresh';
import { struck } from './order';
import type { FaultProgram } from './program';
import { stopped } from './stopped';

export interface SuspendFault extends OnProcess {
  readonly kind: 'suspend';
  readonly for: Ms;
}

declare module '../model/fault' {
  interface FaultShapes {
    readonly suspend: SuspendFault;
  }
}

export const suspend: FaultProgram<SuspendFault> = {
  kind: 'suspend',
  target: 'process',
  fields: { for: lasts },
  length: 'for',
  strikes: 'anybody',
  usually: 'client1',
  key: 'KeyU',
  fresh: (place) => ({ kind: 'suspend', process: place.process, when: place.when, for: long(place) }),
  mark: () => ({ shape: 'stretch' }),
  *strike({ process, for: length }) {
    yield* struck(process);
    yield* stopped(process, length, { asleep: true });
  },
};

export const sign: readonly string[] = [
  'M18 5h4',
  'M20 3v4',
  'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
];
