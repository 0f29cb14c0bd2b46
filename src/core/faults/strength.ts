/** How strong a fault is. A search tries weaker faults first, and only those that are allowed. */

import type { Fault } from '../model/scenario/fault';
import { valueIn, withValue } from '../model/scenario/faultKind';
import { injectionRules } from '.';

/** The first of the numbers that its kind lists as `strengths`. A word in its place means forever. */
export function strengthOf(fault: Fault): number {
  const [strength] = injectionRules[fault.kind].strengths;
  const value = strength === undefined ? 0 : valueIn(fault, strength.field);
  return typeof value === 'number' ? Math.abs(value) : Number.POSITIVE_INFINITY;
}

/** The same fault with this strength: a clock that jumps back still jumps back. */
export function withStrength(fault: Fault, strength: number): Fault {
  const [first] = injectionRules[fault.kind].strengths;
  if (first === undefined) return fault;
  return withValue(fault, first.field, Number(valueIn(fault, first.field)) < 0 ? -strength : strength);
}
