/**
 * Chooses the rules that explain how a run reached its outcome. Each outcome has its own rules. They work for any run
 * and need no story's text.
 */
import type { Cause } from '../../model/trace/cause';
import type { LockFact } from '../../model/trace/outcome';
import type { Severity } from '../../model/trace/severity';
import { refusalChecks } from '../../model/trace/trace';
import { nth } from '../../model/values/nth';
import { firstUncontendedWork } from '../afterEnd';
import type { Evidence } from '../evidence';
import type { Starvation } from '../starvation';
import { doneAgain, mixed, whyShutOut, whyTorn } from './atResource';
import { whyStuck, whyUnavailable } from './blocked';
import { whyExpired, whyLost, whyOverlap } from './broken';
import type { Findings } from './findings';
import { whyChangedAnother, whyDeletedAnother } from './keyOverwrites';
import { withoutExplainedLoss } from './lostWakes';
import { whyHeld } from './saved';
import { whySilent } from './silent';
import { arrange, type ChainStep } from './step';

/**
 * Returns at most seven causes in order of time. The last one is the outcome itself. Every cause names events of the
 * trace.
 */
export const chainOf = (evidence: Evidence, what: Explained, findings: Findings): readonly Cause[] =>
  arrange(withoutExplainedLoss(stepsOf(evidence, what, findings)));

/** What a chain explains: a harm of the run, which need not be the worst. */
export interface Explained {
  readonly harm: Severity;
  readonly lock: LockFact;
}

function stepsOf(evidence: Evidence, { harm, lock }: Explained, findings: Findings): readonly ChainStep[] {
  const { losses, torn } = findings;
  const [loss] = losses;
  switch (harm) {
    case 'lost':
    case 'torn':
      return loss === undefined ? whyTorn(evidence, torn) : [...whyLost(evidence, loss), ...mixed(evidence, torn)];
    case 'deleted-another':
      return whyDeletedAnother(evidence);
    case 'changed-another':
      return whyChangedAnother(evidence);
    case 'twice':
    case 'late-refused':
      return whyLock(evidence, lock, findings);
    default:
      return whyLock(evidence, harm, findings);
  }
}

function whyLock(evidence: Evidence, lock: LockFact, findings: Findings): readonly ChainStep[] {
  const { pairs, stuck, mark, silent, waits } = findings;
  const [wait] = waits;
  switch (lock) {
    case 'overlap':
      return [...whyOverlap(evidence, pairs), ...doneAgain(evidence)];
    case 'stuck':
      if (stuck !== null) return whyStuck(evidence, stuck);
      return mark === null ? whySilent(evidence, silent) : whyShutOut(evidence, mark);
    case 'unavailable':
      return wait === undefined ? whyTurnedAway(evidence) : whyUnavailable(evidence, wait);
    case 'expired': {
      const [work] = firstUncontendedWork(findings.afterEnd);
      // A late write whose hold the trace does not have.
      return work === undefined ? whyHeld(evidence) : whyExpired(evidence, work);
    }
    case 'held':
      return [...whyHeld(evidence), ...doneAgain(evidence)];
    case 'unknown':
      return whyUnknown(evidence, findings);
  }
  return lock satisfies never;
}

function whyUnknown(evidence: Evidence, { pairs, short }: Findings): readonly ChainStep[] {
  if (short !== null) return whyUnavailable(evidence, nth(short.waits, 0));
  const mayOverlap = pairs.length > 0 && evidence.trace.header.ended !== 'failed';
  return [...(mayOverlap ? whyOverlap(evidence, pairs) : []), ...cutOff(evidence)];
}

/** Describes the end of a run that was cut off. */
function cutOff({ trace }: Evidence): readonly ChainStep[] {
  const { ended } = trace.header;
  if (trace.count === 0 || (ended !== 'bound' && ended !== 'stopped' && ended !== 'failed')) return [];
  const values = { ended, count: trace.count, at: trace.header.endedAt };
  return [{ rule: 'cutOff', events: [trace.count - 1], values, order: trace.count, weight: 4 }];
}

/** A rightful write was rejected, although no client waited for long. */
function whyTurnedAway(evidence: Evidence): readonly ChainStep[] {
  const refused = evidence.rejections.find(({ value, check }) => value >= 0 && refusalChecks[check] !== 'version');
  if (refused === undefined) return [];
  const whole: Starvation = {
    client: refused.peer,
    fromSeq: 0,
    from: 0,
    toSeq: -1,
    to: refused.at,
    waited: refused.at,
  };
  return whyUnavailable(evidence, whole).filter(({ rule }) => rule !== 'waited');
}
