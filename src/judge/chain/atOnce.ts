/** The rules that tell of harm, and of runs that were cut off. A page has them at once. */
import type { Outcome } from '../../model/verdict';
import type { Evidence } from '../evidence';
import type { Loss } from '../lostUpdate';
import type { Pair } from '../overlap';
import type { Stuck } from '../stuck';
import type { StuckMark } from '../stuckMark';
import type { TooShort } from '../tooShort';
import type { Torn } from '../tornWrite';
import type { Standstill } from '../unavailable';
import { doneAgain, mixed, whyTorn } from './atResource';
import { whyLost, whyOverlap } from './broken';
import type { Step } from './step';

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

/** Null: `stepsLater` tells it. */
export function stepsAtOnce(evidence: Evidence, outcome: Outcome, found: Found): readonly Step[] | null {
  const { pairs, losses, torn, short } = found;
  const [loss] = losses;
  switch (outcome) {
    case 'lost-update':
      return loss === undefined ? whyTorn(evidence, torn) : [...whyLost(evidence, loss), ...mixed(evidence, torn)];
    case 'overlap':
      return [...whyOverlap(evidence, pairs), ...doneAgain(evidence)];
    case 'unknown':
      if (short !== null) return null;
      return pairs.length > 0 && evidence.trace.header.ended !== 'failed'
        ? [...whyOverlap(evidence, pairs), ...cutOff(evidence)]
        : cutOff(evidence);
    default:
      return null;
  }
}

/** Tells where a run ends that was not seen to its end. */
function cutOff({ trace }: Evidence): readonly Step[] {
  const { ended } = trace.header;
  if (trace.count === 0 || (ended !== 'bound' && ended !== 'stopped' && ended !== 'failed')) return [];
  const values = { ended, count: trace.count, at: trace.header.endedAt };
  return [{ rule: 'cutOff', events: [trace.count - 1], values, order: trace.count, weight: 4 }];
}
