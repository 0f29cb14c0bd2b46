/** Which rules tell why a run came to its outcome: each outcome has its own. Made for any run, with a text or without. */
import type { Cause, Outcome } from '../../model/verdict';
import type { Evidence } from '../evidence';
import type { Loss } from '../lostUpdate';
import type { Pair } from '../overlap';
import type { Stuck } from '../stuck';
import type { Standstill } from '../unavailable';
import { whyStuck, whyUnavailable } from './blocked';
import { whyLost, whyOverlap } from './broken';
import { whyHeld } from './saved';
import { arrange, type Step } from './step';

export interface Found {
  readonly pairs: readonly Pair[];
  readonly losses: readonly Loss[];
  readonly stuck: Stuck | null;
  readonly waits: readonly Standstill[];
}

/** At most seven causes in order of time; the last is the outcome itself. Every cause names events of the trace. */
export function chainOf(evidence: Evidence, outcome: Outcome, found: Found): readonly Cause[] {
  return arrange(stepsOf(evidence, outcome, found));
}

function stepsOf(evidence: Evidence, outcome: Outcome, { pairs, losses, stuck, waits }: Found): readonly Step[] {
  const [loss] = losses;
  const [wait] = waits;
  switch (outcome) {
    case 'lost-update':
      return loss === undefined ? [] : whyLost(evidence, loss);
    case 'overlap':
      return whyOverlap(evidence, pairs);
    case 'stuck':
      return stuck === null ? [] : whyStuck(evidence, stuck);
    case 'unavailable':
      return wait === undefined ? [] : whyUnavailable(evidence, wait);
    case 'held':
      return whyHeld(evidence);
    case 'unknown':
      return pairs.length > 0 ? [...whyOverlap(evidence, pairs), ...cutOff(evidence)] : cutOff(evidence);
    default:
      outcome satisfies never;
      return [];
  }
}

/** `cutOff`: ended, count. Says where the run ends that was not seen to its end. */
function cutOff({ trace }: Evidence): readonly Step[] {
  const { ended } = trace.header;
  if (trace.count === 0 || (ended !== 'bound' && ended !== 'stopped')) return [];
  const values = { ended, count: trace.count, at: trace.header.endedAt };
  return [{ rule: 'cutOff', events: [trace.count - 1], values, order: trace.count, weight: 4 }];
}
