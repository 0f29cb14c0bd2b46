/** Why a silent run will never continue, and why a check let no client through. */
import { refusalChecks } from '../../model/trace';
import type { Evidence } from '../evidence';
import type { Standstill } from '../unavailable';
import { waiting, whyUnavailable } from './blocked';
import type { Step } from './step';

/** What keeps the first client waiting. Every one of the clients waits for ever. */
export function whySilent(evidence: Evidence, waits: readonly Standstill[]): readonly Step[] {
  const [first] = waits;
  const behind = first === undefined ? [] : whyUnavailable(evidence, first);
  return [...behind.filter(({ rule }) => rule !== 'waited'), ...waiting(evidence, waits)];
}

/** A rightful write was refused, although no client waited for long. */
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
