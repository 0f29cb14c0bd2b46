/** The weakest fault that does the story's harm again, after a drag to a run that holds. */
import { injectionRules } from '../../core/faults';
import { strengthOf } from '../../core/faults/strength';
import type { Fault } from '../../core/model/scenario/fault';
import { valueIn, withValue } from '../../core/model/scenario/faultKind';
import type { Scenario } from '../../core/model/scenario/scenario';
import { runScenario } from '../../core/run/runScenario';
import type { Parts } from '../../core/sim/parts';
import { type Facts, isSafe } from '../../picture/scene/answers';
import { weakened } from '../../search/explore/weakest';

export interface BreakAgain {
  readonly scenario: Scenario;
  /** How long the fault lasts, or how far it moves a clock, in ms. Null: it is not a time, or the story's own run. */
  readonly least: number | null;
}

interface Held {
  readonly held: Scenario;
  /** The run of the story or its variant. */
  readonly published: Scenario;
  /** The name of the fault that can be dragged; null if absent. */
  readonly name: string | null;
}

/** Longer faults than the story's own are tried as well, because an earlier or later one may have to be longer. */
const times = [1, 2, 4];

/**
 * Where the fault is now, with the least strength that does that harm; if none does there, the story's own run.
 * Cost: some thirty runs.
 */
export function breakAgain({ held, published, name }: Held, parts: Parts): BreakAgain {
  const own = { scenario: published, least: null };
  const [now, before] = name === null ? [] : [held.faults[name], published.faults[name]];
  const strength = now === undefined ? undefined : injectionRules[now.kind].strengths[0];
  if (name === null || now === undefined || before === undefined || strength === undefined) return own;
  const publishedVerdict = runScenario(published, parts).verdict;
  const withFault = (fault: Fault): Scenario => ({ ...held, faults: { ...held.faults, [name]: fault } });
  const does = (fault: Fault): boolean => isSameHarm(publishedVerdict, runScenario(withFault(fault), parts).verdict);
  const usual = strengthOf(before);
  if (!Number.isFinite(usual) || now.kind !== before.kind) return own;
  const sign = Number(valueIn(before, strength.field)) < 0 ? -1 : 1;
  const strong = times.map((by) => withValue(now, strength.field, sign * usual * by)).find(does);
  if (strong === undefined) return own;
  const weakest = weakened(strong, does);
  return { scenario: withFault(weakest), least: strength.unit === 'ms' ? strengthOf(weakest) : null };
}

/** What became of the data, or else of the lock. */
const isSameHarm = (original: Facts, { lock, data }: Facts): boolean =>
  isSafe(original.data) ? lock === original.lock : data === original.data;
