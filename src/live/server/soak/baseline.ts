/**
 * Runs each lock without any fault: every round must finish, no two holders may overlap, and every write must be kept.
 * Until that holds, runs with faults prove nothing.
 */

import type { FactKind } from '../../../core/model/fact';
import type { Trace } from '../../../core/model/trace';
import { eventsOf } from '../../../core/model/traceReader';
import type { Verdict } from '../../../core/model/verdict';
import type { LiveRunner } from '../run/liveRunner';
import type { Tally } from '../run/tally';
import { baselineRoundsAll, baselineScenario } from './soakScenario';

export interface BaselineRun {
  readonly lock: string;
  /** What went wrong; empty if nothing did. */
  readonly flaws: readonly string[];
  /** How often it ran again because the machine was late. */
  readonly again: number;
  readonly trace: Trace | null;
}

const triesMax = 3;

/** Whether a run without faults may have it. */
const isHarmless: Readonly<Record<FactKind, boolean>> = {
  overlap: false,
  'lost-update': false,
  'torn-write': false,
  'half-read': false,
  diverged: false,
  'stuck-entry': false,
  starved: false,
  'deleted-another': false,
  'changed-another': false,
  rejected: false,
  'rightful-rejected': false,
  'token-repeated': true,
  'token-fell': true,
  'entry-left': false,
  'late-write': false,
  'after-end': false,
  'false-alarm': false,
  'done-twice': false,
  'fault-missed': false,
};

export async function baselineRun(
  liveRunner: Pick<LiveRunner, 'run'>,
  judge: (trace: Trace) => Verdict,
  lock: string,
): Promise<BaselineRun> {
  for (let again = 0; ; again++) {
    let tally: Tally | null = null;
    const outcome = await liveRunner.run(baselineScenario(lock), {
      onTally: (reported) => {
        tally = reported;
      },
    });
    if (!outcome.ok) return { lock, flaws: [outcome.problem.en], again, trace: outcome.trace ?? null };
    const { trace } = outcome;
    const verdict = judge(trace);
    if (verdict.unknownBecause === 'late' && again + 1 < triesMax) continue;
    return { lock, flaws: flawsOf(trace, verdict, tally), again, trace };
  }
}

export function flawsOf(trace: Trace, { outcome, facts }: Verdict, tally: Tally | null): readonly string[] {
  const finished = eventsOf(trace, 'finished').filter(({ ok }) => ok === 1).length;
  const bad = facts.filter(({ kind }) => !isHarmless[kind]).map(({ kind }) => kind);
  const { acknowledged = 0, unsure = 0, added = 0 } = tally ?? {};
  return [
    ...(outcome === 'held' ? [] : [`It ended as "${outcome}" and not as "held".`]),
    ...(bad.length === 0 ? [] : [`Found: ${[...new Set(bad)].join(', ')}.`]),
    ...(finished === baselineRoundsAll ? [] : [`${finished} of ${baselineRoundsAll} rounds were finished.`]),
    ...(acknowledged === baselineRoundsAll && unsure === 0 && added === baselineRoundsAll
      ? []
      : [
          `Of ${baselineRoundsAll} writes ${acknowledged} were acknowledged, ${unsure} are in doubt, and the storage has ${added}.`,
        ]),
  ];
}
