/** Finds the weakest of the faults that have an effect: each as weak as it can be and still have it. */
import { strengthOf, withStrength } from '../../core/faults/strength';
import { anchorsOf } from '../../core/model/edit';
import type { Fault } from '../../core/model/fault';
import type { Ms } from '../../core/model/time';
import type { Trace } from '../../core/model/trace';
import { bisect, leastBelow } from './edge';

type Does = (fault: Fault) => boolean;

export class Weakest {
  private best: Fault | null = null;

  constructor(private readonly does: Does) {}

  /** Null: no fault was offered yet. */
  get fault(): Fault | null {
    return this.best;
  }

  /** @param fault one that has the effect. If it needs more strength than the best so far, it costs only one run. */
  offer(fault: Fault): void {
    if (this.best === null) {
      this.best = weakened(fault, this.does);
      return;
    }
    const least = strengthOf(this.best);
    if (strengthOf(fault) < least) {
      this.best = weakened(fault, this.does);
      return;
    }
    if (least <= 1 || least === Number.POSITIVE_INFINITY) return;
    const weaker = withStrength(fault, least - 1);
    if (this.does(weaker)) this.best = weakened(weaker, this.does);
  }
}

/**
 * Returns the fault as weak as it can be, in whole units. A fault without a strength, or for ever, is returned
 * unchanged.
 */
export function weakened(fault: Fault, does: Does): Fault {
  const known = strengthOf(fault);
  if (known === 0 || known === Number.POSITIVE_INFINITY) return fault;
  const least = leastBelow((strength) => does(withStrength(fault, strength)), known);
  return withStrength(fault, least);
}

/**
 * Returns an equally strong fault at a step of its client, which people can read, if it does the same there.
 * Otherwise the fault stays before an effect.
 *
 * @param trace the run without the fault
 */
export function atStep(fault: Fault, trace: Trace, does: Does): Fault {
  if (!('when' in fault) || fault.when.kind !== 'effect') return fault;
  const steps = anchorsOf(trace, [fault.when.process]).flatMap(({ when }) => (when.kind === 'step' ? [when] : []));
  return steps.map((when): Fault => ({ ...fault, when })).find(does) ?? fault;
}

/** The time of a fault that has been taken out: it never strikes. */
const beforeAll = -1;

/** Returns the fault at the earliest whole ms from which it has the effect. Null: it has no time, or not at a whole ms. */
export function earliest(fault: Fault, does: Does): Fault | null {
  if (!('when' in fault) || fault.when.kind !== 'time') return null;
  const at = (ms: Ms): Fault => ({ ...fault, when: { kind: 'time', at: ms } });
  const latest = [Math.ceil(fault.when.at), Math.floor(fault.when.at)].find((ms) => does(at(ms)));
  return latest === undefined ? null : at(bisect((ms) => does(at(ms)), beforeAll, latest));
}
