/** The same correction as a jump, spread over a length of time, as ntpd does. */
import { slewOf } from '../model/clock';
import type { OnProcess } from '../model/fault';
import { fromMs, type Ms } from '../model/time';
import { clockBy, spreadOver } from './fields';
import { long } from './fresh';
import { ended, endSlew, last, slew, struck } from './order';
import type { FaultProgram } from './program';

export interface ClockSlewFault extends OnProcess {
  readonly kind: 'clock-slew';
  readonly by: Ms;
  readonly over: Ms;
}

declare module '../model/fault' {
  interface FaultShapes {
    readonly 'clock-slew': ClockSlewFault;
  }
}

export const clockSlew: FaultProgram<ClockSlewFault> = {
  kind: 'clock-slew',
  target: 'process',
  fields: { by: clockBy, over: spreadOver },
  length: 'over',
  shift: 'by',
  strikes: 'anybody',
  usually: 'nodeA',
  key: 'KeyW',
  fresh: (place) => ({
    kind: 'clock-slew',
    process: place.process,
    when: place.when,
    by: long(place),
    over: long(place) * 2,
  }),
  mark: ({ by }) => ({ shape: 'clock', says: { slew: by } }),
  *strike({ process, by, over }) {
    const { takes, ppm } = slewOf(fromMs(by), fromMs(over));
    yield* struck(process);
    yield* slew(process, ppm);
    yield* last(takes);
    if (yield* endSlew(process)) yield* ended(process);
  },
};

export const sign: readonly string[] = [
  'M10 2h4',
  'M12 14v-4',
  'M4 13a8 8 0 0 1 8-7 8 8 0 1 1-5.3 14L4 17.6',
  'M9 17H4v5',
];
