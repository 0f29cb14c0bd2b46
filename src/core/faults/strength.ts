/** How strong a fault is, so that the weaker are tried first and none is stronger than allowed. */

import type { Fault } from '../model/fault';
import { valueIn } from '../model/faultKind';
import { everyPlace } from '.';

/** In the first of the numbers that its kind calls its strengths. A word there means for ever. */
export function strengthOf(fault: Fault): number {
  const [strength] = everyPlace[fault.kind].strengths;
  const value = strength === undefined ? 0 : valueIn(fault, strength.field);
  return typeof value === 'number' ? Math.abs(value) : Number.POSITIVE_INFINITY;
}
