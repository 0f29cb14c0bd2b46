/**
 * Chooses the rules that tell why a run came to its outcome. Each outcome has its own rules. They work for any run,
 * with a story's text or without.
 */
import type { Cause } from '../../model/cause';
import { nth } from '../../model/nth';
import type { Outcome } from '../../model/verdict';
import type { Evidence } from '../evidence';
import type { Loss } from '../lostUpdate';
import type { Pair } from '../overlap';
import type { Stuck } from '../stuck';
import type { StuckMark } from '../stuckMark';
import type { TooShort } from '../tooShort';
import type { Torn } from '../tornWrite';
import type { Standstill } from '../unavailable';
import { doneAgain, mixed, whyShutOut, whyTorn } from './atResource';
import { whyStuck, whyUnavailable } from './blocked';
import { whyLost, whyOverlap } from './broken';
import { whyHeld } from './saved';
import { whySilent, whyTurnedAway } from './silent';
import { arrange, type Step } from './step';

export interface Found {
  readonly pairs: readonly Pair[];
  readonly losses: readonly Loss[];
  readonly torn: readonly Torn[];
  readonly stuck: Stuck | null;
  /** The same for the resource: a mark that nobody will take away. */
  readonly mark: StuckMark | null;
  /** Nothing is left to happen, and these clients wait. */
  readonly silent: readonly Standstill[];
  readonly waits: readonly Standstill[];
  /** The run ended while these clients were still asking. */
  readonly short: TooShort | null;
}

/** At most seven causes in order of time. The last is the outcome itself. Every cause names events of the trace. */
export function chainOf(evidence: Evidence, outcome: Outcome, found: Found): readonly Cause[] {
  return arrange(stepsOf(evidence, outcome, found));
}

function stepsOf(evidence: Evidence, outcome: Outcome, found: Found): readonly Step[] {
  const { pairs, losses, torn, stuck, mark, silent, waits, short } = found;
  const [loss] = losses;
  const [wait] = waits;
  switch (outcome) {
    case 'lost-update':
      return loss === undefined ? whyTorn(evidence, torn) : [...whyLost(evidence, loss), ...mixed(evidence, torn)];
    case 'overlap':
      return [...whyOverlap(evidence, pairs), ...doneAgain(evidence)];
    case 'stuck':
      if (stuck !== null) return whyStuck(evidence, stuck);
      return mark === null ? whySilent(evidence, silent) : whyShutOut(evidence, mark);
    case 'unavailable':
      return wait === undefined ? whyTurnedAway(evidence) : whyUnavailable(evidence, wait);
    case 'held':
      return [...whyHeld(evidence), ...doneAgain(evidence)];
    case 'unknown':
      if (short !== null) return whyUnavailable(evidence, nth(short.waits, 0));
      return pairs.length > 0 && evidence.trace.header.ended !== 'failed'
        ? [...whyOverlap(evidence, pairs), ...cutOff(evidence)]
        : cutOff(evidence);
    default:
      outcome satisfies never;
      return [];
  }
}

/** Tells where a run ends that was not seen to its end. */
function cutOff({ trace }: Evidence): readonly Step[] {
  const { ended } = trace.header;
  if (trace.count === 0 || (ended !== 'bound' && ended !== 'stopped' && ended !== 'failed')) return [];
  const values = { ended, count: trace.count, at: trace.header.endedAt };
  return [{ rule: 'cutOff', events: [trace.count - 1], values, order: trace.count, weight: 4 }];
}
