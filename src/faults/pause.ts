/** One process stops as in stop-the-world. What it has sent travels on, and what is sent to it waits. */
import type { OnProcess } from '../model/fault';
import type { Ms } from '../model/time';
import { lasts } from './fields';
import { long } from './fresh';
import { struck } from './order';
import type { FaultProgram } from './program';
import { stopped } from './stopped';

export interface PauseFault extends OnProcess {
  readonly kind: 'pause';
  readonly for: Ms;
}

declare module '../model/fault' {
  interface FaultShapes {
    readonly pause: PauseFault;
  }
}

export const pause: FaultProgram<PauseFault> = {
  kind: 'pause',
  target: 'process',
  fields: { for: lasts },
  length: 'for',
  strikes: 'anybody',
  usually: 'client1',
  key: 'KeyP',
  fresh: (place) => ({ kind: 'pause', process: place.process, when: place.when, for: long(place) }),
  mark: () => ({ shape: 'stretch' }),
  *strike({ process, for: length }) {
    yield* struck(process);
    yield* stopped(process, length, 'none');
  },
};

export const sign: readonly string[] = [
  'M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1z',
  'M6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1z',
];
