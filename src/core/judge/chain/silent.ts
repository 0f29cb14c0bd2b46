/** Why a silent run will never go on, and why a check let nobody through. */
import { refusalChecks } from '../../model/trace';
import type { Evidence } from '../evidence';
import type { Standstill } from '../unavailable';
import { waiting, whyUnavailable } from './blocked';
import type { Step } from './step';

/** The first client tells what keeps it waiting; each of them waits for ever. */
export function whySilent(evidence: Evidence, waits: readonly Standstill[]): readonly Step[] {
  const [first] = waits;
  const behind = first === undefined ? [] : whyUnavailable(evidence, first);
  return [...behind.filter(({ rule }) => rule !== 'waited'), ...waiting(evidence, waits)];
}

/** A rightful write was refused, though nobody waited for long. */
export function whyTurnedAway(evidence: Evidence): readonly Step[] {
  const refused = evidence.rejections.find(({ value, check }) => value >= 0 && refusalChecks[check] !== 'version');
  if (refused === undefined) return [];
  const whole: Standstill = {
    client: refused.peer,
    fromSeq: 0,
    from: 0,
    toSeq: -1,
    to: refused.at,
    waited: refused.at,
  };
  return whyUnavailable(evidence, whole).filter(({ rule }) => rule !== 'waited');
}
