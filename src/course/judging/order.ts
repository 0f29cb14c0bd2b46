/**
 * Judges a list of decisions in an exercise in which the learner is the network, and says it in words. It knows the
 * level of the exercise, but no page.
 */
import type { Decision } from '../../core/model/scenario/decision';
import type { OrderExercise } from '../../core/model/scenario/exercise';
import type { Text } from '../../core/model/values/text';
import type { Parts } from '../../core/sim/parts';
import { decide, stepsThrough } from '../../search/orders/choices';
import { breaks } from '../../search/orders/search';
import { beginning, gameOf } from '../../search/orders/state';
import { decisionText } from '../../search/orders/words';
import { levelNamed } from '../levels/levels';

export interface JudgedOrder {
  /** How many decisions were taken. */
  readonly used: number;
  /** Whether the harm is done. */
  readonly isBroken: boolean;
  /** It is done within the number of decisions that the exercise allows. */
  readonly solved: boolean;
}

/** Cost: one short simulation for each decision. */
export function judgeOrder(
  { level, decisionsMax }: OrderExercise,
  decisions: readonly Decision[],
  parts: Parts,
): JudgedOrder {
  const { scenario, rules, harms } = levelNamed(level);
  const isBroken = breaks(decisions.reduce(decide, beginning(gameOf(scenario, rules, parts))), harms);
  const used = decisions.length;
  return { used, isBroken, solved: isBroken && used <= decisionsMax };
}

/** The decisions of the solution, as their buttons call them. */
export function solutionInWords({ level, solution }: OrderExercise, parts: Parts): readonly Text[] {
  const { scenario, rules } = levelNamed(level);
  const first = beginning(gameOf(scenario, rules, parts));
  return stepsThrough(first, solution).map(({ before, decision }) => decisionText(before, decision));
}
