/** How strong a fault is, so that a search tries weaker ones first and none that is stronger than allowed. */

import type { Fault } from '../model/fault';
import { valueIn } from '../model/faultKind';
import { injectionRules } from '.';

/** The first of the numbers that its kind lists as `strengths`. A word in its place means for ever. */
export function strengthOf(fault: Fault): number {
  const [strength] = injectionRules[fault.kind].strengths;
  const value = strength === undefined ? 0 : valueIn(fault, strength.field);
  return typeof value === 'number' ? Math.abs(value) : Number.POSITIVE_INFINITY;
}
