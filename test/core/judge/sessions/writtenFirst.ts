/**
 * How the scenarios of locks with a session or a watchdog are defined and checked. Each expected end was written down
 * from the product's documentation before the run.
 */
import { expect, test } from 'vitest';
import type { Fault, When } from '../../../../src/core/model/scenario/fault';
import type { ProcessId } from '../../../../src/core/model/scenario/processId';
import type { Severity } from '../../../../src/core/model/trace/severity';
import type { Ms } from '../../../../src/core/model/values/time';
import { type RunSetup, runOf } from '../../../support/runOf';

/** When a client gets in for the nth time, in ms of true time. */
interface GetsIn {
  readonly client: ProcessId;
  readonly nth?: number;
  readonly from: Ms;
  readonly to: Ms;
}

export interface Row {
  readonly when: string;
  readonly ends: Severity;
  /** Why it must end this way according to the documentation. */
  readonly because: string;
  /** The document and its section, or the file and its function. */
  readonly source: string;
  readonly setup: RunSetup;
  readonly getsIn?: GetsIn;
  /** When two are inside, from and to. */
  readonly overlapMs?: readonly [Ms, Ms];
}

const seeds = [1, 2, 3, 4, 5, 6, 7];

/** One test for each row. */
export function endAsWritten(rows: readonly Row[]): void {
  test.each(rows.map((row) => [titleOf(row), row] as const))('%s', (_, row) => endsAsWritten(row));
}

const titleOf = ({ when, ends, because, source }: Row): string => `${when}: ${ends}, since ${because} (${source})`;

function endsAsWritten({ setup, ends, getsIn, overlapMs }: Row): void {
  for (const seed of seeds) {
    const { verdict, times } = runOf({ ...setup, settings: { ...plainSettings, ...setup.settings } }, seed);
    expect(verdict.outcome, `seed ${seed}`).toBe(ends);
    if (getsIn !== undefined) {
      const at = times('acquired', getsIn.client)[(getsIn.nth ?? 1) - 1];
      expect(at, `seed ${seed}`).toBeGreaterThanOrEqual(getsIn.from);
      expect(at, `seed ${seed}`).toBeLessThanOrEqual(getsIn.to);
    }
    if (overlapMs !== undefined) {
      const lasted = (verdict.measures.overlapTime ?? 0) / 1000;
      expect(lasted, `seed ${seed}`).toBeGreaterThanOrEqual(overlapMs[0]);
      expect(lasted, `seed ${seed}`).toBeLessThanOrEqual(overlapMs[1]);
    }
  }
}

/** Every message takes 5 ms, so that instants can be computed by hand. */
const plainSettings = { latency: 5, duration: 20_000, patience: 9000 } as const;

export const atTime = (at: Ms): When => ({ kind: 'time', at });

export const after = (process: ProcessId, step: string, plus: Ms): When => ({
  kind: 'step',
  process,
  step,
  nth: 1,
  plus,
});

export const threadDies = (process: ProcessId, when: When): Fault => ({
  kind: 'crash',
  only: 'thread',
  process,
  when,
  restartAfter: 'never',
});

export const losesPower = (process: ProcessId, when: When): Fault => ({
  kind: 'power-loss',
  process,
  when,
  restartAfter: 'never',
});

export const stops = (process: ProcessId, when: When, length: Ms): Fault => ({
  kind: 'pause',
  process,
  when,
  for: length,
});

export const sleeps = (process: ProcessId, when: When, length: Ms): Fault => ({
  kind: 'suspend',
  process,
  when,
  for: length,
});

/** The wall clock of a process jumps by an hour. */
export const hourLater = (process: ProcessId, when: When): Fault => ({
  kind: 'clock-jump',
  process,
  when,
  by: 3_600_000,
});

export const runsWrong = (process: ProcessId, ppm: number): Fault => ({
  kind: 'clock-drift',
  process,
  when: atTime(0),
  ppm,
  for: 'ever',
});

export const leaderless = (when: When, length: Ms): Fault => ({
  kind: 'no-leader',
  process: 'service',
  when,
  for: length,
});

/** Nothing passes in this direction; in the other direction everything does. */
export const oneWay = (from: ProcessId, to: ProcessId, when: When, length: Ms | 'ever'): Fault => ({
  kind: 'cut',
  from: [from],
  to: [to],
  bothWays: false,
  when,
  for: length,
});

export const bothWays = (one: ProcessId, other: ProcessId, when: When, length: Ms | 'ever'): Fault => ({
  kind: 'cut',
  from: [one],
  to: [other],
  bothWays: true,
  when,
  for: length,
});
