/** The wall clock of a process runs fast or slow. */

import type { OnProcess } from '../model/scenario/fault';
import { isClient } from '../model/scenario/processId';
import { driftPpmMax } from '../model/values/clock';
import type { Both } from '../model/values/text';
import { fromMs, type Ms } from '../model/values/time';
import { turningPoints, withClocks } from './clockPoints';
import { lengthUntilEnd } from './endingFaults';
import { clockPpm, lastsOrEver } from './fields';
import { atPoints, type InjectionRules, type Survey } from './injectionPoints';
import { drift, ended, reportInjected, waitOrEnd } from './order';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface ClockDriftFault extends OnProcess {
  readonly kind: 'clock-drift';
  readonly ppm: number;
  readonly for: Ms | 'ever';
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly 'clock-drift': ClockDriftFault;
  }
}

export const clockDrift: FaultProgram<ClockDriftFault> = {
  kind: 'clock-drift',
  target: 'process',
  fields: { ppm: clockPpm, for: lastsOrEver },
  length: 'for',
  appliesTo: 'anybody',
  usually: 'nodeA',
  key: 'KeyD',
  fresh: ({ process, when }) => ({ kind: 'clock-drift', process, when, ppm: 100_000, for: 'ever' }),
  mark: ({ ppm }) => ({ shape: 'clock', says: { rate: ppm } }),
  *inject({ process, ppm, for: length }) {
    yield* reportInjected(process);
    yield* drift(process, Math.round(ppm));
    if (length === 'ever') return;
    yield* waitOrEnd(fromMs(length));
    yield* drift(process, -Math.round(ppm));
    yield* ended(process);
  },
  // The rate ends. The clock keeps its error.
  endedAtFields: (fault, struck, at) => ({ for: lengthUntilEnd(fault.for, struck, at) }),
};

export const sign: readonly string[] = [
  'M12 10v2.2l1.6 1',
  'm16.13 7.66-.81-4.05a2 2 0 0 0-2-1.61h-2.68a2 2 0 0 0-2 1.61l-.78 4.05',
  'm7.88 16.36.8 4a2 2 0 0 0 2 1.61h2.72a2 2 0 0 0 2-1.61l.81-4.05',
  'M6 12a6 6 0 1 0 12 0a6 6 0 1 0 -12 0',
];

export const texts: Both<FaultTexts<ClockDriftFault>> = {
  en: {
    name: 'Drift',
    help: 'The wall clock runs fast or slow.',
    title: (who) => `${who}: clock drifts`,
    injected: ({ from }) => `The clock of ${from} begins to drift.`,
    ended: ({ from }) => `The clock of ${from} no longer drifts.`,
    isNarrated: () => true,
  },
  zh: {
    name: '时钟漂移',
    help: '挂钟走得快或慢。',
    title: (who) => `${who} 时钟漂移`,
    injected: ({ from }) => `${from} 的时钟开始漂移。`,
    ended: ({ from }) => `${from} 的时钟不再漂移。`,
    isNarrated: () => true,
  },
};

/**
 * A clock can run wrong from the beginning, or from any point of change. At the threshold rate a fast server, or a slow
 * client, misjudges the lease just enough that it ends before the client's own reckoning does. The rates are just below
 * it, just above it, and the largest allowed; in the other direction only the largest.
 */
export const injectionRules: InjectionRules = {
  strengths: [{ field: 'ppm', unit: 'ppm' }],
  isNarrated: false,
  placements: (survey) =>
    withClocks(survey).flatMap((process) =>
      ratesIn(survey)
        .map((ppm) => (isClient(process) ? -ppm : ppm))
        .flatMap((ppm) =>
          atPoints(process, turningPoints(survey), (when) => ({
            kind: 'clock-drift',
            process,
            when,
            ppm,
            for: 'ever',
          })),
        ),
    ),
};

const below = 0.9;
const above = 1.1;

/** The rates of a server's clock, in ppm. A lock that never ends by a client's own clock has no threshold. */
function ratesIn({ validity, lengths: [, lease] }: Survey): readonly number[] {
  const threshold = validity === null || validity <= 0 ? 0 : (lease / validity - 1) * 1_000_000;
  const near = threshold > 0 ? [Math.floor(threshold * below), Math.ceil(threshold * above)] : [];
  return [...near.filter((ppm) => ppm > 0 && ppm < driftPpmMax), driftPpmMax, -driftPpmMax];
}
