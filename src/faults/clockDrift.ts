/** The wall clock of a process runs fast or slow. */
import type { OnProcess } from '../model/fault';
import { fromMs, type Ms } from '../model/time';
import { clockPpm, lastsOrEver } from './fields';
import { after, drift, ended, struck } from './order';
import type { FaultProgram } from './program';

export interface ClockDriftFault extends OnProcess {
  readonly kind: 'clock-drift';
  readonly ppm: number;
  readonly for: Ms | 'ever';
}

declare module '../model/fault' {
  interface FaultShapes {
    readonly 'clock-drift': ClockDriftFault;
  }
}

export const clockDrift: FaultProgram<ClockDriftFault> = {
  kind: 'clock-drift',
  target: 'process',
  fields: { ppm: clockPpm, for: lastsOrEver },
  length: 'for',
  strikes: 'anybody',
  usually: 'nodeA',
  key: 'KeyD',
  fresh: ({ process, when }) => ({ kind: 'clock-drift', process, when, ppm: 100_000, for: 'ever' }),
  mark: ({ ppm }) => ({ shape: 'clock', says: { rate: ppm } }),
  *strike({ process, ppm, for: length }) {
    yield* struck(process);
    yield* drift(process, Math.round(ppm));
    if (length === 'ever') return;
    yield* after(fromMs(length));
    yield* drift(process, -Math.round(ppm));
    yield* ended(process);
  },
};

export const sign: readonly string[] = [
  'M12 10v2.2l1.6 1',
  'm16.13 7.66-.81-4.05a2 2 0 0 0-2-1.61h-2.68a2 2 0 0 0-2 1.61l-.78 4.05',
  'm7.88 16.36.8 4a2 2 0 0 0 2 1.61h2.72a2 2 0 0 0 2-1.61l.81-4.05',
  'M6 12a6 6 0 1 0 12 0a6 6 0 1 0 -12 0',
];
