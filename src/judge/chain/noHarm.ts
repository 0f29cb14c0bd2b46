/** The rules that tell what kept a run whole, and why nobody got in. A page loads them when it has such a run. */
import { nth } from '../../model/nth';
import type { Outcome } from '../../model/verdict';
import type { Evidence } from '../evidence';
import type { Found } from './atOnce';
import { doneAgain, whyShutOut } from './atResource';
import { whyStuck, whyUnavailable } from './blocked';
import { whyHeld } from './saved';
import { whySilent, whyTurnedAway } from './silent';
import type { Step } from './step';

/** For the outcomes of which `stepsAtOnce` tells nothing. */
export function stepsLater(evidence: Evidence, outcome: Outcome, found: Found): readonly Step[] {
  const { stuck, mark, silent, waits, short } = found;
  const [wait] = waits;
  switch (outcome) {
    case 'stuck':
      if (stuck !== null) return whyStuck(evidence, stuck);
      return mark === null ? whySilent(evidence, silent) : whyShutOut(evidence, mark);
    case 'unavailable':
      return wait === undefined ? whyTurnedAway(evidence) : whyUnavailable(evidence, wait);
    case 'held':
      return [...whyHeld(evidence), ...doneAgain(evidence)];
    default:
      return short === null ? [] : whyUnavailable(evidence, nth(short.waits, 0));
  }
}
