/** One run of a soak, with three witnesses: the judge, the storage's own sum, and the scenario's simulation. */
import { cellFirst } from '../../../core/model/recordServer';
import type { Scenario } from '../../../core/model/scenario';
import type { Trace } from '../../../core/model/trace';
import { eventsOf } from '../../../core/model/traceReader';
import type { Verdict } from '../../../core/model/verdict';
import type { LiveRunner } from '../run/liveRunner';
import type { Tally } from '../run/tally';
import { differencesOf } from './differences';
import type { Pairing } from './soakScenario';

export interface SoakCounts {
  readonly runs: number;
  readonly failed: number;
  readonly injected: number;
  readonly written: number;
  readonly rejected: number;
  /** Updates that another write destroyed, according to the judge. */
  readonly lost: number;
  /** Acknowledged writes that are missing from the storage's final value, according to the clients and the storage. */
  readonly missing: number;
}

export interface SoakRun {
  readonly pairing: Pairing;
  readonly seed: number;
  readonly counts: SoakCounts;
  /** Why the run failed, if it did. */
  readonly problem: string | null;
  /** Broken promises, in words. */
  readonly broken: readonly string[];
  /** The differences from the simulation, by kind; null if the machine was too late, or one of both failed. */
  readonly differences: readonly string[] | null;
  /** Whether the machine was too late to know the outcome. */
  readonly isLate: boolean;
  /** The trace, even of a run that failed after its beginning. */
  readonly trace: Trace | null;
}

export const nothing: SoakCounts = { runs: 0, failed: 0, injected: 0, written: 0, rejected: 0, lost: 0, missing: 0 };

export async function runOnce(
  liveRunner: Pick<LiveRunner, 'run' | 'simulate'>,
  judge: (trace: Trace) => Verdict,
  pairing: Pairing,
  scenario: Scenario,
): Promise<SoakRun> {
  const { seed } = scenario;
  let tally: Tally | null = null;
  const outcome = await liveRunner.run(scenario, {
    onTally: (reported) => {
      tally = reported;
    },
  });
  if (!outcome.ok) {
    const problem = [outcome.problem.en, ...(outcome.lastWords ?? [])].join(' | ');
    const counts = { ...nothing, runs: 1, failed: 1 };
    const none = { broken: [], differences: null, isLate: false };
    return { pairing, seed, counts, problem, ...none, trace: outcome.trace ?? null };
  }
  const { trace } = outcome;
  const verdict = judge(trace);
  const isLate = verdict.unknownBecause === 'late';
  const counts = countsOf(trace, verdict, tally);
  const simulated = isLate ? null : await liveRunner.simulate(scenario);
  return {
    pairing,
    seed,
    counts,
    problem: null,
    broken: brokenIn(pairing, counts, tally, addedIn(trace)),
    differences: simulated === null ? null : differencesOf(verdict, trace.header.ended, simulated),
    isLate,
    trace,
  };
}

/**
 * Lists what must not happen in any run, and what must not happen in a run whose resource is protected.
 *
 * @param seen the number of writes in the storage at the end of the trace. A different final number means that a write
 *   came later, and the judge knows nothing of it.
 */
export function brokenIn(
  { protection }: Pairing,
  { lost, missing }: SoakCounts,
  tally: Tally | null,
  seen: number,
): readonly string[] {
  if (tally === null) return ['The storage did not tell its final value.'];
  const { acknowledged, unsure, added } = tally;
  const isProtected = protection !== 'no-check';
  return [
    ...(isProtected && lost > 0 ? [`${lost} updates were lost.`] : []),
    ...(isProtected && missing > 0 ? [`${acknowledged} writes were acknowledged, and the storage has ${added}.`] : []),
    ...(added > acknowledged + unsure
      ? [`The storage has ${added} writes, of ${acknowledged} that were acknowledged and ${unsure} in doubt.`]
      : []),
    ...(!isProtected && lost === 0 && missing > 0 && seen === added
      ? [`The storage misses ${missing} writes, and the judge saw none destroyed.`]
      : []),
  ];
}

/** The sum after the last write; each write adds one. */
function addedIn(trace: Trace): number {
  const last = eventsOf(trace, 'wrote').at(-1);
  return last === undefined ? 0 : last.value - cellFirst.value;
}

function countsOf(trace: Trace, { facts }: Verdict, tally: Tally | null): SoakCounts {
  const count = (kind: 'wrote' | 'rejected' | 'faultStruck'): number => eventsOf(trace, kind).length;
  return {
    runs: 1,
    failed: 0,
    injected: count('faultStruck'),
    written: count('wrote'),
    rejected: count('rejected'),
    lost: facts.filter(({ kind }) => kind === 'lost-update').length,
    missing: tally === null ? 0 : Math.max(0, tally.acknowledged - tally.added),
  };
}

export const sum = (a: SoakCounts, b: SoakCounts): SoakCounts => ({
  runs: a.runs + b.runs,
  failed: a.failed + b.failed,
  injected: a.injected + b.injected,
  written: a.written + b.written,
  rejected: a.rejected + b.rejected,
  lost: a.lost + b.lost,
  missing: a.missing + b.missing,
});
