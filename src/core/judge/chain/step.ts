/** One step of a causal chain while the chain is being built, and how the steps become a chain. */
import type { Cause, CauseOf, Rule } from '../../model/trace/cause';

export type ChainStep = ChainStepOf<Rule>;

export type ChainStepOf<R extends Rule> = CauseOf<R> & {
  /**
   * Its place among steps with the same first event. The step with the greatest order ends the chain, wherever its
   * events are.
   */
  readonly order: number;
  /** How much the chain would lose without it. The main step has weight 4; steps of weight 1 are dropped first. */
  readonly weight: 1 | 2 | 3 | 4;
};

/** People do not read longer chains. */
const stepCountMax = 7;

/**
 * Sorts steps by the time of their first events, which are the decisive ones. The outcome comes last. If there are too
 * many steps, the least important are left out, later ones first.
 */
export function arrange(steps: readonly ChainStep[]): readonly Cause[] {
  const strongestSteps = new Set(
    [...steps].sort((a, b) => b.weight - a.weight || a.order - b.order).slice(0, stepCountMax),
  );
  const chosen = [...strongestSteps].filter(({ events }) => events.length > 0).sort((a, b) => a.order - b.order);
  const end = chosen.pop();
  const before = chosen.sort((a, b) => firstOf(a) - firstOf(b) || a.order - b.order);
  return [...before, ...(end === undefined ? [] : [end])].map(({ order, weight, ...cause }) => cause);
}

const firstOf = ({ events }: ChainStep): number => events[0] ?? 0;

/** The numbers of events that exist, without repetition. */
export const eventsAmong = (...seqs: readonly number[]): readonly number[] => [
  ...new Set(seqs.filter((seq) => seq >= 0)),
];
