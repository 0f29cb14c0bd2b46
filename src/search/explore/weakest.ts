/** Finds the weakest of the faults that have an effect: each as weak as it can be and still have it. */
import { strengthOf, withStrength } from '../../core/faults/strength';
import { anchorsOf } from '../../core/model/scenario/edit';
import type { Fault } from '../../core/model/scenario/fault';
import type { Trace } from '../../core/model/trace/trace';
import type { Ms } from '../../core/model/values/time';
import { bisect, leastBelow } from './edge';

type Does = (fault: Fault) => boolean;
/** Finds the least number for which something holds that holds at `witness`. */
type Least = (holds: (number: number) => boolean, witness: number) => number;

export class Weakest {
  private best: Fault | null = null;

  /** @param least as of `weakened` */
  constructor(
    private readonly does: Does,
    private readonly least: Least = leastBelow,
  ) {}

  /** Null: no fault was offered yet. */
  get fault(): Fault | null {
    return this.best;
  }

  /** @param fault one that has the effect. If it needs more strength than the best so far, it costs only one run. */
  offer(fault: Fault): void {
    const weaker = this.weaker(fault);
    if (weaker !== null && (weaker === fault || this.does(weaker))) this.best = weakened(weaker, this.does, this.least);
  }

  /** The fault itself, or as little weaker than the best so far as it can be. Null: it cannot be weaker. */
  private weaker(fault: Fault): Fault | null {
    if (this.best === null) return fault;
    const least = strengthOf(this.best);
    if (strengthOf(fault) < least) return fault;
    return least <= 1 || least === Number.POSITIVE_INFINITY ? null : withStrength(fault, least - 1);
  }
}

/**
 * Returns the fault as weak as it can be, in whole units. A fault without a strength, or that lasts forever, is
 * returned unchanged.
 */
export function weakened(fault: Fault, does: Does, least: Least = leastBelow): Fault {
  const ownStrength = strengthOf(fault);
  if (ownStrength === 0 || ownStrength === Number.POSITIVE_INFINITY) return fault;
  return withStrength(
    fault,
    least((strength) => does(withStrength(fault, strength)), ownStrength),
  );
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

/** The time of a fault that has been taken out: it never takes effect. */
const beforeAll = -1;

/** Returns the fault at the earliest whole ms from which it has the effect. Null: it has no time, or not at a whole ms. */
export function earliest(fault: Fault, does: Does): Fault | null {
  if (!('when' in fault) || fault.when.kind !== 'time') return null;
  const at = (ms: Ms): Fault => ({ ...fault, when: { kind: 'time', at: ms } });
  const latest = [Math.ceil(fault.when.at), Math.floor(fault.when.at)].find((ms) => does(at(ms)));
  return latest === undefined ? null : at(bisect((ms) => does(at(ms)), beforeAll, latest));
}
